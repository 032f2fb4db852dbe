-- shop (pgsql), written by orm migration:diff from schema.xml
-- orm: no-transaction
-- orm: up
-- rows without a value stop this: SELECT * FROM "author" WHERE "name" IS NULL
-- rows with equal values stop this: SELECT "name", COUNT(*) FROM "author" GROUP BY "name" HAVING COUNT(*) > 1
ALTER TABLE "book" DROP CONSTRAINT "book_fk_ea464c";
DROP TABLE "gone"; -- the rows of gone are lost
ALTER TABLE "author"
    DROP CONSTRAINT "author_email";
DROP INDEX "book_once";
DROP INDEX "book_price";
DROP INDEX "book_cheap";
DO $orm$
DECLARE
    key name;
BEGIN
    FOR key IN SELECT conname FROM pg_constraint WHERE conrelid = '"tag"'::regclass AND contype = 'p' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', '"tag"', key);
    END LOOP;
END
$orm$;
ALTER TABLE "loan" RENAME TO "rental";
ALTER INDEX IF EXISTS "loan_pkey" RENAME TO "rental_pkey";
ALTER SEQUENCE "loan_id_seq" RENAME TO "rental_id_seq";
ALTER INDEX "book_pages" RENAME TO "book_many_pages";
ALTER INDEX "loan_i_20aabe" RENAME TO "rental_i_20aabe";
ALTER TABLE "rental" RENAME CONSTRAINT "loan_fk_23450f" TO "rental_fk_23450f";
CREATE TABLE "shelf"
(
    "id" serial NOT NULL,
    "book_id" INTEGER,
    PRIMARY KEY ("id")
);
ALTER TABLE "author"
    ALTER COLUMN "name" TYPE VARCHAR(80),
    ALTER COLUMN "email" DROP DEFAULT,
    ADD COLUMN "born" DATE;
ALTER TABLE "author" ADD CONSTRAINT "author_name_required" CHECK ("name" IS NOT NULL) NOT VALID;
ALTER TABLE "author" VALIDATE CONSTRAINT "author_name_required";
ALTER TABLE "author" ALTER COLUMN "name" SET NOT NULL;
ALTER TABLE "author" DROP CONSTRAINT "author_name_required";
COMMENT ON TABLE "author" IS 'Who writes, or draws';
COMMENT ON COLUMN "author"."name" IS 'As printed';
ALTER TABLE "book" RENAME COLUMN "title" TO "name";
ALTER TABLE "book"
    ALTER COLUMN "price" DROP DEFAULT,
    ALTER COLUMN "price" TYPE NUMERIC(10,2),
    ALTER COLUMN "price" SET DEFAULT 2.5,
    ALTER COLUMN "pages" DROP DEFAULT,
    ALTER COLUMN "pages" DROP NOT NULL,
    ADD COLUMN "isbn" VARCHAR(24) DEFAULT '?' NOT NULL,
    DROP COLUMN "old"; -- the values of "old" are lost
ALTER TABLE "tag"
    ADD PRIMARY KEY ("book_id","word");
CREATE UNIQUE INDEX CONCURRENTLY "author_name" ON "author" ("name");
ALTER TABLE "author" ADD CONSTRAINT "author_name" UNIQUE USING INDEX "author_name";
CREATE INDEX CONCURRENTLY "book_isbn" ON "book" ("isbn");
CREATE INDEX CONCURRENTLY "book_cheap" ON "book" ("name") WHERE pages < 5;
CREATE INDEX CONCURRENTLY "book_lower" ON "book" ((lower(isbn)));
CREATE UNIQUE INDEX CONCURRENTLY "book_once" ON "book" ("name","id");
ALTER TABLE "book" ADD CONSTRAINT "book_once" UNIQUE USING INDEX "book_once";
CREATE UNIQUE INDEX CONCURRENTLY "book_covered" ON "book" ("isbn") INCLUDE ("pages");
ALTER TABLE "book" ADD CONSTRAINT "book_covered" UNIQUE USING INDEX "book_covered";
ALTER TABLE "book" ADD CONSTRAINT "book_fk_ea464c"
    FOREIGN KEY ("author_id")
    REFERENCES "author" ("id")
    ON DELETE SET NULL NOT VALID;
