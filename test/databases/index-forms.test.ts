import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { createProject, type Project } from '../support/project.js'
import { query } from '../support/query.js'

/** What the manual of each database has under CREATE INDEX, and the notice where a schema cannot say it. */
const forms: Readonly<Record<DatabaseName, readonly (readonly [sql: string, notice?: RegExp])[]>> = {
  pgsql: [
    [
      'CREATE TABLE films (id serial PRIMARY KEY, title varchar(80), director varchar(80), rating int, code char(5), "Odd ""name" int, location point, tags text[], doc jsonb, UNIQUE (director) INCLUDE (rating))',
    ],
    ['CREATE UNIQUE INDEX title_idx ON films (title)'],
    ['CREATE UNIQUE INDEX title_inc ON films (title) INCLUDE (director, rating)'],
    [
      'CREATE INDEX no_dedup ON films (title) WITH (deduplicate_items = off)',
      /no_dedup loses WITH \(deduplicate_items='?off'?\)/,
    ],
    ['CREATE INDEX ON films ((lower(title)))'],
    ['CREATE INDEX title_c ON films (title COLLATE "C")'],
    ['CREATE INDEX title_posix ON films (title COLLATE pg_catalog."POSIX" text_pattern_ops)'],
    ['CREATE INDEX title_nulls_low ON films (title NULLS FIRST)'],
    [
      'CREATE UNIQUE INDEX fill_idx ON films (title, id) WITH (fillfactor = 70)',
      /fill_idx loses WITH \(fillfactor='?70'?\)/,
    ],
    ['CREATE INDEX gin_idx ON films USING GIN (doc) WITH (fastupdate = off)', /gin_idx loses WITH/],
    ['CREATE INDEX gin_path ON films USING gin (doc jsonb_path_ops, tags)'],
    ['CREATE INDEX pointloc ON films USING gist (box(location,location))'],
    ['CREATE INDEX sp ON films USING spgist (location)'],
    ['CREATE INDEX br ON films USING brin (rating int4_minmax_multi_ops (values_per_range = 8), id int4_bloom_ops)'],
    ['CREATE INDEX h ON films USING hash (director)'],
    [
      'CREATE INDEX odd ON films ("Odd ""name" DESC NULLS LAST, (title || \'), x DESC\') DESC, rating) WHERE "Odd ""name" > 0 AND title <> \'); --\'',
    ],
    ['CREATE INDEX coll ON films ((lower(title)) COLLATE "C" varchar_pattern_ops, (title COLLATE "C"))'],
    ['CREATE UNIQUE INDEX nnd ON films (code) NULLS NOT DISTINCT WHERE rating > 1'],
    ['CREATE INDEX twice ON films (title text_pattern_ops, title)'],
    ['CREATE INDEX same ON films (rating, rating)', /same/],
    ['CREATE INDEX keyinc ON films (rating) INCLUDE (rating)', /keyinc/],
    ['CREATE FUNCTION own(integer) RETURNS integer IMMUTABLE LANGUAGE sql AS $$ SELECT 1 $$'],
    [
      'CREATE INDEX called ON films (own(rating))',
      /called uses a function, an operator class or a collation of the database and is omitted/,
    ],
    ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS conc ON ONLY films USING btree (id ASC NULLS LAST, rating)'],
  ],
  sqlite: [
    [
      'CREATE TABLE films (id INTEGER PRIMARY KEY AUTOINCREMENT, title VARCHAR(80), rating INT, "Odd ""name" INT, code TEXT)',
    ],
    ['CREATE UNIQUE INDEX title_idx ON films (title)'],
    ['CREATE INDEX IF NOT EXISTS main.lowered ON films(lower(title) COLLATE NOCASE DESC, rating ASC)'],
    [
      'CREATE INDEX odd ON films ("Odd ""name" COLLATE "NOCASE" DESC, title || \'), x DESC\') WHERE "Odd ""name" > 0 AND title <> \'); --\'',
    ],
    ['CREATE INDEX byid ON films (id DESC, title)'],
    ['CREATE UNIQUE INDEX part ON films(code)WHERE(rating IS NOT NULL)'],
    ['CREATE INDEX cased ON films (CASE WHEN rating > 1 THEN title END, (rating + 1) DESC)'],
    ['CREATE INDEX "hostile ]"";--" ON films ([title] COLLATE RTRIM)'],
    ['CREATE INDEX commented ON films (title /* no, */, rating) -- last'],
    ['CREATE INDEX quoted ON films ("title", `rating`, [code])'],
    ['CREATE INDEX same ON films (rating, rating)', /same/],
    [
      'CREATE TABLE other (id INTEGER PRIMARY KEY, a TEXT, b TEXT, UNIQUE (a DESC), UNIQUE (b COLLATE NOCASE))',
      /other: the unique constraint on a becomes an index/,
    ],
  ],
  mysql: [
    [
      'CREATE TABLE films (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, title varchar(80), rating int, code text, loc point NOT NULL)',
    ],
    ['CREATE UNIQUE INDEX title_idx ON films (title)'],
    ['CREATE OR REPLACE INDEX descending ON films (rating DESC, title(10) ASC, id DESC)'],
    ['CREATE FULLTEXT INDEX words ON films (title, code)'],
    ['CREATE SPATIAL INDEX places ON films (loc)'],
    ['CREATE INDEX tree USING BTREE ON films (rating)'],
    ["CREATE INDEX noted ON films (rating, id) COMMENT 'why'", /comment of the index noted is omitted/],
    ['CREATE INDEX unseen ON films (id, rating) IGNORED', /option IGNORED of the index unseen is omitted/],
    [
      'CREATE TABLE fast (id int NOT NULL PRIMARY KEY, a int, KEY t USING BTREE (a), KEY h USING HASH (id, a)) ENGINE=MEMORY',
    ],
    ['CREATE UNIQUE INDEX long_one ON films (code)'],
  ],
}

