import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { close, connect } from '#database/connect/connect.js'
import { type DatabaseName, databases } from '../../support/databases.js'
import { until } from '../../support/patience.mjs'
import type { Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { migrationProject, type Runner, run, runners, statusOf, writeMigrations } from './runners.js'

/** Ten statements, each on a table of its own, so that each can be made to wait. None of them can be executed twice. */
const ten = (database: DatabaseName): readonly string[] => [
  'CREATE TABLE c1 AS SELECT n FROM t1',
  'ALTER TABLE t2 ADD COLUMN x INTEGER',
  'INSERT INTO t3 SELECT n + 1 FROM t3',
  'UPDATE t4 SET n = n + 1',
  'CREATE INDEX i5 ON t5 (n)',
  'ALTER TABLE t6 DROP COLUMN m',
  'DROP TABLE t7',
  'ALTER TABLE t8 RENAME TO r8',
  database === 'sqlite' ? 'CREATE UNIQUE INDEX u9 ON t9 (n)' : 'ALTER TABLE t9 ADD CONSTRAINT u9 UNIQUE (n)',
  'DELETE FROM t10',
]

const prepare = Array.from({ length: 10 }, (_, index) => index + 1).flatMap((number) => [
  `CREATE TABLE t${number} (n INTEGER, m INTEGER)`.replace(number === 3 ? ', m INTEGER' : '\n', ''),
  `INSERT INTO t${number} (n) VALUES (1)`,
])

/** What the statements have made of the tables. */
async function outcome({ database }: Project): Promise<unknown> {
  const results: unknown[] = []
  for (const sql of [
    'SELECT n FROM c1',
    'SELECT n, m, x FROM t2',
    'SELECT n FROM t3 ORDER BY n',
    'SELECT n FROM t4',
    'SELECT * FROM t6',
    'SELECT n FROM r8',
    'SELECT n FROM t10',
  ]) {
    results.push((await query(database, sql)).map((row) => Object.values(row).map(String)))
  }
  const isRefused = async (sql: string): Promise<boolean> =>
    query(database, sql).then(
      () => false,
      () => true,
    )
  results.push(await isRefused('SELECT * FROM t7'), await isRefused('SELECT * FROM t8'))
  results.push(await isRefused('INSERT INTO t9 (n) VALUES (1)'), await isRefused(`CREATE INDEX i5 ON t5 (n)`))
  return results
}

const expected = [
  [['1']],
  [['1', 'null', 'null']],
  [['1'], ['2']],
  [['2']],
  [['1']],
  [['1']],
  [],
  true,
  true,
  true,
  true,
]

interface Waiting {
  readonly lock: (table: string) => string
  /** The connections that wait for it. */
  readonly waiting: string
  readonly kill: (connection: unknown) => string
}

const servers: Readonly<Record<'pgsql' | 'mysql', Waiting>> = {
  pgsql: {
    lock: (table) => `BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`,
    waiting:
      "SELECT pid AS id FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event <> 'advisory'",
    kill: (pid) => `SELECT pg_terminate_backend(${pid})`,
  },
  mysql: {
    lock: (table) => `LOCK TABLES ${table} WRITE`,
    waiting: "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND state LIKE 'Waiting for table%'",
    kill: (id) => `KILL ${id}`,
  },
}

type Fault = 'process' | 'connection'

interface Case {
  readonly runner: Runner
  readonly database: DatabaseName
  readonly isWhole: boolean
  readonly fault: Fault
  readonly at: number
}

const file = '20260101000000_ten.sql'

const textOf = (statements: readonly string[], isWhole: boolean): string =>
  `${isWhole ? '' : '-- orm: no-transaction\n'}-- orm: up\n${statements.map((sql) => `${sql};\n`).join('')}`

const stateAfter = ({ isWhole, at }: Case): string => `20260101000000 ${isWhole ? 'pending' : `stopped ${at - 1}/10`}`

/** Makes the statement wait, kills who waits, and lets a second run go on. */
async function onServer(t: ExecutionContext, each: Case, project: Project, server: Waiting): Promise<void> {
  const { runner, fault, at, isWhole } = each
  await writeMigrations(project, { [file]: textOf(ten(each.database), isWhole) })
  const { name, dsn, user, password } = project.database
  const config = { adapter: name, classname: '', dsn, user, password }
  const gate = await connect('gate', config, { create: false })
  const watcher = await connect('watcher', config, { create: false })
  try {
    await gate.session.execute(server.lock(`t${at}`))
    let pid = 0
    const setPid = (number: number): void => {
      pid = number
    }
    const args = ['migrate', '--lock-timeout=3600']
    // Only what is killed needs a process of its own.
    const running = run(runner, project, args, fault === 'process' ? setPid : undefined)
    let isOver = false
    void running.then(() => {
      isOver = true
    })
    let connections: readonly unknown[] = []
    const isWaiting = async () => {
      connections = (await watcher.session.execute(server.waiting)).map((row) => Object.values(row)[0])
      return connections.length > 0
    }
    await until(isWaiting, { hopeless: () => isOver })
    if (fault === 'process') process.kill(pid, 'SIGKILL')
    else await watcher.session.execute(server.kill(connections[0]))
    const { code, stderr } = await running
    if (fault === 'connection') {
      t.is(code, 4, stderr)
      t.regex(stderr, new RegExp(`${file}:${at + (isWhole ? 1 : 2)}:1 ORM-D008`))
      t.true(
        stderr.includes(
          isWhole
            ? 'this migration was not applied'
            : `${at - 1} of 10 statements of this migration were executed and stay in effect; it is not known whether this one was executed`,
        ),
        stderr,
      )
    }
  } finally {
    // From here on the server may go on with what it was sent, although nobody listens any more.
    await close(gate.session)
    await close(watcher.session)
  }
  t.deepEqual(await statusOf(runner, project), [stateAfter(each)])
}

/** Writes 40 MB, more than a connection keeps in memory, and then goes on without an end. */
const endless = `WITH RECURSIVE few(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM few WHERE i < 40),
n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e12)
INSERT INTO t1 (m) SELECT zeroblob(1000000) FROM few UNION ALL SELECT sum(i) FROM n`

/** SQLite has no server: the process dies in a statement that never ends. */
async function onSqlite(t: ExecutionContext, each: Case, project: Project): Promise<void> {
  const { runner, at, isWhole } = each
  const statements = ten('sqlite')
  const broken = statements.map((sql, index) => (index === at - 1 ? endless : sql))
  await writeMigrations(project, { [file]: textOf(broken, isWhole) })
  let pid = 0
  const running = run(runner, project, ['migrate'], (number) => {
    pid = number
  })
  await Promise.race([running, isInEndless(project)])
  process.kill(pid, 'SIGKILL')
  await running
  t.deepEqual(await statusOf(runner, project), [stateAfter(each)])
  await writeMigrations(project, { [file]: textOf(statements, isWhole) })
}

/** Resolves when the file has grown by what no other statement writes. */
async function isInEndless({ database }: Project): Promise<void> {
  const file = database.dsn.replace('sqlite:', '')
  while ((await stat(file)).size < 10_000_000) await sleep(5)
}

async function halfwayProject(t: ExecutionContext, each: Case): Promise<Project> {
  const { database } = each
  const project = await migrationProject(t, database)
  await query(project.database, ...prepare)
  if (database === 'sqlite') await onSqlite(t, each, project)
  else await onServer(t, each, project, servers[database])
  return project
}

async function faulty(t: ExecutionContext, each: Case): Promise<void> {
  const { runner } = each
  const project = await halfwayProject(t, each)
  const { code, stdout, stderr } = await run(runner, project, ['migrate', '--lock-timeout=3600'])
  t.is(code, 0, stdout + stderr)
  t.deepEqual(await statusOf(runner, project), ['20260101000000 applied'])
  t.deepEqual(await outcome(project), expected)
}

const faultsOf = (database: DatabaseName): readonly Fault[] =>
  database === 'sqlite' ? ['process'] : ['process', 'connection']

const all = databases.flatMap((database) =>
  runners.flatMap((runner) =>
    (database === 'mysql' ? [false] : [true, false]).flatMap((isWhole) =>
      faultsOf(database).flatMap((fault) =>
        Array.from({ length: 10 }, (_, index): Case => ({ runner, database, isWhole, fault, at: index + 1 })),
      ),
    ),
  ),
)

/** Of the kinds of faults, each statement meets one in turn; `ORM_MIGRATIONS=1` brings all of them together. */
const chosen = process.env.ORM_MIGRATIONS
  ? all
  : databases.flatMap((database) => {
      const own = all.filter((each) => each.database === database)
      return Array.from({ length: 10 }, (_, index) => {
        const here = own.filter(({ at }) => at === index + 1)
        return here[(index * 3) % here.length]!
      })
    })

for (const each of chosen) {
  const { runner, database, isWhole, fault, at } = each
  const kind = isWhole ? 'with transaction' : 'without transaction'
  test.serial(`${runner.name} on ${database} ${kind}: the ${fault} is killed at statement ${at}`, (t) =>
    faulty(t, each),
  )
}

for (const database of databases) {
  for (const [index, runner] of runners.entries()) {
    const other = runners[1 - index]!
    test.serial(`${runner.name} on ${database}: what was killed halfway is given up by ${other.name}`, async (t) => {
      const project = await halfwayProject(t, { runner, database, isWhole: false, fault: 'process', at: 4 })
      const as = index === 0 ? 'applied' : 'rolled-back'
      const resolved = await run(other, project, [
        'resolve',
        '20260101000000',
        `--${as}`,
        '--format=json',
        '--lock-timeout=3600',
      ])
      t.is(resolved.code, 0, resolved.stdout + resolved.stderr)
      const [{ started, ...found }] = JSON.parse(resolved.stdout).resolved
      t.regex(started, /^20\S+Z$/)
      const next = `generated-migrations/${file}:6`
      t.deepEqual(found, {
        ...{ connection: 'shop', version: '20260101000000', name: 'ten', state: 'stopped', direction: 'up' },
        ...{ done: 3, total: 10, next, as },
        statements: ten(database).map((text, at) => ({
          line: at + 3,
          text,
          state: at < 3 ? 'executed' : at === 3 ? 'unknown' : 'not executed',
        })),
      })
      t.deepEqual(await statusOf(runner, project), [`20260101000000 ${as === 'applied' ? 'applied' : 'pending'}`])
      const again = await run(runner, project, ['migrate'])
      // From its start, it fails at the first statement, because that was executed before the kill.
      if (as === 'applied') t.regex(again.stdout, /^nothing to apply$/m)
      else t.regex(again.stderr, new RegExp(`${file}:3:1 ORM-D002`))
    })
  }
}
