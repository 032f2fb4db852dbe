-- bookstore (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "author" CASCADE;

CREATE TABLE "author"
(
    "id" serial NOT NULL,
    "name" VARCHAR(128) NOT NULL,
    "email" VARCHAR(255),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "book" CASCADE;

CREATE TABLE "book"
(
    "id" serial NOT NULL,
    "title" VARCHAR(255) NOT NULL,
    "isbn" VARCHAR(24),
    "pages" INTEGER DEFAULT 0,
    "author_id" INTEGER NOT NULL,
    PRIMARY KEY ("id")
);

ALTER TABLE "book" ADD CONSTRAINT "book_fk_ea464c"
    FOREIGN KEY ("author_id")
    REFERENCES "author" ("id")
    ON DELETE CASCADE;

COMMIT;
