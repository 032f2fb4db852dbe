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
      { run: ['down'], code: 1, says: ['ORM-D031', 'table b', '1 row', '--allow-loss'] },
      { tables: ['a', 'b'] },
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
      { files: { [second]: "-- orm: up\nINSERT INTO a VALUES ('x;\n" } },
      { run: ['migrate'], code: 1, says: [`${second}:2:23 ORM-D005`] },
      { files: { [second]: null, 'b.sql': create('b') } },
      { run: ['migrate'], code: 1, says: ['ORM-D024', 'b.sql'] },
      { files: { 'b.sql': null, '20260101000000_b.sql': create('b') } },
      { run: ['migrate'], code: 1, says: ['ORM-D025', '20260101000000_a.sql', '20260101000000_b.sql'] },
      { tables: [] },
    ],
  },
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
]
