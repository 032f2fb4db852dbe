import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type DialectName, dialects } from 'orm-core'
import { refusals, Source, splitStatements } from 'orm-core/internal'
import { root } from '../../support/root.mjs'

const refusedOf = (vendor: DialectName, sql: string, lexicon = dialects[vendor].lexicon): string[] =>
  refusals(splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon).statements, {
    ...dialects[vendor],
    lexicon,
  }).map(({ statement, reason }) => `${statement.text.split('\n')[0]}: ${reason}`)

/** SQL that `--safe` executes, on every vendor and on one. */
const allowed: Readonly<Record<'all' | DialectName, readonly string[]>> = {
  all: [
    'CREATE TABLE n (x INTEGER)',
    'CREATE TABLE n (x INTEGER /* a */ NOT NULL, -- b;\ny VARCHAR(10))',
    "CREATE TABLE n (x INTEGER); INSERT INTO n VALUES (1); INSERT INTO n (x) VALUES (-1.5e3), ('it''s; DROP TABLE a'), (NULL)",
    'CREATE TABLE n (x TIMESTAMP DEFAULT CURRENT_TIMESTAMP); INSERT INTO n (x) VALUES (CURRENT_TIMESTAMP)',
    'CREATE TABLE n (x INTEGER DEFAULT own_function())',
    'CREATE TABLE n (x INTEGER, FOREIGN KEY (x) REFERENCES a (y) ON DELETE CASCADE)',
    'CREATE TABLE n (x INTEGER); CREATE UNIQUE INDEX i ON n (x)',
    'CREATE TABLE n (x INTEGER); DROP TABLE n',
    'DROP TABLE a',
  ],
  mysql: [
    'CREATE TABLE n (x INTEGER); ALTER TABLE n ADD CONSTRAINT u UNIQUE (x)',
    "CREATE VIEW v AS SELECT x FROM a WHERE x <> 'it''s; --'; DROP VIEW IF EXISTS v",
    "CREATE TABLE n (x VARCHAR(9)); INSERT INTO `n` VALUES ('it\\'s')",
    'CREATE TABLE n (x INTEGER); INSERT INTO n () VALUES ()',
    'SET NAMES utf8mb4; SET UNIQUE_CHECKS = 0',
    'CREATE TABLE n (x DATETIME); INSERT INTO n VALUES (NOW())',
  ],
  pgsql: [
    'CREATE VIEW v AS SELECT x FROM a WHERE x > 1; DROP VIEW IF EXISTS v CASCADE',
    'CREATE TABLE "n" (x INTEGER); INSERT INTO N VALUES (1)',
    "CREATE TABLE n (x jsonb DEFAULT '{}'::jsonb NOT NULL, y text[] DEFAULT '{}'::text[]); INSERT INTO n VALUES ('{}', E'\\'')",
    "COMMENT ON TABLE a IS 'C:\\'; SET lock_timeout = '5s'; SET NAMES 'UTF8'",
    "CREATE TABLE n (x INT4RANGE DEFAULT '[1,2)', y MACADDR DEFAULT '08:00:2b:01:02:03'); INSERT INTO n VALUES ('empty', NULL)",
    "CREATE TYPE mood AS ENUM ('happy'); CREATE TABLE n (x mood NOT NULL DEFAULT 'happy', y \"mood\"[] DEFAULT '{happy}' NOT NULL)",
    'BEGIN; CREATE TABLE n (x mood, y public.geometry(Point, 4326)); COMMIT',
    'CREATE SEQUENCE s; CREATE TABLE n (x INTEGER); DROP SEQUENCE IF EXISTS s CASCADE',
  ],
  sqlite: [
    "CREATE VIEW [v] AS SELECT x FROM a WHERE x <> 'it''s; --'; DROP VIEW IF EXISTS [v]",
    'CREATE TABLE [N] (x); INSERT INTO "n" VALUES (X\'00\')',
    'PRAGMA foreign_keys = OFF; PRAGMA user_version = 3',
  ],
  mssql: [
    "CREATE TABLE [n] ([x] INT IDENTITY(1,1)); SET IDENTITY_INSERT [n] ON; INSERT INTO [n] ([x]) VALUES (1), (N'ä')",
  ],
  oracle: ["CREATE TABLE n (x NUMBER, d# DATE); INSERT INTO N (x) VALUES (TO_DATE('2020', 'YYYY'))"],
}

