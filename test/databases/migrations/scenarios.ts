import type { DatabaseName } from '../../support/databases.js'

/** One list of scenarios for every runner: what stands in the files, what is run, and what holds afterwards. */
export interface Scenario {
  readonly title: string
  /** Databases on which it has a meaning; all of them if absent. */
  readonly on?: readonly DatabaseName[]
  readonly steps: readonly Step[]
}

export type Step =
  /** Files of the migration directory by name; `null` removes one. */
  | { readonly files: Readonly<Record<string, string | null>> }
  /** Statements that somebody else executes. */
  | { readonly sql: readonly string[] }
  | {
      readonly run: readonly string[]
      readonly code?: number
      /** What the output has, of both streams; `%` in it is any text. */
      readonly says?: readonly string[]
    }
  /** Tables besides the state table. */
  | { readonly tables: readonly string[] }
  /** State of each migration as `status --format=json` gives it: `version state`, and `done/total` of one that stopped. */
  | { readonly status: readonly string[] }
  /** The rows of a query, as text. */
  | { readonly query: string; readonly rows: readonly string[] }

const create = (table: string): string =>
  `-- orm: up\nCREATE TABLE ${table} (id INTEGER NOT NULL PRIMARY KEY);\n-- orm: down\nDROP TABLE ${table};\n`

/** Its second statement fails; the tables that it makes can be dropped in any order. */
const halfway = `-- orm: no-transaction
-- orm: up
CREATE TABLE a (id INTEGER);
CREATE TABLE a (nonsense;
CREATE TABLE d (id INTEGER);
-- orm: down
DROP TABLE a;
DROP TABLE d;
`

/** Statements that cannot be executed twice. */
const collisions: Readonly<
  Record<string, { readonly on?: readonly DatabaseName[]; readonly before?: readonly string[]; readonly sql: string }>
> = {
  table: { sql: 'CREATE TABLE a (id INTEGER)' },
  index: { sql: 'CREATE INDEX i ON t (n)' },
  column: { sql: 'ALTER TABLE t ADD COLUMN c INTEGER' },
  view: { sql: 'CREATE VIEW v AS SELECT id FROM t' },
  'primary key': {
    on: ['pgsql', 'mysql'],
    before: ['CREATE TABLE p (id INTEGER NOT NULL)'],
    sql: 'ALTER TABLE p ADD PRIMARY KEY (id)',
  },
  'foreign key': {
    on: ['pgsql', 'mysql'],
    before: ['CREATE TABLE c (t INTEGER)'],
    sql: 'ALTER TABLE c ADD CONSTRAINT c_fk FOREIGN KEY (t) REFERENCES t (id)',
  },
  check: { on: ['pgsql', 'mysql'], sql: 'ALTER TABLE t ADD CONSTRAINT positive CHECK (n > 0)' },
  trigger: {
    on: ['sqlite'],
    sql: 'CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW BEGIN DELETE FROM t WHERE n = 0; END',
  },
  'trigger of one statement': { on: ['mysql'], sql: 'CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW SET @n = NEW.n' },
  sequence: { on: ['pgsql', 'mysql'], sql: 'CREATE SEQUENCE s' },
  type: { on: ['pgsql'], sql: "CREATE TYPE e AS ENUM ('x')" },
  schema: { on: ['pgsql'], sql: 'CREATE SCHEMA s' },
  function: { on: ['pgsql'], sql: 'CREATE FUNCTION f() RETURNS INTEGER LANGUAGE sql AS $$ SELECT 1 $$' },
}

const [first, second, third] = ['20260101000000_a.sql', '20260102000000_b.sql', '20260103000000_c.sql']

const transactional: readonly DatabaseName[] = ['sqlite', 'pgsql']

