CREATE TABLE "order" (id serial PRIMARY KEY, "select" text, "group" integer, "User" text);
CREATE TABLE "weird ""quoted"" name" (id integer PRIMARY KEY, "a-b" text, "a b" text, "ünï" text, "x'y" text DEFAULT 'it''s', "100%" integer);
CREATE TABLE a_table_whose_name_has_exactly_sixty_three_characters_in_it_ok (id integer PRIMARY KEY, a_column_whose_name_has_exactly_sixty_three_characters_in_it_k integer);
CREATE INDEX "idx-odd" ON "order" ("select", "User");
ALTER TABLE "order" ADD CONSTRAINT "fk odd" FOREIGN KEY ("group") REFERENCES "weird ""quoted"" name" (id);
ALTER TABLE "order" ADD CONSTRAINT "check odd" CHECK ("group" > 0 AND "User" <> 'a;b--c');
