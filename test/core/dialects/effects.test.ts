import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type DialectName, dialects } from 'orm-core'
import { type Effect, effectOf, Source, splitStatements } from 'orm-core/internal'
import { root } from '../../support/root.mjs'

const keeps: Effect = {}
const unknown: Effect = { isUnknown: true }
const changes = (...tables: string[]): Effect => ({ changes: tables })
const drops = (...tables: string[]): Effect => ({ drops: tables })
const adds = (...tables: string[]): Effect => ({ adds: tables })

/** Read the same way by every server that has them. */
const everywhere: readonly (readonly [sql: string, effect: Effect])[] = [
  ['CREATE TABLE a (x INTEGER REFERENCES b ON DELETE CASCADE ON UPDATE SET NULL)', { creates: ['a'] }],
  ['CREATE UNIQUE INDEX a ON b (x)', keeps],
  ['CREATE VIEW a AS SELECT 1', { hides: ['a'] }],
  ['DROP TABLE a', drops('a')],
  ['drop /* x */ table if exists a, s."b"', drops('a', 's."b"')],
  ['DROP VIEW a', keeps],
  ['DROP SCHEMA a CASCADE', unknown],
  ['DROP DATABASE a', unknown],
  ['DROP OWNED BY a', unknown],
  ['DROP TYPE a CASCADE', unknown],
  ['TRUNCATE TABLE a', drops('a')],
  ["INSERT INTO a VALUES ('DROP TABLE b')", adds('a')],
  ['DELETE FROM s.a WHERE x = 1', changes('s.a')],
  ['UPDATE a SET x = 1', changes('a')],
  ['ALTER TABLE a ADD x INTEGER', keeps],
  ['ALTER TABLE a ADD x INTEGER, DROP COLUMN y', changes('a')],
  ['ALTER TABLE a DROP CONSTRAINT x', keeps],
  ['ALTER TABLE a RENAME TO b', changes('a')],
  ['MERGE INTO a USING b ON 1 = 1 WHEN MATCHED THEN DELETE', unknown],
  ['CALL f()', unknown],
  ['EXECUTE a', unknown],
  ['PREPARE a FROM b', unknown],
  ['SOMETHING NEW', unknown],
  ['BEGIN', keeps],
  ['COMMIT', keeps],
]