export const scenarios: readonly Scenario[] = [
  {
    title: 'applies what is pending, oldest first, and nothing twice',
    steps: [
      { files: { [second]: create('b'), [first]: create('a') } },
      { status: ['20260101000000 pending', '20260102000000 pending'] },
      { run: ['migrate'], says: ['20260101000000_a applied%20260102000000_b applied'] },
      { tables: ['a', 'b'] },
      { status: ['20260101000000 applied', '20260102000000 applied'] },
      { run: ['migrate'], says: ['nothing to apply'] },
    ],
  },
  {
    title: 'ends with the version that --to names',
    steps: [
      { files: { [first]: create('a'), [second]: create('b'), [third]: create('c') } },
      { run: ['migrate', '--to=20260102000000'] },
      { tables: ['a', 'b'] },
      { run: ['migrate', '--to=20260102000001'], code: 1, says: ['ORM-D030', '20260102000001'] },
      { run: ['migrate', '--dry-run'], says: ['CREATE TABLE c'] },
      { tables: ['a', 'b'] },
      { run: ['down', '--to=20260101000000'], says: ['20260102000000_b reverted'] },
      { tables: ['a'] },
      { status: ['20260101000000 applied', '20260102000000 pending', '20260103000000 pending'] },
    ],
  },
  {
    title: 'takes the newest one back, and rows only where somebody agrees',
    steps: [
      { files: { [first]: create('a'), [second]: create('b') } },
      { run: ['migrate'] },
      { sql: ['INSERT INTO b VALUES (1)'] },
      { run: ['down'], code: 1, says: ['ORM-D031', 'table b', '1 row would be dropped (', '--allow-loss'] },
      { tables: ['a', 'b'] },
      { sql: ['INSERT INTO a VALUES (1)'] },
      { files: { [second]: create('b').replace('-- orm: down\n', '-- orm: down\nDELETE FROM b;\n') } },
      // Nothing refers to b, so that no other table is at stake.
      { run: ['down'], code: 1, says: ['rows would be lost: table b', '1 row would be dropped (', '--allow-loss'] },
      { sql: ['DELETE FROM a'] },
      { run: ['down', '--allow-loss'], says: ['20260102000000_b reverted'] },
      { tables: ['a'] },
      { run: ['down'] },
      { tables: [] },
      { run: ['down'], says: ['nothing to revert'] },
    ],
  },
  {
    title: 'refuses an applied file that was changed, but not for comments and blanks',
    steps: [
      { files: { [first]: create('a') } },
      { run: ['migrate'] },
      {
        files: {
          [first]: `-- a new comment\n${create('a').replaceAll(' ', '  ').replace('--  orm:  up', '-- orm: up').replace('--  orm:  down', '-- orm: down').replace('(', '( /* x */')}`,
        },
      },
      { run: ['migrate'], says: ['nothing to apply'] },
      { files: { [first]: create('a').replace('INTEGER', 'BIGINT'), [second]: create('b') } },
      { status: ['20260101000000 changed', '20260102000000 pending'] },
      { run: ['migrate'], code: 1, says: ['ORM-D026', first] },
      { tables: ['a'] },
    ],
  },
  {
    title: 'applies an older file with a notice, unless --strict',
    steps: [
      { files: { [second]: create('b') } },
      { run: ['migrate'] },
      { files: { [first]: create('a') } },
      { run: ['migrate', '--strict'], code: 1, says: ['ORM-D028', first, '20260102000000'] },
      { tables: ['b'] },
      { run: ['migrate'], says: ['notice: %20260101000000_a.sql is older than 20260102000000'] },
      { tables: ['a', 'b'] },
    ],
  },
  {
    title: 'names a file that is gone',
    steps: [
      { files: { [first]: create('a'), [second]: create('b') } },
      { run: ['migrate'] },
      { files: { [second]: null, [third]: create('c') } },
      { status: ['20260101000000 applied', '20260102000000 missing', '20260103000000 pending'] },
      { run: ['migrate'], says: ['notice: %20260102000000_b'] },
      { tables: ['a', 'b', 'c'] },
      { run: ['down'] },
      { run: ['down'], code: 1, says: ['ORM-D029', '20260102000000_b'] },
    ],
  },
  {
    title: 'says why there is no way back',
    steps: [
      { files: { [first]: '-- orm: up\nCREATE TABLE a (id INTEGER);\n-- orm: irreversible rows are merged\n' } },
      { run: ['migrate'] },
      { run: ['down'], code: 1, says: ['ORM-D029', 'rows are merged'] },
      { files: { [second]: '-- orm: up\nCREATE TABLE b (id INTEGER);\n' } },
      { run: ['migrate'] },
      { run: ['down'], code: 1, says: ['ORM-D029', '-- orm: down'] },
      { tables: ['a', 'b'] },
    ],
  },
  {
    title: 'refuses directives, names and transactions that are not known before anything is executed',
    steps: [
      { files: { [first]: create('a'), [second]: '-- orm: upp\nCREATE TABLE b (id INTEGER);\n' } },
      { run: ['migrate'], code: 1, says: [`${second}:1:1 ORM-M001`, 'upp'] },
      { files: { [second]: 'CREATE TABLE b (id INTEGER);\n-- orm: up\n' } },
      { run: ['migrate'], code: 1, says: [`${second}:1:1 ORM-M003`] },
      { files: { [second]: '-- orm: up\nCREATE TABLE b (id INTEGER);\nCOMMIT;\n' } },
      { run: ['migrate'], code: 1, says: [`${second}:3:1 ORM-D034`] },
      { files: { [second]: '-- orm: up\nCREATE TABLE b (id INTEGER);\nEND;\n' } },
      { run: ['migrate'], code: 1, says: [`${second}:3:1 ORM-D034`, 'DELIMITER'] },
      { files: { [second]: "-- orm: up\nINSERT INTO a VALUES ('x;\n" } },
      { run: ['migrate'], code: 1, says: [`${second}:2:23 ORM-D005`] },
      { files: { [second]: null, 'b.sql': create('b') } },
      { run: ['migrate'], code: 1, says: ['ORM-D024', 'b.sql'] },
      { files: { 'b.sql': null, '20260101000000_b.sql': create('b') } },
      { run: ['migrate'], code: 1, says: ['ORM-D025', '20260101000000_a.sql', '20260101000000_b.sql'] },
      { tables: [] },
    ],
  },
  ...(['sqlite', 'pgsql', 'mysql'] as const).map(
    (database, index, all): Scenario => ({
      title: 'refuses migrations whose snapshot is of another database system, before anything is executed',
      on: [database],
      steps: [
        {
          files: { [first]: create('a'), 'schema.json': `{"snapshot": 1, "platform": "${all[index - 1] ?? 'mysql'}"}` },
        },
        ...[['migrate'], ['migrate', '--dry-run'], ['status'], ['down']].map((run) => ({
          run,
          code: 1,
          says: [
            `schema.json is the snapshot of a ${all[index - 1] ?? 'mysql'} database, and the connection is ${database}`,
          ],
        })),
        { tables: [] },
        { files: { 'schema.json': `{"snapshot": 1, "platform": "${database}"}` } },
        { run: ['migrate'] },
        { tables: ['a'] },
      ],
    }),
  ),
  {
    title: 'cuts statements as their vendor reads them',
    steps: [
      {
        files: {
          [first]: `-- orm: up
CREATE TABLE a (id INTEGER, t VARCHAR(100));
INSERT INTO a VALUES (1, 'a; b -- c'); /* ; */ INSERT INTO a VALUES (2, 'it''s
-- orm: down
no directive');
-- orm: down
DROP TABLE a;
`,
        },
      },
      { run: ['migrate'], says: ['3 statements'] },
      { query: 'SELECT t FROM a ORDER BY id', rows: ['a; b -- c', "it's\n-- orm: down\nno directive"] },
    ],
  },
  {
    title: 'leaves nothing of a file that fails, and goes on once it is mended',
    on: transactional,
    steps: [
      {
        files: {
          [first]: create('a'),
          [second]: '-- orm: up\nCREATE TABLE b (id INTEGER);\nCREATE TABLE a (id INTEGER);\n',
        },
      },
      { run: ['migrate'], code: 1, says: [`${second}:3:1 ORM-D002`, 'this migration was not applied'] },
      { tables: ['a'] },
      { status: ['20260101000000 applied', '20260102000000 pending'] },
      { files: { [second]: '-- orm: up\nCREATE TABLE b (id INTEGER);\nCREATE TABLE c (id INTEGER);\n' } },
      { run: ['migrate'] },
      { tables: ['a', 'b', 'c'] },
    ],
  },
  ...(['-- orm: no-transaction\n', ''] as const).map(
    (directive): Scenario => ({
      title: `says which statement failed ${directive ? 'of a file without transaction' : ''}, and goes on there`,
      ...(directive ? {} : { on: ['mysql'] as const }),
      steps: [
        {
          files: {
            [first]: `${directive}-- orm: up\nCREATE TABLE a (id INTEGER);\nINSERT INTO a VALUES (1);\nCREATE TABLE a (id INTEGER);\nCREATE TABLE c (id INTEGER);\n`,
          },
        },
        {
          run: ['migrate'],
          code: 1,
          says: ['ORM-D002', '2 of 4 statements of this migration were executed and stay in effect'],
        },
        { tables: ['a'] },
        { status: ['20260101000000 stopped 2/4'] },
        { run: ['migrate'], code: 1, says: ['ORM-D002', '2 of 4 statements'] },
        {
          files: {
            [first]: `${directive}-- orm: up\nCREATE TABLE a (id BIGINT);\nINSERT INTO a VALUES (1);\nCREATE TABLE b (id INTEGER);\n`,
          },
        },
        { run: ['migrate'], code: 1, says: ['ORM-D026', 'the first 2 statements'] },
        {
          files: {
            [first]: `${directive}-- orm: up\nCREATE TABLE a (id INTEGER);\nINSERT INTO a VALUES (1);\nCREATE TABLE b (id INTEGER);\nCREATE TABLE c (id INTEGER);\n-- orm: down\nDROP TABLE c;\nDROP TABLE x;\nDROP TABLE a;\n`,
          },
        },
        { run: ['down'], code: 1, says: ['ORM-D032'] },
        { run: ['migrate'], says: ['2 statements'] },
        { tables: ['a', 'b', 'c'] },
        { query: 'SELECT id FROM a', rows: ['1'] },
        { status: ['20260101000000 applied'] },
        {
          run: ['down', '--allow-loss'],
          code: 1,
          says: ['1 of 3 statements of this migration were executed and stay in effect'],
        },
        { tables: ['a', 'b'] },
        { status: ['20260101000000 stopped 1/3'] },
        { run: ['migrate'], code: 1, says: ['ORM-D032'] },
        {
          files: {
            [first]: `${directive}-- orm: up\nCREATE TABLE a (id INTEGER);\nINSERT INTO a VALUES (1);\nCREATE TABLE b (id INTEGER);\nCREATE TABLE c (id INTEGER);\n-- orm: down\nDROP TABLE c;\nDROP TABLE b;\nDROP TABLE a;\n`,
          },
        },
        { run: ['down', '--allow-loss'] },
        { tables: [] },
        { status: ['20260101000000 pending'] },
      ],
    }),
  ),
  {
    title: 'gives up a migration that stopped halfway: it is applied, and the next ones go on',
    steps: [
      { files: { [first]: halfway, [second]: create('b') } },
      { run: ['migrate'], code: 1, says: ['ORM-D002', 'resolve 20260101000000" with --applied or --rolled-back'] },
      {
        run: ['resolve', '20260101000000', '--applied', '--dry-run'],
        says: [
          '-- 20260101000000_a on connection "shop": 1 of 3 statements up is done, the next one failed: %; since 20%UTC',
          '-- line 3: executed\nCREATE TABLE a (id INTEGER);\n-- line 4: failed: %\nCREATE TABLE a (nonsense;\n-- line 5: not executed\nCREATE TABLE d (id INTEGER);\n',
          '1 migration would be recorded as applied',
        ],
      },
      { status: ['20260101000000 stopped 1/3', '20260102000000 pending'] },
      { sql: ['CREATE TABLE d (id INTEGER)'] },
      {
        run: ['resolve', '20260101000000', '--applied'],
        says: ['-- line 4: failed', '20260101000000_a recorded as applied on connection "shop"\n'],
      },
      { status: ['20260101000000 applied', '20260102000000 pending'] },
      { run: ['migrate'], says: ['20260102000000_b applied'] },
      { tables: ['a', 'b', 'd'] },
      { run: ['down', '--to=0', '--allow-loss'], says: ['20260102000000_b reverted%20260101000000_a reverted'] },
      { tables: [] },
      { query: 'SELECT count(*) FROM orm_migration', rows: ['0'] },
    ],
  },
  {
    title: 'gives up a migration that stopped halfway: it is rolled back, and starts again',
    steps: [
      { files: { [first]: halfway } },
      { run: ['migrate'], code: 1 },
      { sql: ['DROP TABLE a'] },
      {
        run: ['resolve', '20260101000000', '--rolled-back', '--dry-run'],
        says: ['1 migration would be recorded as rolled back'],
      },
      { status: ['20260101000000 stopped 1/3'] },
      {
        run: ['resolve', '20260101000000', '--rolled-back'],
        says: ['20260101000000_a recorded as rolled back on connection "shop": %migrate" applies it from its start'],
      },
      { status: ['20260101000000 pending'] },
      { files: { [first]: halfway.replace('a (nonsense', 'c (id INTEGER)') } },
      { run: ['migrate'], says: ['3 statements'] },
      { tables: ['a', 'c', 'd'] },
    ],
  },
  {
    title: 'gives up a migration that stopped halfway down, either way',
    steps: [
      { files: { [first]: `${create('a').replace('DROP', 'DROP TABLE x;\nDROP')}-- orm: no-transaction\n` } },
      { run: ['migrate'] },
      { run: ['down'], code: 1, says: ['0 of 2 statements'] },
      { run: ['migrate'], code: 1, says: ['ORM-D032 20260101000000_a stopped halfway down', 'resolve 20260101000000'] },
      {
        run: ['resolve', '20260101000000', '--applied'],
        says: ['0 of 2 statements down are done', '-- line 4: failed: %-- line 5: not executed'],
      },
      { status: ['20260101000000 applied'] },
      { run: ['migrate'], says: ['nothing to apply'] },
      { run: ['down'], code: 1 },
      { sql: ['DROP TABLE a'] },
      { run: ['resolve', '20260101000000', '--rolled-back'] },
      { status: ['20260101000000 pending'] },
      { run: ['migrate'], says: ['20260101000000_a applied'] },
      { tables: ['a'] },
    ],
  },
  ...(['applied', 'rolled-back'] as const).map(
    (as): Scenario => ({
      title: `gives up a migration whose file is missing as ${as}`,
      steps: [
        { files: { [first]: halfway, [second]: create('b') } },
        { run: ['migrate'], code: 1 },
        { files: { [first]: null } },
        { status: ['20260101000000 stopped 1/missing', '20260102000000 pending'] },
        {
          run: ['status'],
          says: [
            '1 statement up is done, the next one failed: %; its file is missing: restore it, or run %resolve 2026',
          ],
        },
        {
          run: ['migrate'],
          code: 1,
          says: ['ORM-D032 20260101000000_a stopped halfway up', 'its file is missing', 'resolve 20260101000000'],
        },
        { run: ['down'], code: 1, says: ['ORM-D032', 'its file is missing', 'resolve 20260101000000'] },
        { tables: ['a'] },
        {
          run: ['resolve', '20260101000000', `--${as}`],
          says: [
            '-- 20260101000000_a on connection "shop": 1 statement up is done, the next one failed: %; its file is missing; since',
            `20260101000000_a recorded as ${as === 'applied' ? 'applied' : 'rolled back'} on connection "shop"\n`,
          ],
        },
        { status: [...(as === 'applied' ? ['20260101000000 missing'] : []), '20260102000000 pending'] },
        { run: ['migrate'], says: ['20260102000000_b applied'] },
        { files: { [first]: halfway } },
        { status: [`20260101000000 ${as === 'applied' ? 'applied' : 'pending'}`, '20260102000000 applied'] },
      ],
    }),
  ),
  {
    title: 'gives up a migration whose executed statements were changed in the file, or whose file cannot be read',
    steps: [
      { files: { [first]: halfway } },
      { run: ['migrate'], code: 1 },
      { files: { [first]: halfway.replace('INTEGER', 'BIGINT') } },
      { run: ['migrate'], code: 1, says: ['ORM-D026', 'resolve 20260101000000'] },
      { status: ['20260101000000 stopped 1/changed'] },
      { files: { [first]: halfway.replace('-- orm: up', '-- orm: upp') } },
      { run: ['resolve', '20260101000000', '--applied'], code: 1, says: [`${first}:2:1 ORM-M001`] },
      { files: { [first]: create('e') } },
      {
        run: ['resolve', '20260101000000', '--applied'],
        says: ['1 statement up is done, the next one failed: %; its file has other statements now; since'],
      },
      { status: ['20260101000000 applied'] },
      { files: { [first]: create('f') } },
      { status: ['20260101000000 changed'] },
    ],
  },
  {
    title: 'gives up nothing that did not stop halfway, and nothing without a decision',
    steps: [
      { files: { '1500000000_old.sql': create('o') } },
      { run: ['resolve', '1500000000', '--applied'], code: 1, says: ['ORM-D038 1500000000_old did not stop'] },
      // There is no state table yet: nothing was changed.
      { sql: ['CREATE TABLE orm_migration (id INTEGER)', 'DROP TABLE orm_migration'] },
      { run: ['migrate'] },
      { files: { [first]: halfway, [second]: create('b') } },
      { run: ['migrate'], code: 1 },
      {
        run: ['resolve', '1500000000', '--rolled-back'],
        code: 1,
        says: ['ORM-D038 1500000000_old did not stop halfway on connection "shop": it is applied'],
      },
      {
        run: ['resolve', '20260102000000', '--applied'],
        code: 1,
        says: ['ORM-D038 20260102000000_b did not stop halfway on connection "shop": it is not applied'],
      },
      { run: ['resolve', '20260101000001', '--applied'], code: 1, says: ['ORM-D030 there is no migration'] },
      { run: ['resolve', "1' OR '1'='1", '--rolled-back'], code: 1, says: ['ORM-D030'] },
      { run: ['resolve', '20260101000000'], code: 2, says: ['give one of --applied and --rolled-back'] },
      { run: ['resolve', '20260101000000', '--applied', '--rolled-back'], code: 2, says: ['give one of'] },
      { run: ['resolve', '--applied'], code: 2, says: ['needs the version of a migration'] },
      { run: ['resolve', '20260101000000', '20260102000000', '--applied'], code: 2 },
      { status: ['1500000000 applied', '20260101000000 stopped 1/3', '20260102000000 pending'] },
    ],
  },
  ...Object.entries(collisions).map(
    ([what, { on, sql, before = [] }]): Scenario => ({
      title: `names migration:baseline where the database has the ${what} already`,
      ...(on && { on }),
      steps: [
        { sql: ['CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, n INTEGER)', ...before, sql] },
        { files: { [first]: `-- orm: up\n${sql};\n` } },
        {
          run: ['migrate'],
          code: 1,
          says: ['ORM-D002', '"orm migration:baseline --to=20260101000000" records it as applied'],
        },
      ],
    }),
  ),
  {
    title: 'reads and extends the table of the known tool',
    steps: [
      {
        sql: [
          'CREATE TABLE orm_migration (version INTEGER DEFAULT 0, execution_datetime TIMESTAMP)',
          "INSERT INTO orm_migration VALUES (1500000000, '2017-07-14 02:40:00')",
        ],
      },
      { files: { [first]: create('a') } },
      { status: ['20260101000000 pending'] },
      { run: ['migrate'], says: ['20260101000000_a applied'] },
      { status: ['20260101000000 applied'] },
      { query: 'SELECT version FROM orm_migration ORDER BY version', rows: ['1500000000', '20260101000000'] },
      { run: ['down'] },
      { run: ['down'], code: 1, says: ['ORM-D029', 'another tool'] },
    ],
  },
  {
    title: 'rebuilds a table with the checks of foreign keys off, and refuses to leave broken references',
    on: ['sqlite'],
    steps: [
      {
        files: {
          [first]:
            '-- orm: up\nCREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE TABLE b (a_id INTEGER REFERENCES a (id) ON DELETE CASCADE);\nINSERT INTO a VALUES (1);\nINSERT INTO b VALUES (1);\n',
        },
      },
      { run: ['migrate'] },
      {
        files: {
          [second]:
            '-- orm: up\nPRAGMA foreign_keys = OFF;\nCREATE TABLE n (id INTEGER PRIMARY KEY, x);\nDROP TABLE a;\nALTER TABLE n RENAME TO a;\nPRAGMA foreign_keys = ON;\n',
        },
      },
      { run: ['migrate'], code: 1, says: ['ORM-D033', '"b"', '"a"'] },
      { query: 'SELECT count(*) FROM a', rows: ['1'] },
      {
        files: {
          [second]:
            '-- orm: up\nPRAGMA foreign_keys = OFF;\nCREATE TABLE n (id INTEGER PRIMARY KEY, x);\nINSERT INTO n (id) SELECT id FROM a;\nDROP TABLE a;\nALTER TABLE n RENAME TO a;\nPRAGMA foreign_keys = ON;\n',
        },
      },
      { run: ['migrate'] },
      { query: 'SELECT count(*) FROM a JOIN b ON a_id = id WHERE x IS NULL', rows: ['1'] },
    ],
  },
  {
    title: 'goes on with the foreign key checks that the file has set for its session',
    on: ['mysql'],
    steps: [
      {
        sql: [
          'CREATE TABLE a (id INTEGER PRIMARY KEY) ENGINE=InnoDB',
          'CREATE TABLE b (a INTEGER, FOREIGN KEY (a) REFERENCES a (id)) ENGINE=InnoDB',
        ],
      },
      { files: { [first]: '-- orm: up\nSET FOREIGN_KEY_CHECKS = 0;\nCREATE TABLE c (nonsense;\n' } },
      { run: ['migrate'], code: 1 },
      { files: { [first]: '-- orm: up\nSET FOREIGN_KEY_CHECKS = 0;\nINSERT INTO b VALUES (9);\n' } },
      { run: ['migrate'] },
      { query: 'SELECT a FROM b', rows: ['9'] },
    ],
  },
  {
    title: 'goes on with the search path that the file has set for its session',
    on: ['pgsql'],
    steps: [
      { sql: ['CREATE SCHEMA s'] },
      {
        files: {
          [first]: '-- orm: no-transaction\n-- orm: up\nSET search_path TO s, public;\nCREATE TABLE c (nonsense;\n',
        },
      },
      { run: ['migrate'], code: 1 },
      {
        files: {
          [first]: '-- orm: no-transaction\n-- orm: up\nSET search_path TO s, public;\nCREATE TABLE c (n INTEGER);\n',
        },
      },
      { run: ['migrate'] },
      { query: 'SELECT n FROM s.c', rows: [] },
    ],
  },
  ...['', '-- orm: no-transaction\n'].map(
    (directive): Scenario => ({
      title: `changes the search path back for the next file ${directive ? 'without transaction' : ''}`,
      on: ['pgsql'],
      steps: [
        {
          files: {
            [first]: `${directive}-- orm: up
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA s;
CREATE TABLE s.c (n INTEGER);
-- orm: down
SET search_path TO s;
DROP TABLE c;
DROP SCHEMA s;
`,
            [second]: create('a').replace('down', 'down\nSET search_path TO pg_temp, public;'),
          },
        },
        { run: ['migrate'] },
        { status: ['20260101000000 applied', '20260102000000 applied'] },
        { tables: ['a'] },
        { run: ['down', '--to=20260101000000', '--allow-loss'] },
        { run: ['down', '--allow-loss'] },
        { status: ['20260101000000 pending', '20260102000000 pending'] },
      ],
    }),
  ),
  {
    title: 'changes the database back for the next file',
    on: ['mysql'],
    steps: [
      {
        files: {
          [first]: '-- orm: up\nUSE information_schema;\nSELECT 1 FROM tables LIMIT 1;\nCREATE TABLE c (nonsense;\n',
          [second]: create('a'),
        },
      },
      { run: ['migrate'], code: 1, says: ['2 of 3 statements of this migration were executed'] },
      {
        files: {
          [first]:
            '-- orm: up\nUSE information_schema;\nSELECT 1 FROM tables LIMIT 1;\nSELECT 1 FROM columns LIMIT 1;\n',
        },
      },
      { run: ['migrate'] },
      { status: ['20260101000000 applied', '20260102000000 applied'] },
      { tables: ['a'] },
    ],
  },
  {
    title: 'names the directive for a statement that refuses transactions',
    on: ['pgsql'],
    steps: [
      { files: { [first]: create('a'), [second]: '-- orm: up\nCREATE INDEX CONCURRENTLY i ON a (id);\n' } },
      {
        run: ['migrate'],
        code: 1,
        says: [`${second}:2:1 ORM-D002`, 'not applied; write a line "-- orm: no-transaction"'],
      },
      { files: { [second]: '-- orm: no-transaction\n-- orm: up\nCREATE INDEX CONCURRENTLY i ON a (id);\n' } },
      { run: ['migrate'] },
      { status: ['20260101000000 applied', '20260102000000 applied'] },
    ],
  },
  {
    title: 'says what failed where a file has dropped the state table',
    on: transactional,
    steps: [
      { files: { [first]: '-- orm: up\nDROP TABLE orm_migration;\n' } },
      { run: ['migrate'], code: 1, says: [`${first}:2:1 ORM-D002`, 'this migration was not applied'] },
      { status: ['20260101000000 pending'] },
    ],
  },
]
