import test from 'ava'
import { type DialectName, defaultConfig, dialects, OrmError } from 'orm-core'
import { cannotConnect, Source, splitStatements } from 'orm-core/internal'
import { insertSql, migrate, migrateDown, planDown, planInsert, planMigrate } from 'orm-database'
import { driverOf } from '#database/dialects/index.js'
import { run } from '#database/execute/run.js'
import { DatabaseError } from '#database/session/database-error.js'
import type { Connected } from '#database/session/session.js'

/** A connection that remembers what it was sent and fails where it is told to. */
async function fake(
  adapter: DialectName,
  fail: (statement: string) => object | undefined,
): Promise<Connected & { log: string[] }> {
  const log: string[] = []
  const driver = await driverOf(adapter)
  const session = {
    async execute(statement: string) {
      log.push(statement)
      const error = fail(statement)
      if (error instanceof Error) throw error
      if (error) throw new DatabaseError(driver.problemOf(Object.assign(new Error('failed'), error)), unused)
      return []
    },
    close: async () => {},
    destroy: () => {},
  }
  const censor = (text: string) => text.replaceAll('secret', '***')
  return { driver, session, log, censor }
}

/** Shown only where nobody knows the statement. */
const unused = cannotConnect('x', 'failed')

const statements = (adapter: DialectName, ...files: string[]) =>
  files.flatMap(
    (sql, index) => splitStatements(new Source(`${index + 1}.sql`, sql), dialects[adapter].lexicon).statements,
  )

const never = () => undefined

test('mssql: all files are one transaction of the runner', async (t) => {
  const connected = await fake('mssql', never)
  const result = await run(connected, { connection: 'x', statements: statements('mssql', 'A; B', 'C') })
  t.deepEqual(connected.log, ['BEGIN TRANSACTION', 'A', 'B', 'C', 'COMMIT'])
  t.deepEqual(result, { executed: 3, notices: [] })
})

test('sqlite: pragmas run before and after the one transaction', async (t) => {
  const connected = await fake('sqlite', never)
  const sql = 'PRAGMA foreign_keys = OFF; CREATE TABLE [a] (x); PRAGMA foreign_keys = ON;'
  await run(connected, { connection: 'x', statements: statements('sqlite', sql, 'INSERT INTO a VALUES (1)') })
  t.deepEqual(connected.log, [
    'PRAGMA foreign_keys = OFF',
    'BEGIN IMMEDIATE',
    'CREATE TABLE [a] (x)',
    'INSERT INTO a VALUES (1)',
    'PRAGMA foreign_key_check([a])',
    'COMMIT',
    'PRAGMA foreign_keys = ON',
  ])
})

test('pgsql: transactions of neighbouring files become one', async (t) => {
  const connected = await fake('pgsql', never)
  await run(connected, {
    connection: 'x',
    statements: statements('pgsql', 'BEGIN; A; COMMIT;', 'BEGIN; B; COMMIT;', 'C'),
  })
  t.deepEqual(connected.log, ['BEGIN', 'A', 'B', 'COMMIT', 'C'])
})

for (const adapter of ['mysql', 'oracle'] as const) {
  test(`${adapter}: statements run one by one`, async (t) => {
    const connected = await fake(adapter, never)
    await run(connected, { connection: 'x', statements: statements(adapter, 'A; B') })
    t.deepEqual(connected.log, ['A', 'B'])
  })
}

const missing: Readonly<
  Record<DialectName, { readonly sql: string; readonly error: object; readonly notice: string }>
> = {
  mysql: { sql: 'DROP TABLE `a`', error: { errno: 1051, sqlMessage: "Unknown table 'a'" }, notice: 'table `a`' },
  pgsql: { sql: 'DROP TABLE "s"."a" CASCADE', error: { code: '42P01' }, notice: 'table "s"."a"' },
  sqlite: { sql: 'DROP TABLE [a b]', error: { message: 'no such table: a b' }, notice: 'table [a b]' },
  mssql: { sql: 'DROP TABLE [dbo].[a]', error: { number: 3701 }, notice: 'table [dbo].[a]' },
  oracle: {
    sql: 'DROP SEQUENCE author_SEQ',
    error: { message: 'ORA-02289: sequence does not exist' },
    notice: 'sequence author_SEQ',
  },
}