/** SQL of which `--safe` refuses a statement, whatever is in the database. */
const refused: Readonly<Record<'all' | DialectName, readonly string[]>> = {
  all: [
    'INSERT INTO a VALUES (1)',
    'INSERT INTO a SELECT 1',
    'CREATE TABLE n (x INTEGER); INSERT INTO n SELECT 1',
    'CREATE TABLE n (x INTEGER); INSERT INTO n VALUES (own_function())',
    'CREATE TABLE n (x INTEGER); INSERT INTO n VALUES ((SELECT 1))',
    'CREATE TABLE n (x INTEGER DEFAULT own_function()); INSERT INTO n VALUES (1)',
    'CREATE TABLE IF NOT EXISTS n (x INTEGER); INSERT INTO n VALUES (1)',
    'CREATE TABLE n (x INTEGER); DROP TABLE n; INSERT INTO n VALUES (1)',
    'CREATE TABLE n (x INTEGER); INSERT INTO n VALUES (1); DROP TABLE n',
    'CREATE TABLE n (x INTEGER); INSERT INTO s.n VALUES (1)',
    'CREATE TABLE s.n (x INTEGER); INSERT INTO n VALUES (1)',
    'CREATE TABLE n AS SELECT 1',
    'CREATE TABLE n (x INTEGER) AS SELECT 1',
    'CREATE TABLE n (SELECT 1)',
    'CREATE TABLE n (LIKE a)',
    'CREATE TABLE n (x INTEGER CHECK (f(x)))',
    'CREATE TABLE n (x INTEGER GENERATED ALWAYS AS (f()))',
    'CREATE OR REPLACE TABLE a (x INTEGER)',
    'CREATE TEMPORARY TABLE a (x INTEGER)',
    'CREATE MATERIALIZED VIEW v AS SELECT 1',
    'CREATE OR REPLACE VIEW v AS SELECT 1',
    'CREATE VIEW v AS',
    'CREATE TRIGGER t',
    'CREATE INDEX i ON a (x)',
    'CREATE TABLE n (x INTEGER); CREATE INDEX i ON n (lower(x))',
    'ALTER TABLE a ADD x INTEGER',
    'ALTER TABLE a ADD CONSTRAINT u UNIQUE (x)',
    'CREATE TABLE n (x INTEGER); ALTER TABLE n RENAME TO m',
    'CREATE TABLE n (x INTEGER\0)',
    'DROP TABLE a, b',
    'DROP VIEW v, w',
    'DROP SCHEMA s',
    'TRUNCATE TABLE a',
    'DELETE FROM a',
    'UPDATE a SET x = 1',
    'SELECT 1',
    'WITH a AS (SELECT 1) SELECT * FROM a',
    'ROLLBACK',
    'CALL f()',
    'GRANT SELECT ON a TO b',
    'SET x = 1',
    'SOMETHING NEW',
  ],
  mysql: [
    "INSERT INTO n VALUES ('\\'')",
    'CREATE TABLE n (x INTEGER); INSERT INTO N VALUES (1)',
    'CREATE TABLE n (x INTEGER); INSERT INTO n VALUES (NOW ())',
    'CREATE TABLE n (x TEXT); INSERT INTO n VALUES ("a")',
    'CREATE TABLE n (x INTEGER) /*! AS SELECT 1 */',
    'CREATE TABLE n (x INTEGER) ENGINE=MERGE UNION=(a)',
    'CREATE TABLE n (x INTEGER) ENGINE=FEDERATED',
    'CREATE TABLE n\u00a0(x INTEGER)',
    'CREATE VIEW v AS SELECT 1 /*! INTO @x */',
  ],
  pgsql: [
    'CREATE TABLE "N" (x INTEGER); INSERT INTO n VALUES (1)',
    'CREATE TABLE Ü (x INTEGER); INSERT INTO ü VALUES (1)',
    'CREATE TABLE pg_class (x INTEGER)',
    "CREATE TABLE n (x mood DEFAULT 'happy')",
    "CREATE TYPE mood AS ENUM ('happy'); DROP TYPE mood; CREATE TABLE n (x mood DEFAULT 'happy')",
    "CREATE TYPE own.mood AS ENUM ('happy'); CREATE TABLE n (x mood DEFAULT 'happy')",
    "CREATE TYPE mood AS ENUM ('happy'); CREATE TABLE n (x mood DEFAULT own_function())",
    "CREATE TYPE mood AS ENUM ('happy'); CREATE TABLE n (x mood DEFAULT 'happy'::own_type)",
    'CREATE TABLE n (x mood); INSERT INTO n VALUES (1)',
    "CREATE TABLE n (x INTEGER DEFAULT own_function('a'))",
    "CREATE TABLE n (x INTEGER DEFAULT cardinality('{1}'::own_type[]))",
    'CREATE TABLE n (x INTEGER, EXCLUDE USING btree (x WITH =))',
    'CREATE TABLE n (x TEXT); INSERT INTO n VALUES ($$a$$)',
    "CREATE TABLE n (x TEXT); INSERT INTO n VALUES (U&'\\0061')",
    "SET NAMES 'SJIS'",
    "CREATE VIEW v AS SELECT 'a'::mood",
    'CREATE VIEW v AS SELECT $$a$$',
    'CREATE SCHEMA s CREATE TABLE n (x INTEGER)',
  ],
  sqlite: [
    'CREATE TABLE temp.n (x)',
    "CREATE TABLE 'n' (x)",
    'CREATE TABLE n (x INTEGER PRIMARY KEY ON CONFLICT REPLACE)',
    'CREATE TABLE n (x); INSERT OR REPLACE INTO n VALUES (1)',
    'PRAGMA journal_mode = OFF',
    'CREATE TABLE n (x) WITHOUT ROWID, STRICT',
  ],
  mssql: [
    'CREATE VIEW v AS SELECT 1',
    'DROP VIEW v',
    'CREATE TABLE [n] ([x] INT) DROP TABLE [a]',
    'CREATE TABLE [n] ([x] INT); INSERT INTO [n] VALUES (1) EXEC f',
    'CREATE TABLE [n] ([x] INT); INSERT INTO [n] OUTPUT inserted.x INTO a VALUES (1)',
    'CREATE TABLE [n] ([x] INT) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.a))',
    "IF OBJECT_ID(N'[a]', N'U') IS NOT NULL\nBEGIN\n    DROP TABLE [b]\nEND",
    'SET IDENTITY_INSERT a ON',
  ],
  oracle: [
    'CREATE VIEW v AS SELECT 1 FROM dual',
    'DROP VIEW v',
    "BEGIN EXECUTE IMMEDIATE 'DROP TABLE a'; END;\n/",
    'CREATE TABLE n (x NUMBER) ORGANIZATION EXTERNAL (TYPE x)',
    'INSERT ALL INTO a VALUES (1) SELECT 1 FROM dual',
    'ALTER SESSION SET CURRENT_SCHEMA = other',
    'DROP TABLE a PURGE',
    "CREATE TABLE n (x VARCHAR2(9)); INSERT INTO n VALUES (q'[a]')",
  ],
}

