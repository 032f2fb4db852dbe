-- schemas (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- s1.Author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "s1"."Author" CASCADE;

CREATE TABLE "s1"."Author"
(
    "Id" serial NOT NULL,
    PRIMARY KEY ("Id")
);

-- ---------------------------------------------------------------------
-- s2.book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "s2"."book" CASCADE;

CREATE TABLE "s2"."book"
(
    "id" serial NOT NULL,
    "author_id" INTEGER,
    "next_id" INTEGER,
    PRIMARY KEY ("id")
);

ALTER TABLE "s2"."book" ADD CONSTRAINT "book_fk_b91762"
    FOREIGN KEY ("author_id")
    REFERENCES "s1"."Author" ("Id");

ALTER TABLE "s2"."book" ADD CONSTRAINT "book_fk_191033"
    FOREIGN KEY ("next_id")
    REFERENCES "s2"."book" ("id");

COMMIT;