for (const [adapter, { sql, error, notice }] of Object.entries(missing) as [DialectName, (typeof missing)['mysql']][]) {
  test(`${adapter}: a drop of something missing is a notice`, async (t) => {
    const connected = await fake(adapter, (statement) => (statement === sql ? error : undefined))
    const result = await run(connected, { connection: 'x', statements: statements(adapter, `${sql}; B`) })
    t.deepEqual(result, { executed: 2, notices: [`cannot drop ${notice}: it does not exist`] })
  })

  test(`${adapter}: the same error of another statement is a failure`, async (t) => {
    const connected = await fake(adapter, (statement) => (statement.startsWith('SELECT') ? error : undefined))
    const statement = statements(adapter, 'A;\n SELECT 1;\nB')
    const failure = await t.throwsAsync(run(connected, { connection: 'x', statements: statement }), {
      instanceOf: OrmError,
    })
    t.regex(failure!.message, /^1\.sql:2:2 ORM-D002 connection "x": .*; the statement was: SELECT 1 \(/)
    t.false(connected.log.includes('B'))
  })
}

test('pgsql: a drop of something missing inside a transaction is a failure, for the server has given it up', async (t) => {
  const connected = await fake('pgsql', (statement) => (statement === 'DROP TABLE a' ? { code: '42P01' } : undefined))
  const failure = await t.throwsAsync(
    run(connected, { connection: 'x', statements: statements('pgsql', 'BEGIN; DROP TABLE a; COMMIT') }),
  )
  t.regex(failure!.message, /\(nothing was changed on this connection\)$/)
  t.deepEqual(connected.log, ['BEGIN', 'DROP TABLE a', 'ROLLBACK'])
})

interface Failure {
  readonly files: readonly string[]
  readonly at: string
  readonly error: object
  readonly stays: string
}

const failures: Readonly<Record<DialectName, readonly Failure[]>> = {
  mysql: [
    { files: ['A; B; C'], at: 'A', error: { errno: 1064 }, stays: 'nothing was changed on this connection' },
    {
      files: ['A; B', 'C; D'],
      at: 'C',
      error: { errno: 1064 },
      stays: '2 of 4 statements were executed and stay, the others were not',
    },
    {
      files: ['A; B; C'],
      at: 'B',
      error: { code: 'PROTOCOL_CONNECTION_LOST' },
      stays:
        '1 of 3 statements were executed and stay; it is not known whether this one was, and the ones after it were not',
    },
  ],
  oracle: [
    {
      files: ['A; B; C'],
      at: 'C',
      error: { message: 'ORA-00955: name is used' },
      stays: '2 of 3 statements were executed and stay, the others were not',
    },
  ],
  pgsql: [
    { files: ['BEGIN; A; COMMIT'], at: 'A', error: { code: '42601' }, stays: 'nothing was changed on this connection' },
    {
      files: ['BEGIN; A; COMMIT', 'B'],
      at: 'B',
      error: { code: '42601' },
      stays: '3 of 4 statements were executed and stay, the others were not',
    },
    {
      files: ['BEGIN; A; COMMIT', 'BEGIN; B; COMMIT'],
      at: 'B',
      error: { code: '42601' },
      stays: 'nothing was changed on this connection',
    },
    { files: ['BEGIN; A; COMMIT'], at: 'A', error: { code: '57P01' }, stays: 'nothing was changed on this connection' },
    {
      files: ['BEGIN; A; COMMIT'],
      at: 'COMMIT',
      error: { code: 'ECONNRESET' },
      stays: 'it is not known whether the transaction was committed: check before you run again',
    },
  ],
  sqlite: [
    {
      files: ['PRAGMA x; A; B', 'C'],
      at: 'C',
      error: { code: 'SQLITE_ERROR' },
      stays: 'nothing was changed on this connection',
    },
  ],
  mssql: [
    { files: ['A; B'], at: 'B', error: { number: 102 }, stays: 'nothing was changed on this connection' },
    { files: ['A; B'], at: 'B', error: { code: 'ECLOSE' }, stays: 'nothing was changed on this connection' },
  ],
}

for (const [adapter, list] of Object.entries(failures) as [DialectName, readonly Failure[]][]) {
  for (const { files, at, error, stays } of list) {
    test(`${adapter}: ${files.join(' | ')} fails at ${at} with ${JSON.stringify(error)}`, async (t) => {
      const connected = await fake(adapter, (statement) => (statement === at ? error : undefined))
      const failure = await t.throwsAsync(
        run(connected, { connection: 'x', statements: statements(adapter, ...files) }),
        { instanceOf: OrmError },
      )
      t.true(failure!.message.endsWith(`(${stays})`), failure!.message)
    })
  }
}

test('the text of a server is shown without the password', async (t) => {
  const connected = await fake('mysql', () => ({ errno: 1064, sqlMessage: 'near secret' }))
  const failure = await t.throwsAsync(run(connected, { connection: 'x', statements: statements('mysql', 'A') }))
  t.regex(failure!.message, /1064 near \*\*\*;/)
})

test('a long statement is cut after 500 characters', async (t) => {
  const connected = await fake('mysql', () => ({ errno: 1064 }))
  const failure = await t.throwsAsync(
    run(connected, { connection: 'x', statements: statements('mysql', `A${'b'.repeat(600)}`) }),
  )
  t.true(failure!.message.includes(`A${'b'.repeat(499)}… (`))
})

test('an exception that no driver has thrown is not an error of a statement', async (t) => {
  const bug = new TypeError('a bug of ours')
  const connected = await fake('sqlite', (statement) => (statement === 'A' ? bug : undefined))
  const error = await t.throwsAsync(run(connected, { connection: 'x', statements: statements('sqlite', 'A') }))
  t.is(error, bug)
})

test('a misspelled option of a function that changes a database is refused', async (t) => {
  const config = await defaultConfig()
  const given = { config, saef: true, allowLos: true }
  for (const call of [planInsert, insertSql, planMigrate, migrate, planDown, migrateDown]) {
    const error = await t.throwsAsync<OrmError>(call(given), { instanceOf: OrmError }, call.name)
    t.deepEqual(
      error.diagnostics.map(({ code }) => code),
      ['ORM-C201', 'ORM-C201'],
      call.name,
    )
  }
})