const catalogs: Readonly<Record<DatabaseName, string>> = {
  pgsql: `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS text, o.contype AS kind FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    LEFT JOIN pg_constraint o ON o.conindid = i.indexrelid AND o.contype IN ('u', 'p') WHERE i.indrelid IN ('films'::regclass) ORDER BY 1`,
  sqlite: `SELECT l.name, group_concat(i.cid || ' ' || ifnull(i.name, '') || ' ' || i.desc || ' ' || i.coll) AS text, l."unique" || l.partial AS kind
    FROM sqlite_master m JOIN pragma_index_list(m.name) l JOIN pragma_index_xinfo(l.name) i
    WHERE m.type = 'table' AND m.name IN ('films') AND i.key = 1 GROUP BY l.name ORDER BY 1`,
  mysql: `SELECT CONCAT(TABLE_NAME, INDEX_NAME) AS name, GROUP_CONCAT(COLUMN_NAME, IFNULL(SUB_PART, ''), IFNULL(COLLATION, '') ORDER BY SEQ_IN_INDEX) AS text,
    CONCAT(NON_UNIQUE, INDEX_TYPE) AS kind FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN ('films', 'fast')
    GROUP BY 1, 3 ORDER BY 1`,
}

const catalogOf = async ({ database }: Project) =>
  (await query(database, catalogs[database.name])).map(({ name, text, kind }) => `${name} ${text} ${kind}`)

for (const database of databases) {
  test(`${database}: every form of CREATE INDEX is read back as it is, or a notice names the difference`, async (t) => {
    const project = await createProject(t, { schema: '<database name="shop"/>', database })
    for (const [sql] of forms[database]) await query(project.database, sql)
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    for (const [sql, notice] of forms[database]) if (notice) t.regex(reversed.stderr, notice, sql)
    const noticed = (name: string) => new RegExp(`(?:index|unique|of the index) ${name}\\b`).test(reversed.stderr)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    const other = await createProject(t, { schema, database })
    for (const command of ['sql:build', 'sql:insert']) {
      const { code, stderr } = await other.orm(command)
      t.is(code, 0, stderr)
    }
    const kept = (lines: readonly string[]) => lines.filter((line) => !noticed(line.split(' ')[0]!))
    t.deepEqual(kept(await catalogOf(other)), kept(await catalogOf(project)), `${reversed.stderr}\n${schema}`)
  })
}
