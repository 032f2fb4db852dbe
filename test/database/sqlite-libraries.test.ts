import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { driver } from '#database/dialects/sqlite/driver.js'
import { sessionOf } from '#database/dialects/sqlite/session.js'
import { root } from '../support/root.mjs'
import { usableLibraries } from '../support/sqlite-libraries.js'

const execute = promisify(execFile)

const folderOf = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-libraries-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What a statement gives: rows, or what a message would say of the error. */
type Outcome = readonly Readonly<Record<string, unknown>>[] | string

async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    const { kind, code, text } = driver.problemOf(error)
    return `${kind} ${code} ${text}`
  }
}

const bytes = (...list: number[]) => Buffer.from(list)

/** Statements of one session, with what each library must give. */
const script: readonly (readonly [string, Outcome | RegExp])[] = [
  [
    "SELECT 9223372036854775807 a, -9223372036854775808 b, 1.5 c, NULL d, x'00ff' e, x'' f, 'ä' g",
    [
      {
        a: 9223372036854775807n,
        b: -9223372036854775808n,
        c: 1.5,
        d: null,
        e: bytes(0, 255),
        f: bytes(),
        g: 'ä',
      },
    ],
  ],
  ['SELECT 1 AS x, 2 AS x', [{ x: 2n }]],
  ['PRAGMA busy_timeout', [{ timeout: 30_000n }]],
  ['PRAGMA foreign_keys', [{ foreign_keys: 1n }]],
  ['PRAGMA recursive_triggers', [{ recursive_triggers: 0n }]],
  ['SELECT "nothing"', /^statement SQLITE_ERROR no such column: "?nothing/],
  ["CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT UNIQUE NOT NULL CHECK (n <> ''))", []],
  ['CREATE TABLE c (p INTEGER REFERENCES p (id))', []],
  ["INSERT INTO p (n) VALUES ('a'), ('b') RETURNING id", [{ id: 1n }, { id: 2n }]],
  ["INSERT INTO p (n) VALUES ('c') -- comment", []],
  ['UPDATE p SET n = n || id WHERE id > 1', []],
  [
    'SELECT * FROM p ORDER BY id',
    [
      { id: 1n, n: 'a' },
      { id: 2n, n: 'b2' },
      { id: 3n, n: 'c3' },
    ],
  ],
  ["INSERT INTO p (id, n) VALUES (1, 'z')", 'statement SQLITE_CONSTRAINT UNIQUE constraint failed: p.id'],
  ["INSERT INTO p (n) VALUES ('a')", 'statement SQLITE_CONSTRAINT UNIQUE constraint failed: p.n'],
  ['INSERT INTO p (n) VALUES (NULL)', 'statement SQLITE_CONSTRAINT NOT NULL constraint failed: p.n'],
  ["INSERT INTO p (n) VALUES ('')", /^statement SQLITE_CONSTRAINT CHECK constraint failed: /],
  ['INSERT INTO c VALUES (9)', 'statement SQLITE_CONSTRAINT FOREIGN KEY constraint failed'],
  ['SELEC', 'statement SQLITE_ERROR near "SELEC": syntax error'],
  ['SELECT * FROM missing', 'statement SQLITE_ERROR no such table: missing'],
  ['DROP TABLE missing', 'statement SQLITE_ERROR no such table: missing'],
  ['DROP INDEX missing', 'statement SQLITE_ERROR no such index: missing'],
  ['BEGIN IMMEDIATE', []],
  ['BEGIN', 'statement SQLITE_ERROR cannot start a transaction within a transaction'],
  ['CREATE TABLE gone (x)', []],
  ['PRAGMA foreign_keys = OFF', []],
  ['PRAGMA foreign_keys', [{ foreign_keys: 1n }]],
  ['VACUUM', 'statement SQLITE_ERROR cannot VACUUM from within a transaction'],
  ['ROLLBACK', []],
  ['COMMIT', 'statement SQLITE_ERROR cannot commit - no transaction is active'],
  ["SELECT name FROM sqlite_master WHERE name = 'gone'", []],
  ['PRAGMA foreign_keys = OFF', []],
  ['INSERT INTO c VALUES (9)', []],
  ['PRAGMA foreign_key_check', [{ table: 'c', rowid: 1n, parent: 'p', fkid: 0n }]],
  ['PRAGMA foreign_key_check(p)', []],
  ['SAVEPOINT s', []],
  ['DELETE FROM c', []],
  ['ROLLBACK TO s', []],
  ['RELEASE s', []],
  ['SELECT count(*) AS n FROM c', [{ n: 1n }]],
  ['CREATE TRIGGER tr AFTER INSERT ON c BEGIN DELETE FROM c; INSERT INTO c VALUES (7); END', []],
  ['INSERT INTO c VALUES (8)', []],
  ['SELECT p FROM c', [{ p: 7n }]],
  ['ALTER TABLE c DROP COLUMN p', /^statement SQLITE_ERROR /],
  ['DROP TABLE c', []],
  ['VACUUM', []],
  ["SELECT load_extension('x')", 'statement SQLITE_ERROR not authorized'],
]

const matches = (t: ExecutionContext, outcome: Outcome, expected: Outcome | RegExp, message: string) =>
  expected instanceof RegExp ? t.regex(String(outcome), expected, message) : t.deepEqual(outcome, expected, message)

test('at least two libraries can be loaded, one of which needs no compiler', (t) => {
  const names = usableLibraries.map(({ name }) => name)
  t.true(names.length >= 2, names.join())
  t.true(names.includes('libsql'))
})

for (const { name, open, nodeArguments } of usableLibraries) {
  test(`${name}: values, errors and transactions in memory`, async (t) => {
    const session = sessionOf(open, ':memory:')
    for (const [statement, expected] of script) {
      matches(t, await outcomeOf(async () => session.execute(statement)), expected, statement)
    }
    await session.close()
  })

  test(`${name}: a second statement is executed or refused, never ignored`, async (t) => {
    for (const first of ['CREATE TABLE a (x)', "PRAGMA encoding = 'UTF-8'"]) {
      const session = sessionOf(open, ':memory:')
      const outcome = await outcomeOf(() => session.execute(`${first}; CREATE TABLE b (x)`))
      const tables = await session.execute("SELECT name FROM sqlite_master WHERE name = 'b'")
      t.is(typeof outcome === 'string', tables.length === 0, first)
      await session.close()
    }
  })

  test(`${name}: files that cannot be opened`, async (t) => {
    const folder = await folderOf(t)
    const path = (file: string) => join(folder, file)
    const read = (file: string) =>
      outcomeOf(async () => {
        const session = sessionOf(open, path(file))
        try {
          return await session.execute('SELECT count(*) AS n FROM sqlite_master')
        } finally {
          await session.close()
        }
      })
    await writeFile(path('text'), 'no database\n'.repeat(1000))
    t.is(await read('text'), 'no-database SQLITE_NOTADB file is not a database')
    await writeFile(path('empty'), '')
    t.deepEqual(await read('empty'), [{ n: 0n }])
    await mkdir(path('folder'))
    t.is(await read('folder'), 'refused SQLITE_CANTOPEN unable to open database file: this is a directory')
    t.regex(String(await read('missing/x')), /^(?:refused SQLITE_CANTOPEN unable to open database file|statement )/)
    const broken = sessionOf(open, path('broken'))
    for (const sql of ['CREATE TABLE t (x)', 'INSERT INTO t VALUES (hex(zeroblob(9000)))']) await broken.execute(sql)
    await broken.close()
    await truncate(path('broken'), 5000)
    t.is(
      await outcomeOf(() => sessionOf(open, path('broken')).execute('SELECT x FROM t')),
      'statement SQLITE_CORRUPT database disk image is malformed',
    )
  })

  test(`${name}: files and directories without permission`, async (t) => {
    const folder = await folderOf(t)
    const make = async (directory: string, mode: string, file: number, own: number) => {
      const path = join(folder, directory)
      await mkdir(path)
      const session = sessionOf(open, join(path, 'x.sq3'))
      await session.execute(`PRAGMA journal_mode = ${mode}`)
      await session.execute('CREATE TABLE t (x)')
      await session.execute('PRAGMA wal_checkpoint(TRUNCATE)')
      await session.close()
      // libsql leaves them behind.
      for (const suffix of ['wal', 'shm']) await rm(join(path, `x.sq3-${suffix}`), { force: true })
      await chmod(join(path, 'x.sq3'), file)
      await chmod(path, own)
    }
    await make('read-only-file', 'delete', 0o444, 0o777)
    await make('unreadable-file', 'delete', 0o000, 0o777)
    await make('read-only', 'delete', 0o666, 0o555)
    await make('read-only-wal', 'wal', 0o666, 0o555)
    await make('closed', 'delete', 0o666, 0o000)
    t.teardown(() => chmod(join(folder, 'closed'), 0o755))
    await chmod(folder, 0o755)
    const attempts: readonly (readonly [string, boolean, string, string])[] = [
      ['read-only-file/x.sq3', false, 'SELECT * FROM t', 'done'],
      [
        'read-only-file/x.sq3',
        true,
        'INSERT INTO t VALUES (1)',
        'statement SQLITE_READONLY attempt to write a readonly database: the file is read-only',
      ],
      [
        'unreadable-file/x.sq3',
        false,
        'SELECT * FROM t',
        'refused SQLITE_CANTOPEN unable to open database file: the file is not readable',
      ],
      ['read-only/x.sq3', false, 'SELECT * FROM t', 'done'],
      [
        'read-only/x.sq3',
        true,
        'INSERT INTO t VALUES (1)',
        'statement SQLITE_READONLY attempt to write a readonly database: the directory FOLDER/read-only is not writable',
      ],
      [
        'read-only/new.sq3',
        true,
        'CREATE TABLE t (x)',
        'refused SQLITE_CANTOPEN unable to open database file: the directory FOLDER/read-only is not writable',
      ],
      [
        'read-only/new/x.sq3',
        true,
        'CREATE TABLE t (x)',
        "refused EACCES permission denied, mkdir 'FOLDER/read-only/new'",
      ],
      [
        'read-only-wal/x.sq3',
        false,
        'SELECT * FROM t',
        'statement SQLITE_READONLY attempt to write a readonly database: the directory FOLDER/read-only-wal is not writable',
      ],
      ['closed/x.sq3', false, 'SELECT * FROM t', 'refused EACCES permission denied'],
      ['closed/new.sq3', false, 'SELECT * FROM t', 'refused EACCES permission denied'],
    ]
    // Nothing is forbidden to root; libraries are loaded before, as they may be where only root can read.
    const code = `import { driver } from '#database/dialects/sqlite/driver.js'
      await driver.load()
      if (process.getuid() === 0) process.setuid(65534)
      const [folder, ...attempts] = JSON.parse(process.argv[1])
      const outcomes = []
      for (const [file, create, statement] of attempts) {
        try {
          const session = await driver.open({ database: folder + '/' + file }, { create, mustExist: false })
          await session.execute(statement)
          await session.close()
          outcomes.push('done')
        } catch (error) {
          const { kind, code, text } = driver.problemOf(error)
          outcomes.push([kind, code, text].join(' ').replaceAll(folder, 'FOLDER'))
        }
      }
      console.log(JSON.stringify(outcomes))`
    const { stdout } = await execute(
      process.execPath,
      [...nodeArguments, '--input-type=module', '-e', code, JSON.stringify([folder, ...attempts])],
      { cwd: root },
    )
    t.deepEqual(
      JSON.parse(stdout),
      attempts.map(([, , , expected]) => expected),
    )
  })

  for (const mode of ['delete', 'wal']) {
    test(`${name}: sessions see each other's locks, and a closed one keeps none (journal_mode ${mode})`, async (t) => {
      const folder = await folderOf(t)
      const [one, other] = [sessionOf(open, join(folder, 'x.sq3')), sessionOf(open, join(folder, 'x.sq3'))]
      await one.execute(`PRAGMA journal_mode = ${mode}`)
      await one.execute('CREATE TABLE t (x)')
      await one.execute('BEGIN IMMEDIATE')
      await one.execute('INSERT INTO t VALUES (1)')
      await other.execute('PRAGMA busy_timeout = 100')
      const isLocked = 'statement SQLITE_BUSY database is locked'
      t.is(await outcomeOf(() => other.execute('BEGIN IMMEDIATE')), isLocked)
      t.is(await outcomeOf(() => other.execute('INSERT INTO t VALUES (2)')), isLocked)
      t.deepEqual(await other.execute('SELECT count(*) AS n FROM t'), [{ n: 0n }])
      await one.close()
      t.deepEqual(await other.execute('BEGIN IMMEDIATE'), [])
      t.deepEqual(await other.execute('SELECT count(*) AS n FROM t'), [{ n: 0n }], 'what was not committed is gone')
      await other.execute('ROLLBACK')
      await other.close()
      t.deepEqual(
        (await readdir(folder)).filter((file) => file.endsWith('-journal')),
        [],
      )
    })
  }
}
