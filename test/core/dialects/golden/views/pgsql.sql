-- shop (pgsql), written by orm sql:build

BEGIN;

DROP MATERIALIZED VIEW IF EXISTS "kept" CASCADE;

DROP VIEW IF EXISTS "author_count" CASCADE;

DROP VIEW IF EXISTS "dear_book" CASCADE;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "author" CASCADE;

CREATE TABLE "author"
(
    "id" serial NOT NULL,
    "name" VARCHAR(100),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "book" CASCADE;

CREATE TABLE "book"
(
    "id" serial NOT NULL,
    "title" VARCHAR(100),
    "price" INTEGER,
    "author_id" INTEGER,
    PRIMARY KEY ("id")
);

ALTER TABLE "book" ADD CONSTRAINT "book_fk_ea464c"
    FOREIGN KEY ("author_id")
    REFERENCES "author" ("id");

-- ---------------------------------------------------------------------
-- dear_book
-- ---------------------------------------------------------------------

CREATE VIEW "dear_book" AS
SELECT id, author_id
FROM book
WHERE price > 10 AND title <> 'it''s; --';

-- ---------------------------------------------------------------------
-- author_count
-- ---------------------------------------------------------------------

CREATE VIEW "author_count" AS
SELECT author_id, COUNT(*) AS books FROM dear_book GROUP BY author_id;

COMMENT ON VIEW "author_count" IS 'How many; it''s
a count';

COMMENT ON COLUMN "author_count"."books" IS 'Dear ones';

-- ---------------------------------------------------------------------
-- kept
-- ---------------------------------------------------------------------

CREATE MATERIALIZED VIEW "kept" AS
WITH b AS (SELECT id FROM book) SELECT id FROM b;

CREATE UNIQUE INDEX "kept_u_b80bb7" ON "kept" ("id");

-- ---------------------------------------------------------------------
-- book_reader
-- ---------------------------------------------------------------------

GRANT SELECT ON book TO reader;

COMMIT;
