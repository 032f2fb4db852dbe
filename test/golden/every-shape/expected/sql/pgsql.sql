-- league (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- team
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "team" CASCADE;

CREATE TABLE "team"
(
    "id" serial NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "captain_id" INTEGER,
    PRIMARY KEY ("id")
);

COMMENT ON TABLE "team" IS 'Mutual with player, referenced twice by game.';

-- ---------------------------------------------------------------------
-- player
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "player" CASCADE;

CREATE TABLE "player"
(
    "id" serial NOT NULL,
    "name" VARCHAR(100) DEFAULT 'Nobody' NOT NULL,
    "team_id" INTEGER,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- category
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "category" CASCADE;

CREATE TABLE "category"
(
    "id" serial NOT NULL,
    "name" VARCHAR(100),
    "parent_id" INTEGER,
    PRIMARY KEY ("id")
);

COMMENT ON TABLE "category" IS 'Refers to itself.';

-- ---------------------------------------------------------------------
-- game
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "game" CASCADE;

CREATE TABLE "game"
(
    "id" serial NOT NULL,
    "home_id" INTEGER NOT NULL,
    "away_id" INTEGER NOT NULL,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- game_part
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "game_part" CASCADE;

CREATE TABLE "game_part"
(
    "game_id" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "minutes" INTEGER DEFAULT 45 NOT NULL,
    PRIMARY KEY ("game_id","part")
);

COMMENT ON TABLE "game_part" IS 'Has a key of two columns, of which one is a foreign key.';

-- ---------------------------------------------------------------------
-- goal
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "goal" CASCADE;

CREATE TABLE "goal"
(
    "id" serial NOT NULL,
    "game_id" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "scorer_id" INTEGER,
    PRIMARY KEY ("id")
);

COMMENT ON TABLE "goal" IS 'Refers to a key of two columns.';

-- ---------------------------------------------------------------------
-- player_card
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "player_card" CASCADE;

CREATE TABLE "player_card"
(
    "player_id" INTEGER NOT NULL,
    "color" VARCHAR(20),
    PRIMARY KEY ("player_id")
);

COMMENT ON TABLE "player_card" IS 'One for each player.';

-- ---------------------------------------------------------------------
-- country
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "country" CASCADE;

CREATE TABLE "country"
(
    "id" serial NOT NULL,
    "code" VARCHAR(2) NOT NULL,
    PRIMARY KEY ("id"),
    CONSTRAINT "country_u_4db226" UNIQUE ("code")
);

COMMENT ON TABLE "country" IS 'Referenced by a column that is not its key.';

-- ---------------------------------------------------------------------
-- stadium
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "stadium" CASCADE;

CREATE TABLE "stadium"
(
    "id" serial NOT NULL,
    "country_code" VARCHAR(2),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- remark
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "remark" CASCADE;

CREATE TABLE "remark"
(
    "id" serial NOT NULL,
    "text" VARCHAR(200),
    "target_type" VARCHAR(20),
    "target_id" INTEGER,
    PRIMARY KEY ("id")
);

COMMENT ON TABLE "remark" IS 'Polymorphic: about a team or a player.';

-- ---------------------------------------------------------------------
-- skill
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "skill" CASCADE;

CREATE TABLE "skill"
(
    "id" serial NOT NULL,
    "name" VARCHAR(50),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- player_skill
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "player_skill" CASCADE;

CREATE TABLE "player_skill"
(
    "player_id" INTEGER NOT NULL,
    "skill_id" INTEGER NOT NULL,
    PRIMARY KEY ("player_id","skill_id")
);

COMMENT ON TABLE "player_skill" IS 'Many-to-many.';

-- ---------------------------------------------------------------------
-- sponsor
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "sponsor" CASCADE;

CREATE TABLE "sponsor"
(
    "id" serial NOT NULL,
    "name" VARCHAR(50),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- team_sponsor
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "team_sponsor" CASCADE;

CREATE TABLE "team_sponsor"
(
    "team_id" INTEGER NOT NULL,
    "sponsor_id" INTEGER NOT NULL,
    "amount" NUMERIC(10,2),
    PRIMARY KEY ("team_id","sponsor_id")
);

COMMENT ON TABLE "team_sponsor" IS 'Many-to-many with a payload.';

-- ---------------------------------------------------------------------
-- friendship
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "friendship" CASCADE;

CREATE TABLE "friendship"
(
    "left_id" INTEGER NOT NULL,
    "right_id" INTEGER NOT NULL,
    PRIMARY KEY ("left_id","right_id")
);

COMMENT ON TABLE "friendship" IS 'Many-to-many of one table with itself.';

-- ---------------------------------------------------------------------
-- position
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "position" CASCADE;

CREATE TABLE "position"
(
    "id" serial NOT NULL,
    "name" VARCHAR(50),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- lineup
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "lineup" CASCADE;

CREATE TABLE "lineup"
(
    "team_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "position_id" INTEGER NOT NULL,
    "year" INTEGER NOT NULL,
    PRIMARY KEY ("team_id","member_id","position_id","year")
);

COMMENT ON TABLE "lineup" IS 'Many-to-many of three tables, with the year in the key.';

-- ---------------------------------------------------------------------
-- log_line
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "log_line" CASCADE;

CREATE TABLE "log_line"
(
    "text" VARCHAR(200),
    "player_id" INTEGER
);

COMMENT ON TABLE "log_line" IS 'Has no key.';

-- ---------------------------------------------------------------------
-- prize
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "prize" CASCADE;

CREATE TABLE "prize"
(
    "id" serial NOT NULL,
    "kind" VARCHAR(20),
    "awarded" TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    "winner_id" INTEGER,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- kit
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "kit" CASCADE;

CREATE TABLE "kit"
(
    "id" serial NOT NULL,
    "a_char" CHAR(3),
    "a_varchar" VARCHAR(50) DEFAULT 'it''s',
    "a_longvarchar" TEXT,
    "a_clob" TEXT,
    "a_numeric" NUMERIC(10,2),
    "a_decimal" NUMERIC(10,2),
    "a_tinyint" INT2,
    "a_smallint" INT2,
    "a_integer" INTEGER DEFAULT 7 NOT NULL,
    "a_bigint" INT8,
    "a_counter" INT8,
    "a_real" REAL,
    "a_float" DOUBLE PRECISION,
    "a_double" DOUBLE PRECISION DEFAULT 1.5,
    "a_binary" BYTEA,
    "a_varbinary" BYTEA,
    "a_longvarbinary" BYTEA,
    "a_blob" BYTEA,
    "a_date" DATE DEFAULT '2001-02-03',
    "a_time" TIME,
    "a_datetime" TIMESTAMP,
    "a_timestamp" TIMESTAMP,
    "a_boolean" BOOLEAN DEFAULT 't',
    "is_emulated" INT2,
    "an_enum" INT2 DEFAULT 1,
    "size_class" INT2,
    "colors" INT4 DEFAULT 6,
    "labels" TEXT,
    "an_object" BYTEA,
    "a_json" JSON,
    "a_uuid" UUID,
    "a_uuid_binary" BYTEA,
    "an_instance" VARCHAR(50),
    PRIMARY KEY ("id")
);

COMMENT ON TABLE "kit" IS 'Every column type.';

ALTER TABLE "team" ADD CONSTRAINT "team_fk_2459ca"
    FOREIGN KEY ("captain_id")
    REFERENCES "player" ("id")
    ON DELETE SET NULL;

ALTER TABLE "player" ADD CONSTRAINT "player_fk_f0e437"
    FOREIGN KEY ("team_id")
    REFERENCES "team" ("id")
    ON DELETE SET NULL;

ALTER TABLE "category" ADD CONSTRAINT "category_fk_6acc7d"
    FOREIGN KEY ("parent_id")
    REFERENCES "category" ("id")
    ON DELETE CASCADE;

ALTER TABLE "game" ADD CONSTRAINT "game_fk_345554"
    FOREIGN KEY ("home_id")
    REFERENCES "team" ("id")
    ON DELETE CASCADE;

ALTER TABLE "game" ADD CONSTRAINT "game_fk_19396b"
    FOREIGN KEY ("away_id")
    REFERENCES "team" ("id")
    ON DELETE CASCADE;

ALTER TABLE "game_part" ADD CONSTRAINT "game_part_fk_3cbcd5"
    FOREIGN KEY ("game_id")
    REFERENCES "game" ("id")
    ON DELETE CASCADE;

ALTER TABLE "goal" ADD CONSTRAINT "goal_fk_f6f36c"
    FOREIGN KEY ("game_id","part")
    REFERENCES "game_part" ("game_id","part")
    ON UPDATE CASCADE
    ON DELETE CASCADE;

ALTER TABLE "goal" ADD CONSTRAINT "goal_fk_6866f7"
    FOREIGN KEY ("scorer_id")
    REFERENCES "player" ("id");

ALTER TABLE "player_card" ADD CONSTRAINT "player_card_fk_97a1b7"
    FOREIGN KEY ("player_id")
    REFERENCES "player" ("id")
    ON DELETE CASCADE;

ALTER TABLE "stadium" ADD CONSTRAINT "stadium_fk_15f196"
    FOREIGN KEY ("country_code")
    REFERENCES "country" ("code");

ALTER TABLE "player_skill" ADD CONSTRAINT "player_skill_fk_97a1b7"
    FOREIGN KEY ("player_id")
    REFERENCES "player" ("id")
    ON DELETE CASCADE;

ALTER TABLE "player_skill" ADD CONSTRAINT "player_skill_fk_e367ab"
    FOREIGN KEY ("skill_id")
    REFERENCES "skill" ("id")
    ON DELETE CASCADE;

ALTER TABLE "team_sponsor" ADD CONSTRAINT "team_sponsor_fk_f0e437"
    FOREIGN KEY ("team_id")
    REFERENCES "team" ("id")
    ON DELETE CASCADE;

ALTER TABLE "team_sponsor" ADD CONSTRAINT "team_sponsor_fk_b78c3d"
    FOREIGN KEY ("sponsor_id")
    REFERENCES "sponsor" ("id")
    ON DELETE CASCADE;

ALTER TABLE "friendship" ADD CONSTRAINT "friendship_fk_3e5c91"
    FOREIGN KEY ("left_id")
    REFERENCES "player" ("id")
    ON DELETE CASCADE;

ALTER TABLE "friendship" ADD CONSTRAINT "friendship_fk_27d4e4"
    FOREIGN KEY ("right_id")
    REFERENCES "player" ("id")
    ON DELETE CASCADE;

ALTER TABLE "lineup" ADD CONSTRAINT "lineup_fk_f0e437"
    FOREIGN KEY ("team_id")
    REFERENCES "team" ("id")
    ON DELETE CASCADE;

ALTER TABLE "lineup" ADD CONSTRAINT "lineup_fk_c642b8"
    FOREIGN KEY ("member_id")
    REFERENCES "player" ("id")
    ON DELETE CASCADE;

ALTER TABLE "lineup" ADD CONSTRAINT "lineup_fk_85bb05"
    FOREIGN KEY ("position_id")
    REFERENCES "position" ("id")
    ON DELETE CASCADE;

ALTER TABLE "log_line" ADD CONSTRAINT "log_line_fk_97a1b7"
    FOREIGN KEY ("player_id")
    REFERENCES "player" ("id")
    ON DELETE CASCADE;

ALTER TABLE "prize" ADD CONSTRAINT "prize_fk_a49a19"
    FOREIGN KEY ("winner_id")
    REFERENCES "team" ("id");

COMMIT;
