CREATE TABLE "order" (id INTEGER PRIMARY KEY, "select" TEXT, "group" INTEGER, `back` TEXT, [bracket] TEXT);
CREATE TABLE "weird ""quoted"" name" (id INTEGER PRIMARY KEY, "a-b" TEXT, "a b" TEXT, "ünï" TEXT, "x'y" TEXT DEFAULT 'it''s', "100%" INTEGER);
CREATE INDEX "idx-odd" ON "order" ("select", "group");
CREATE TABLE child ("parent id" INTEGER REFERENCES "weird ""quoted"" name" (id) ON DELETE CASCADE, n INTEGER, PRIMARY KEY ("parent id", n));