for (const vendor of Object.keys(dialects) as DialectName[]) {
  test(`${vendor}: --safe executes these statements`, (t) => {
    for (const sql of [...allowed.all, ...allowed[vendor]]) t.deepEqual(refusedOf(vendor, sql), [], sql)
  })

  test(`${vendor}: --safe refuses these statements`, (t) => {
    for (const sql of [...refused.all, ...refused[vendor]]) t.not(refusedOf(vendor, sql).length, 0, sql)
  })

  test(`${vendor}: --safe executes all that sql:build writes for the golden cases`, (t) => {
    const folder = join(root, 'test/core/dialects/golden')
    // Of views and statements, --safe executes only some.
    for (const name of readdirSync(folder).filter((each) => each !== 'views')) {
      const file = join(folder, name, `${vendor}.sql`)
      if (existsSync(file)) t.deepEqual(refusedOf(vendor, readFileSync(file, 'utf8')), [], name)
    }
  })
}

test('mssql: --safe takes the block that drops a table only as it is written', (t) => {
  const text = readFileSync(join(root, 'test/core/dialects/golden/worked-example/mssql.sql'), 'utf8')
  const block = /IF OBJECT_ID[\s\S]*?\nEND/.exec(text)![0]
  t.deepEqual(refusedOf('mssql', block), [])
  const withQuote = block.replace(/N'\[\w+\]'/g, "N'[it''s]'").replace(/DROP TABLE \[\w+\]/, "DROP TABLE [it's]")
  t.not(withQuote, block)
  t.deepEqual(refusedOf('mssql', withQuote), [])
  for (const changed of [
    block.replace('EXEC', 'DELETE FROM [a] EXEC'),
    block.replace(/DROP TABLE \[\w+\]/, 'DROP TABLE [other]'),
    block.replace(/^IF OBJECT_ID\(N'\[\w+\]'/, "IF OBJECT_ID(N'[other]'"),
    block.replace("N' DROP CONSTRAINT '", "N' DROP TABLE '"),
    block.replace('sys.foreign_keys', 'foreign_keys'),
    `${block} DROP TABLE [other]`,
  ]) {
    t.not(changed, block)
    t.is(refusedOf('mssql', changed).length, 1, changed)
  }
})

test('--safe reads strings as the server does, with or without backslashes that escape', (t) => {
  const sql = "CREATE TABLE n (x INTEGER, y VARCHAR(9) DEFAULT '\\') /* ') */"
  t.is(refusedOf('mysql', "CREATE TABLE n (y VARCHAR(9) DEFAULT '\\'')").length, 0)
  t.is(
    refusals(
      [{ text: "CREATE TABLE n (y VARCHAR(9) DEFAULT '\\'')", mark: { source: new Source('x', ''), offset: 0 } }],
      {
        ...dialects.mysql,
        lexicon: { ...dialects.mysql.lexicon, backslashQuotes: '' },
      },
    ).length,
    1,
  )
  t.is(refusedOf('pgsql', sql).length, 0)
})

test('a refusal says where a statement is not understood any more, or which table is not of the run', (t) => {
  t.deepEqual(
    refusedOf(
      'mysql',
      'CREATE TABLE a (x INTEGER);\nALTER TABLE b EXCHANGE PARTITION p WITH TABLE a;\nINSERT INTO c VALUES (1)',
    ),
    [
      'ALTER TABLE b EXCHANGE PARTITION p WITH TABLE a: it is not understood from EXCHANGE on',
      'INSERT INTO c VALUES (1): this run has not created table c',
    ],
  )
})

test('a statement with 20,000 rows is read in time that grows with its length', (t) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `(${index}, 'x''${index}', NULL)`).join(', ')
  const start = process.cpuUsage().user
  t.deepEqual(refusedOf('pgsql', `CREATE TABLE n (a INTEGER, b TEXT, c DATE); INSERT INTO n VALUES ${rows}`), [])
  t.true(process.cpuUsage().user - start < 3_000_000)
})
