import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { OrmError } from 'orm-core'
import { insertSql } from 'orm-database'
import { end } from '../support/command.mjs'
import { createDatabase, databases } from '../support/databases.js'
import { memoryProject } from '../support/memory-project.js'
import { pace, until } from '../support/patience.mjs'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'
import { account } from '../support/servers/account.mjs'
import { Household } from '../support/servers/household.mjs'
import { serveMariadb, startMariadb } from '../support/servers/mariadb.mjs'
import { servePostgresql, startPostgresql } from '../support/servers/postgresql.mjs'

/** A server that this test may kill and start again. */
interface Victim {
  readonly start: (household: Household) => Promise<number>
  readonly again: (household: Household, folder: string) => Promise<number>
  readonly pidFile: string
  readonly signal: NodeJS.Signals
  /** A statement that is still running when the server dies. */
  readonly slow: string
  readonly header: readonly string[]
  readonly footer: readonly string[]
  readonly tables: string
}

const victims: Readonly<Record<'pgsql' | 'mysql', Victim>> = {
  pgsql: {
    start: startPostgresql,
    again: servePostgresql,
    pidFile: 'data/postmaster.pid',
    // Dies like after a crash, but gives its shared memory back.
    signal: 'SIGQUIT',
    slow: 'SELECT pg_sleep(60)',
    header: ['BEGIN'],
    footer: ['COMMIT'],
    tables: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  },
  mysql: {
    start: startMariadb,
    again: serveMariadb,
    pidFile: 'pid',
    signal: 'SIGKILL',
    slow: 'SELECT SLEEP(60)',
    header: [],
    footer: [],
    tables: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database() ORDER BY 1',
  },
}

const groupOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }))

