-- everything (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- every_type
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "every_type" CASCADE;

CREATE TABLE "every_type"
(
    "id" serial NOT NULL,
    "c_char" CHAR(10),
    "c_char_one" CHAR,
    "c_varchar" VARCHAR(200),
    "c_varchar_any" VARCHAR,
    "c_longvarchar" TEXT,
    "c_clob" TEXT,
    "c_numeric" NUMERIC(30,10),
    "c_decimal" NUMERIC(18,0),
    "c_tinyint" INT2,
    "c_smallint" INT2,
    "c_integer" INTEGER,
    "c_bigint" INT8,
    "c_real" REAL,
    "c_float" DOUBLE PRECISION,
    "c_double" DOUBLE PRECISION,
    "c_binary" BYTEA,
    "c_varbinary" BYTEA,
    "c_longvarbinary" BYTEA,
    "c_blob" BYTEA,
    "c_date" DATE,
    "c_time" TIME,
    "c_datetime" TIMESTAMP,
    "c_datetime_six" TIMESTAMP(6),
    "c_timestamp" TIMESTAMP,
    "c_timestamp_three" TIMESTAMP(3),
    "c_boolean" BOOLEAN,
    "c_boolean_emu" INT2,
    "c_enum" INT2,
    "c_set" INT4,
    "c_array" TEXT,
    "c_object" BYTEA,
    "c_json" JSON,
    "c_geometry" GEOMETRY,
    "c_uuid" UUID,
    "c_uuid_binary" BYTEA,
    "c_own" CHAR(7),
    PRIMARY KEY ("id")
);

COMMENT ON TABLE "every_type" IS 'It''s one column for each type:
C:\temp; -- 😀';

COMMENT ON COLUMN "every_type"."c_char" IS 'It''s; C:\temp 😀';

-- ---------------------------------------------------------------------
-- every_default
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "every_default" CASCADE;

CREATE TABLE "every_default"
(
    "id" serial NOT NULL,
    "d_none" VARCHAR(20),
    "d_char" CHAR(3) DEFAULT 'abc',
    "d_varchar" VARCHAR(60) DEFAULT 'it''s "C:\temp" 😀' NOT NULL,
    "d_empty" VARCHAR(20) DEFAULT '',
    "d_numeric" NUMERIC(10,2) DEFAULT -1.50,
    "d_tinyint" INT2 DEFAULT 0,
    "d_smallint" INT2 DEFAULT -32768,
    "d_integer" INTEGER DEFAULT 2147483647 NOT NULL,
    "d_bigint" INT8 DEFAULT -9223372036854775807,
    "d_double" DOUBLE PRECISION DEFAULT 0.25,
    "d_binary" BYTEA DEFAULT '\x612762',
    "d_date" DATE DEFAULT '2001-02-03',
    "d_time" TIME DEFAULT '23:59:58',
    "d_datetime" TIMESTAMP DEFAULT '2001-02-03 04:05:06',
    "d_timestamp" TIMESTAMP DEFAULT '2001-02-03 04:05:06' NOT NULL,
    "d_true" BOOLEAN DEFAULT 't' NOT NULL,
    "d_false" BOOLEAN DEFAULT 'f',
    "d_emu" INT2 DEFAULT 1,
    "d_enum" INT2 DEFAULT 2,
    "d_set" INT4 DEFAULT 5,
    "d_uuid" UUID DEFAULT '00112233-4455-6677-8899-aabbccddeeff',
    "d_uuid_binary" BYTEA DEFAULT '\x66774455001122338899aabbccddeeff',
    "x_now" TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    "x_now_call" TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "x_now_digits" TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP,
    "x_update" TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    "x_today" DATE DEFAULT CURRENT_DATE,
    "x_sum" INTEGER DEFAULT 1 + 2,
    "x_literal" INTEGER DEFAULT 42,
    "t_required" TIMESTAMP NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- auto_tiny
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "auto_tiny" CASCADE;

CREATE TABLE "auto_tiny"
(
    "id" smallserial NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- auto_big
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "auto_big" CASCADE;

CREATE TABLE "auto_big"
(
    "id" bigserial NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- auto_composite
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "auto_composite" CASCADE;

CREATE TABLE "auto_composite"
(
    "area" INTEGER NOT NULL,
    "id" serial NOT NULL,
    PRIMARY KEY ("area","id")
);

-- ---------------------------------------------------------------------
-- auto_named
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "auto_named" CASCADE;

DROP SEQUENCE IF EXISTS "shared_numbers" CASCADE;

CREATE SEQUENCE "shared_numbers";

CREATE TABLE "auto_named"
(
    "id" INTEGER DEFAULT nextval('shared_numbers') NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- auto_shared
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "auto_shared" CASCADE;

CREATE TABLE "auto_shared"
(
    "id" INT8 DEFAULT nextval('shared_numbers') NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- no_auto
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "no_auto" CASCADE;

CREATE TABLE "no_auto"
(
    "id" VARCHAR(40) NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- no_key
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "no_key" CASCADE;

CREATE TABLE "no_key"
(
    "x" INTEGER
);

-- ---------------------------------------------------------------------
-- keys
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "keys" CASCADE;

CREATE TABLE "keys"
(
    "a" INTEGER NOT NULL,
    "b" VARCHAR(20) NOT NULL,
    "c" VARCHAR(100) NOT NULL,
    "d" VARCHAR(100) NOT NULL,
    "e" TEXT,
    "f" INTEGER,
    PRIMARY KEY ("a","b"),
    CONSTRAINT "keys_u_8d6095" UNIQUE ("c"),
    CONSTRAINT "keys_named" UNIQUE ("d","c")
);

CREATE INDEX "keys_i_8d47be" ON "keys" ("d");

CREATE INDEX "keys_two" ON "keys" ("b","d");

CREATE INDEX "keys_words" ON "keys" ("e");

-- ---------------------------------------------------------------------
-- master
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "master" CASCADE;

CREATE TABLE "master"
(
    "id" serial NOT NULL,
    "code" VARCHAR(10) NOT NULL,
    "label" VARCHAR(30) NOT NULL,
    PRIMARY KEY ("id"),
    CONSTRAINT "master_u_4db226" UNIQUE ("code"),
    CONSTRAINT "master_u_0af68e" UNIQUE ("label")
);

-- ---------------------------------------------------------------------
-- child
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "child" CASCADE;

CREATE TABLE "child"
(
    "id" serial NOT NULL,
    "none_id" INTEGER,
    "cascade_id" INTEGER NOT NULL,
    "null_id" INTEGER,
    "restrict_id" INTEGER,
    "noaction_id" INTEGER,
    "default_id" INTEGER DEFAULT 1,
    "master_code" VARCHAR(10),
    "master_label" VARCHAR(30),
    "virtual_id" INTEGER,
    "target_kind" VARCHAR(20),
    "target_id" INTEGER,
    "keys_a" INTEGER,
    "keys_b" VARCHAR(20),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- chicken
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "chicken" CASCADE;

CREATE TABLE "chicken"
(
    "id" serial NOT NULL,
    "egg_id" INTEGER,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- egg
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "egg" CASCADE;

CREATE TABLE "egg"
(
    "id" serial NOT NULL,
    "chicken_id" INTEGER,
    "previous_id" INTEGER,
    PRIMARY KEY ("id")
);

ALTER TABLE "child" ADD CONSTRAINT "child_fk_b5c45c"
    FOREIGN KEY ("none_id")
    REFERENCES "master" ("id");

ALTER TABLE "child" ADD CONSTRAINT "child_fk_6e2292"
    FOREIGN KEY ("cascade_id")
    REFERENCES "master" ("id")
    ON UPDATE CASCADE
    ON DELETE CASCADE;

ALTER TABLE "child" ADD CONSTRAINT "child_fk_1783e4"
    FOREIGN KEY ("null_id")
    REFERENCES "master" ("id")
    ON UPDATE SET NULL
    ON DELETE SET NULL;

ALTER TABLE "child" ADD CONSTRAINT "child_fk_66a924"
    FOREIGN KEY ("restrict_id")
    REFERENCES "master" ("id")
    ON UPDATE RESTRICT
    ON DELETE RESTRICT;

ALTER TABLE "child" ADD CONSTRAINT "child_fk_3c7920"
    FOREIGN KEY ("noaction_id")
    REFERENCES "master" ("id")
    ON UPDATE NO ACTION
    ON DELETE NO ACTION;

ALTER TABLE "child" ADD CONSTRAINT "child_fk_245cec"
    FOREIGN KEY ("default_id")
    REFERENCES "master" ("id")
    ON UPDATE SET DEFAULT
    ON DELETE SET DEFAULT;

ALTER TABLE "child" ADD CONSTRAINT "child_code"
    FOREIGN KEY ("master_code")
    REFERENCES "master" ("code")
    ON DELETE CASCADE;

ALTER TABLE "child" ADD CONSTRAINT "child_fk_2e5c56"
    FOREIGN KEY ("master_label")
    REFERENCES "master" ("label")
    ON UPDATE CASCADE;

ALTER TABLE "child" ADD CONSTRAINT "child_fk_a99d65"
    FOREIGN KEY ("keys_a","keys_b")
    REFERENCES "keys" ("a","b")
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "chicken" ADD CONSTRAINT "chicken_fk_da993c"
    FOREIGN KEY ("egg_id")
    REFERENCES "egg" ("id");

ALTER TABLE "egg" ADD CONSTRAINT "egg_fk_c3afe6"
    FOREIGN KEY ("chicken_id")
    REFERENCES "chicken" ("id")
    ON DELETE CASCADE;

ALTER TABLE "egg" ADD CONSTRAINT "egg_fk_44aceb"
    FOREIGN KEY ("previous_id")
    REFERENCES "egg" ("id")
    ON DELETE SET NULL;

COMMIT;