const vendors: Readonly<Record<DialectName, readonly (readonly [sql: string, effect: Effect])[]>> = {
  mysql: [
    ['DROP TABLE IF EXISTS `a`.`b;`, c', drops('`a`.`b;`', 'c')],
    ['DROP TABLES a', drops('a')],
    ['/*!40000 DROP TABLE a */', drops('a')],
    ['/*M!100100 DROP TABLE a */', drops('a')],
    ["CREATE TABLE /*!99999 a (x INT COMMENT '*/ b (y INT)", unknown],
    ['DROP /*!40000 VIEW */ /*M!999999 TABLE */ a', unknown],
    ['CREATE OR REPLACE TABLE a (x INT)', drops('a')],
    ['CREATE OR REPLACE DATABASE a', unknown],
    ['CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DROP TABLE a', unknown],
    [
      'CREATE DEFINER = `u`@`h` TRIGGER t AFTER INSERT ON a FOR EACH ROW DELETE FROM b',
      { arms: { name: 't', table: 'a' } },
    ],
    ['CREATE FUNCTION s.F() RETURNS INT BEGIN DELETE FROM a; RETURN 1; END', { defines: ['f'] }],
    ['DROP TEMPORARY TABLE a', keeps],
    ['TRUNCATE a', drops('a')],
    ['SELECT TRUNCATE(price, 1) FROM book', { calls: ['truncate'] }],
    ['SELECT `f`() FROM book FOR UPDATE', { calls: ['f'] }],
    ['REPLACE INTO a VALUES (1)', { changes: ['a'], calls: ['values'] }],
    ["SELECT REPLACE('a', 'b', 'c')", { calls: ['replace'] }],
    ['INSERT IGNORE INTO a SELECT * FROM b', adds('a')],
    ['INSERT INTO a SELECT 1 ON DUPLICATE KEY UPDATE x = 2', changes('a')],
    ['DELETE a, b FROM a JOIN b', unknown],
    ['UPDATE a JOIN b SET a.x = 1', unknown],
    ['RENAME TABLE a TO b, c.d TO e', changes('a', 'c.d')],
    ['ALTER IGNORE TABLE a ADD UNIQUE u_a', changes('a')],
    ['ALTER TABLE a ENGINE = BLACKHOLE', changes('a')],
    ['/*!40000 ALTER TABLE a DISABLE KEYS */', keeps],
    ["EXECUTE IMMEDIATE 'DROP TABLE a'", unknown],
    ['SET FOREIGN_KEY_CHECKS = 0', keeps],
    ["/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */", keeps],
    ["SET SQL_MODE = 'NO_BACKSLASH_ESCAPES'", unknown],
    ['SET STATEMENT max_statement_time = 1 FOR DELETE FROM a', unknown],
    ['USE other', unknown],
    ['ANALYZE TABLE a', keeps],
    ['ANALYZE UPDATE a SET x = 1', unknown],
    ['BEGIN NOT ATOMIC DELETE FROM a', unknown],
    ['ROLLBACK TO SAVEPOINT a', keeps],
    ['LOAD DATA INFILE "x" REPLACE INTO TABLE a', unknown],
  ],
  pgsql: [
    ['DROP TABLE IF EXISTS "a b", s."c" CASCADE', drops('"a b"', 's."c"')],
    ['TRUNCATE ONLY a, b', drops('a', 'b')],
    ['TRUNCATE a CASCADE', { drops: ['a'], cascades: true }],
    ['DO $$ BEGIN DROP TABLE a; END $$', unknown],
    ['WITH gone AS (DELETE FROM a RETURNING *) SELECT * FROM gone', unknown],
    ['WITH x AS (SELECT 1) SELECT * FROM x', keeps],
    ["SELECT setval('a_id_seq', 5)", { calls: ['setval'] }],
    ["SELECT pg_catalog.set_config('search_path', '', false)", { calls: ['set_config'] }],
    ["SELECT set_config('search_path', 'other', false)", unknown],
    ['SET search_path TO other', unknown],
    ['SET LOCAL lock_timeout = 1', keeps],
    ['INSERT INTO a SELECT 1 ON CONFLICT (x) DO UPDATE SET y = 1', { changes: ['a'], calls: ['conflict'] }],
    ['INSERT INTO a SELECT 1 ON CONFLICT DO NOTHING', adds('a')],
    ["COPY a FROM '/x'", adds('a')],
    ["COPY (DELETE FROM a RETURNING *) TO '/x'", unknown],
    ['DROP SEQUENCE IF EXISTS "a" CASCADE', keeps],
    ['DROP FUNCTION f CASCADE', unknown],
    ['ALTER TABLE ONLY a ALTER COLUMN x SET DEFAULT 1', keeps],
    ['ALTER TABLE a ALTER COLUMN x TYPE TEXT', changes('a')],
    ['ALTER TABLE a SET SCHEMA s', changes('a')],
    ['ALTER TYPE e ADD VALUE $$x$$', keeps],
    ['CREATE RULE r AS ON INSERT TO a DO INSTEAD DELETE FROM b', { arms: { name: 'r', table: 'a' } }],
    ['EXPLAIN ANALYZE DELETE FROM a', unknown],
    ['CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; END', unknown],
  ],
  sqlite: [
    ['DROP TABLE /* x */ [a]', drops('[a]')],
    ['INSERT OR REPLACE INTO a SELECT 1', changes('a')],
    ['INSERT OR IGNORE INTO a SELECT 1', adds('a')],
    ['PRAGMA foreign_keys = OFF', keeps],
    ['PRAGMA writable_schema = 1', unknown],
    ["ATTACH 'x' AS y", unknown],
    ['CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; END', { arms: { name: 't', table: 'a' } }],
    ["VACUUM INTO 'x'", unknown],
  ],
  mssql: [
    ['INSERT INTO a SELECT 1 DROP TABLE b', unknown],
    ['SELECT 1 EXEC f', unknown],
    ['DELETE FROM a DELETE FROM b', unknown],
    ['SET IDENTITY_INSERT a ON', keeps],
    ["IF OBJECT_ID(N'[a]', N'U') IS NOT NULL\nBEGIN\n    DROP TABLE [b]\nEND", unknown],
  ],
  oracle: [
    ['DROP TABLE a CASCADE CONSTRAINTS', drops('a')],
    ['DROP SEQUENCE a', keeps],
    ["BEGIN EXECUTE IMMEDIATE 'DROP TABLE a'; END;", unknown],
    ["ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD'", keeps],
  ],
}

for (const vendor of Object.keys(dialects) as DialectName[]) {
  for (const [sql, effect] of [...everywhere, ...vendors[vendor]]) {
    test(`${vendor}: what is known of ${sql}`, (t) => {
      const { calls, ...found } = effectOf(sql, dialects[vendor].lexicon)
      const { calls: expected, ...rest } = effect
      t.deepEqual(found, rest)
      if (expected) t.deepEqual(calls, expected)
    })
  }

  for (const name of ['worked-example', 'everything', 'schemas']) {
    test(`${vendor}: everything is known of what sql:build writes for ${name}`, (t) => {
      const text = readFileSync(join(root, `test/core/dialects/golden/${name}/${vendor}.sql`), 'utf8')
      const { lexicon } = dialects[vendor]
      for (const statement of splitStatements(new Source('x.sql', text), lexicon).statements) {
        const { drops: dropped, calls, creates, ...effect } = effectOf(statement.text, lexicon)
        t.deepEqual(effect, {}, statement.text)
        t.is(creates !== undefined, /^CREATE TABLE\b/.test(statement.text), statement.text)
        t.is(dropped !== undefined, /\bDROP TABLE\b/.test(statement.text), statement.text)
      }
    })
  }
}