async function victimOf(t: ExecutionContext, name: 'pgsql' | 'mysql') {
  const folder = mkdtempSync(join(tmpdir(), 'orm-victim-'))
  chmodSync(folder, 0o711)
  const household = new Household(folder)
  t.teardown(async () => {
    await household.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  const { start, again, pidFile, signal } = victims[name]
  let port = await start(household)
  let killed = 0
  const data = join(folder, name)
  const pid = () => Number(readFileSync(join(data, pidFile), 'utf8').split('\n')[0])
  const { user, password, database } = account
  return {
    database: () => ({ name, user, password, dsn: `${name}:host=127.0.0.1;port=${port};dbname=${database}` }),
    kill: () => {
      killed = pid()
      process.kill(killed, signal)
    },
    // To the whole group: a new connection must find nobody awake either.
    signal: (stop: NodeJS.Signals) => process.kill(-groupOf(pid()), stop),
    revive: async () => {
      await until(() => !isAlive(killed), { otherwise: () => 'the server ends' })
      port = await again(household, data)
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const names = async (database: Parameters<typeof query>[0], sql: string): Promise<unknown[]> =>
  (await query(database, sql)).map(({ name }) => name)

for (const name of ['pgsql', 'mysql'] as const) {
  const run = databases.includes(name) ? test.serial : test.skip
  const { slow, header, footer, tables } = victims[name]

  run(`${name}: the server dies in the middle of an insert`, async (t) => {
    const victim = await victimOf(t, name)
    await query(victim.database(), 'CREATE TABLE a (old INTEGER)', 'INSERT INTO a VALUES (1)')
    const script = (middle: string) =>
      [
        ...header,
        'DROP TABLE IF EXISTS a',
        'CREATE TABLE a (x INTEGER)',
        'CREATE TABLE b (x INTEGER)',
        middle,
        'CREATE TABLE c (x INTEGER)',
        ...footer,
      ].join(';\n')
    const before = 3 + header.length
    const total = 5 + header.length + footer.length

    const project = await memoryProject(victim.database(), { 'shop.sql': script(slow) })
    const error = await t.throwsAsync(
      insertSql({
        ...project,
        yes: true,
        onProgress: ({ statement }) => {
          if (statement.text === slow) setTimeout(victim.kill, 300)
        },
      }),
      { instanceOf: OrmError },
    )
    t.is(error.diagnostics[0]!.code, 'ORM-D008')
    const stays = {
      pgsql: 'nothing was changed on this connection',
      mysql: `${before} of ${total} statements were executed and stay; it is not known whether this one was, and the ones after it were not`,
    }
    t.is(
      error.message,
      `generated-sql/shop.sql:${before + 1}:1 ORM-D008 connection "shop": the connection was lost during: ${slow} (${stays[name]})`,
    )

    await victim.revive()
    t.deepEqual(await names(victim.database(), tables), name === 'pgsql' ? ['a'] : ['a', 'b'])
    const kept = await query(victim.database(), 'SELECT * FROM a')
    t.is(kept.length, name === 'pgsql' ? 1 : 0, 'the row is gone only where nothing could bring it back')

    const repaired = await memoryProject(victim.database(), {
      'shop.sql': script('DROP TABLE IF EXISTS c').replace('CREATE TABLE b', 'DROP TABLE IF EXISTS b;\nCREATE TABLE b'),
    })
    const [report] = await insertSql({ ...repaired, yes: true })
    t.is(report!.statements, total + 1)
    t.deepEqual(await names(victim.database(), tables), ['a', 'b', 'c'])
  })
}

for (const name of ['pgsql', 'mysql'] as const) {
  const run = databases.includes(name) ? test.serial : test.skip
  const { slow } = victims[name]

  run(`${name}: a server that stands still in the middle of an insert counts as lost`, async (t) => {
    const victim = await victimOf(t, name)
    const project = await memoryProject(victim.database(), { 'shop.sql': `CREATE TABLE a (x INTEGER); ${slow}` })
    const shop = { ...project.config.connections.shop!, attributes: { ATTR_TIMEOUT: Math.ceil(2 * pace()) } }
    const error = await t.throwsAsync(
      insertSql({
        files: project.files,
        config: { ...project.config, connections: { shop } },
        watchEvery: 1,
        onProgress: ({ statement }) => {
          if (statement.text === slow) victim.signal('SIGSTOP')
        },
      }),
      { instanceOf: OrmError },
    )
    victim.signal('SIGCONT')
    t.regex(error.message, /ORM-D008 connection "shop": the connection was lost during: .* \(1 of 2 statements/)
  })
}

const onSqlite = databases.includes('sqlite') ? test.serial : test.skip

onSqlite('sqlite: the process that inserts dies in the middle', async (t) => {
  const database = await createDatabase('sqlite')
  const file = database.dsn.slice('sqlite:'.length)
  const folder = join(file, '..', 'project')
  t.teardown(() => database.drop())
  await query(database, 'CREATE TABLE a (old)', 'INSERT INTO a VALUES (1)')
  await mkdir(join(folder, 'generated-sql'), { recursive: true })
  const connection = { adapter: 'sqlite', dsn: database.dsn }
  await writeFile(
    join(folder, 'orm.yaml'),
    `orm: { database: { connections: { shop: ${JSON.stringify(connection)} } } }`,
  )
  await writeFile(join(folder, 'generated-sql/sqldb.map'), 'shop.sql=shop\n')
  const script = (middle: string) => `PRAGMA foreign_keys = OFF;
DROP TABLE IF EXISTS a; CREATE TABLE a (x); DROP TABLE IF EXISTS b; CREATE TABLE b (x); ${middle}; PRAGMA foreign_keys = ON;`
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO b SELECT i FROM n'
  await writeFile(join(folder, 'generated-sql/shop.sql'), script(endless))
  const insert = () =>
    spawn(process.execPath, [join(root, 'packages/cli/bin/orm.js'), 'sql:insert', '--yes'], {
      cwd: folder,
      stdio: 'ignore',
    })

  const victim = insert()
  t.teardown(() => end(victim, 'SIGKILL'))
  // What no longer fits into SQLite's cache is written to the file before the transaction ends.
  await until(() => statSync(file).size > 1e6, {
    hopeless: () => victim.exitCode !== null,
    otherwise: () => 'the rows of the insert are written',
  })
  await end(victim, 'SIGKILL')
  const tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1"
  t.deepEqual(await names(database, tables), ['a'])
  t.is((await query(database, 'SELECT old FROM a')).length, 1)

  await writeFile(join(folder, 'generated-sql/shop.sql'), script('SELECT 1'))
  t.deepEqual(await once(insert(), 'exit'), [0, null])
  t.deepEqual(await names(database, tables), ['a', 'b'])
})