ALTER TABLE "book" VALIDATE CONSTRAINT "book_fk_ea464c";
ALTER TABLE "tag" ADD CONSTRAINT "tag_fk_23450f"
    FOREIGN KEY ("book_id")
    REFERENCES "book" ("id") NOT VALID;
ALTER TABLE "tag" VALIDATE CONSTRAINT "tag_fk_23450f";
ALTER TABLE "shelf" ADD CONSTRAINT "shelf_fk_23450f"
    FOREIGN KEY ("book_id")
    REFERENCES "book" ("id");

-- orm: down
ALTER TABLE "book" DROP CONSTRAINT "book_fk_ea464c";
ALTER TABLE "tag" DROP CONSTRAINT "tag_fk_23450f";
DROP TABLE "shelf"; -- the rows of shelf are lost
ALTER TABLE "author"
    DROP CONSTRAINT "author_name";
DROP INDEX "book_isbn";
DROP INDEX "book_cheap";
DROP INDEX "book_lower";
ALTER TABLE "book"
    DROP CONSTRAINT "book_once",
    DROP CONSTRAINT "book_covered";
DO $orm$
DECLARE
    key name;
BEGIN
    FOR key IN SELECT conname FROM pg_constraint WHERE conrelid = '"tag"'::regclass AND contype = 'p' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', '"tag"', key);
    END LOOP;
END
$orm$;
ALTER TABLE "rental" RENAME TO "loan";
ALTER INDEX IF EXISTS "rental_pkey" RENAME TO "loan_pkey";
ALTER SEQUENCE "rental_id_seq" RENAME TO "loan_id_seq";
ALTER INDEX "book_many_pages" RENAME TO "book_pages";
ALTER INDEX "rental_i_20aabe" RENAME TO "loan_i_20aabe";
ALTER TABLE "loan" RENAME CONSTRAINT "rental_fk_23450f" TO "loan_fk_23450f";
CREATE TABLE "gone"
(
    "id" serial NOT NULL,
    "book_id" INTEGER,
    PRIMARY KEY ("id")
);
ALTER TABLE "author"
    ALTER COLUMN "name" TYPE VARCHAR(50),
    ALTER COLUMN "name" DROP NOT NULL,
    ALTER COLUMN "email" SET DEFAULT 'none',
    DROP COLUMN "born"; -- the values of "born" are lost
COMMENT ON TABLE "author" IS 'Who writes';
COMMENT ON COLUMN "author"."name" IS NULL;
ALTER TABLE "book" RENAME COLUMN "name" TO "title";
ALTER TABLE "book"
    ALTER COLUMN "price" DROP DEFAULT,
    ALTER COLUMN "price" TYPE INTEGER,
    ALTER COLUMN "price" SET DEFAULT 1,
    ALTER COLUMN "pages" SET DEFAULT 1,
    ALTER COLUMN "pages" SET NOT NULL,
    ADD COLUMN "old" DATE DEFAULT '2020-01-01',
    DROP COLUMN "isbn"; -- the values of "isbn" are lost
ALTER TABLE "tag"
    ADD PRIMARY KEY ("book_id");
ALTER TABLE "author" ADD CONSTRAINT "author_email" UNIQUE ("email");
CREATE UNIQUE INDEX "book_once" ON "book" ("title" DESC,"id");
CREATE INDEX "book_price" ON "book" ("price");
CREATE INDEX "book_cheap" ON "book" ("title") WHERE price < 5;
ALTER TABLE "book" ADD CONSTRAINT "book_fk_ea464c"
    FOREIGN KEY ("author_id")
    REFERENCES "author" ("id")
    ON DELETE CASCADE;
ALTER TABLE "gone" ADD CONSTRAINT "gone_fk_23450f"
    FOREIGN KEY ("book_id")
    REFERENCES "book" ("id");
