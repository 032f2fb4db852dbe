-- cinema (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- director
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "director" CASCADE;

CREATE TABLE "director"
(
    "id" serial NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(100),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- film
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "film" CASCADE;

CREATE TABLE "film"
(
    "id" serial NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "minutes" INTEGER DEFAULT 0,
    "state" INT2,
    "tags" TEXT,
    "genres" INT4,
    "poster" BYTEA,
    "opened" DATE,
    "director_id" INTEGER,
    "producer_id" INTEGER,
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- film_sheet
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "film_sheet" CASCADE;

CREATE TABLE "film_sheet"
(
    "film_id" INTEGER NOT NULL,
    "text" VARCHAR(200),
    PRIMARY KEY ("film_id")
);

-- ---------------------------------------------------------------------
-- viewer
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "viewer" CASCADE;

CREATE TABLE "viewer"
(
    "id" serial NOT NULL,
    "nick" VARCHAR(50),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- film_viewer
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "film_viewer" CASCADE;

CREATE TABLE "film_viewer"
(
    "film_id" INTEGER NOT NULL,
    "viewer_id" INTEGER NOT NULL,
    PRIMARY KEY ("film_id","viewer_id")
);

-- ---------------------------------------------------------------------
-- notice
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "notice" CASCADE;

CREATE TABLE "notice"
(
    "id" serial NOT NULL,
    "film_id" INTEGER NOT NULL,
    "stars" INTEGER,
    "kind" INTEGER,
    PRIMARY KEY ("id")
);

ALTER TABLE "film" ADD CONSTRAINT "film_fk_2cc047"
    FOREIGN KEY ("director_id")
    REFERENCES "director" ("id")
    ON DELETE CASCADE;

ALTER TABLE "film" ADD CONSTRAINT "film_fk_66fbf3"
    FOREIGN KEY ("producer_id")
    REFERENCES "director" ("id")
    ON DELETE SET NULL;

ALTER TABLE "film_sheet" ADD CONSTRAINT "film_sheet_fk_a37b5a"
    FOREIGN KEY ("film_id")
    REFERENCES "film" ("id");

ALTER TABLE "film_viewer" ADD CONSTRAINT "film_viewer_fk_a37b5a"
    FOREIGN KEY ("film_id")
    REFERENCES "film" ("id");

ALTER TABLE "film_viewer" ADD CONSTRAINT "film_viewer_fk_e3f3e1"
    FOREIGN KEY ("viewer_id")
    REFERENCES "viewer" ("id");

ALTER TABLE "notice" ADD CONSTRAINT "notice_fk_a37b5a"
    FOREIGN KEY ("film_id")
    REFERENCES "film" ("id")
    ON DELETE CASCADE;

COMMIT;
