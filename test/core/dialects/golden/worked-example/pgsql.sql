-- bookstore (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "author" CASCADE;

CREATE TABLE "author"
(
    "id" serial NOT NULL,
    "full_name" VARCHAR(120) NOT NULL,
    "email" VARCHAR(128) NOT NULL,
    PRIMARY KEY ("id"),
    CONSTRAINT "author_u_ce4c89" UNIQUE ("email")
);

COMMENT ON TABLE "author" IS 'Writers';

COMMENT ON COLUMN "author"."full_name" IS 'Name on the cover';

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "book" CASCADE;

CREATE TABLE "book"
(
    "id" serial NOT NULL,
    "title" VARCHAR NOT NULL,
    "style" INT2 DEFAULT 1 NOT NULL,
    "in_print" BOOLEAN DEFAULT 't' NOT NULL,
    "price" NUMERIC(10,2),
    "created_at" TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    "author_id" INTEGER NOT NULL,
    PRIMARY KEY ("id")
);

CREATE INDEX "book_i_639136" ON "book" ("title");

ALTER TABLE "book" ADD CONSTRAINT "book_fk_ea464c"
    FOREIGN KEY ("author_id")
    REFERENCES "author" ("id")
    ON UPDATE CASCADE
    ON DELETE CASCADE;

COMMIT;
