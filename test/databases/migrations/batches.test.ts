import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { close, connect } from '#database/connect/connect.js'
import { type DatabaseName, databases } from '../../support/databases.js'
import type { Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { migrationProject, run, runners, statusOf, take, writeMigrations } from './runners.js'

const file = '20260101000000_fill.sql'
const kills = process.env.ORM_MIGRATIONS === '1' ? 10 : 2

const up = (batch: string, statement: string, down = ''): string =>
  `-- orm: up\n-- orm: batch ${batch}\n${statement};\n-- orm: down\n${down}`

/** Rows whose keys have gaps, each with n = 0. */
const numbered = (count: number, table = 't'): string[] => [
  `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, x BIGINT)`,
  `INSERT INTO ${table} (id, n) VALUES ${Array.from({ length: count }, (_, index) => `(${index * 3 - 5}, 0)`).join(', ')}`,
]

/** How often each row was changed, and the number of rows. */
const expectChanged = (t: ExecutionContext, project: Project, rows: number, table = 't') =>
  take(t, { query: `SELECT COUNT(*), MIN(n), MAX(n) FROM ${table}`, rows: [`${rows}|1|1`] }, runners[0]!, project)

const quoted = (database: DatabaseName, name: string): string =>
  database === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`

/** Columns of a key with values for the row of a number; small numbers are not in the order of the values. */
const keys: Readonly<
  Record<string, { readonly on?: readonly DatabaseName[]; type: string; value(row: number): string }>
> = {
  bigint: { type: 'BIGINT', value: (row) => `${9007199254740993n + BigInt(row) * 7n}` },
  decimal: {
    type: 'DECIMAL(30,5)',
    value: (row) => `1234567890123456.${String(row * 7).padStart(5, '0')}`,
    on: ['mysql', 'pgsql'],
  },
  text: {
    type: 'VARCHAR(60)',
    value: (row) => `'${['ä', "o''", 'B', 'b', '%', ' ', '"', 'z:', 'N:1', 'n:2'][row % 10]}${row}'`,
  },
  uuid: {
    type: 'UUID',
    value: (row) =>
      `'${((row * 7919) % 251).toString(16).padStart(2, '0')}000000-0000-4000-8000-${String(row).padStart(12, '0')}'`,
  },
  bytes: {
    type: 'BINARY(3)',
    value: (row) =>
      `X'${((row * 97) % 256).toString(16).padStart(2, '0')}27${(row % 256).toString(16).padStart(2, '0')}'`,
    on: ['mysql', 'sqlite'],
  },
  time: {
    type: 'DATETIME',
    value: (row) => `'2026-10-25 0${row % 4}:00:${String(row).padStart(2, '0')}'`,
    on: ['mysql', 'sqlite'],
  },
  real: { type: 'DOUBLE PRECISION', value: (row) => `${(row * 1.1) / 3}`, on: ['pgsql', 'sqlite'] },
}

for (const database of databases) {
  for (const [index, runner] of runners.entries()) {
    const other = runners[1 - index]!

    test(`${runner.name} on ${database}: a statement is executed in batches, and taken back in batches`, async (t) => {
      const project = await migrationProject(t, database)
      await query(project.database, ...numbered(25))
      const down = '-- orm: batch table=t key=id size=9\nUPDATE t SET n = n - 1 WHERE :batch(t) AND 1 = 1;\n'
      const batch = 'table=t key=id size=10 pause=1ms'
      const written = database === 'pgsql' ? ', x = txid_current()' : ''
      await writeMigrations(project, { [file]: up(batch, `UPDATE t SET n = n + 1${written} WHERE :batch`, down) })
      const plan = await run(runner, project, ['migrate', '--dry-run'])
      t.regex(plan.stdout, /-- in batches of 10 rows by id, with a pause of 1 ms: 25 rows\nUPDATE t SET n = n \+ 1/)
      const { code, stdout, stderr } = await run(runner, project, ['migrate'])
      t.is(code, 0, stderr)
      t.regex(stdout, /applied on connection "shop": 1 statement \(25 rows in 3 batches\)/)
      t.regex(stderr, /fill: (?:1 of 1 {2})?10 of 25 rows, [\d,]+ rows\/s, \d+ s left\n/)
      t.regex(stderr, /25 of 25 rows, [\d,]+ rows\/s, 0 s left\n/)
      await expectChanged(t, project, 25)
      if (database === 'pgsql')
        await take(t, { query: 'SELECT COUNT(DISTINCT x) FROM t', rows: ['3'] }, runner, project)
      t.deepEqual(await statusOf(runner, project), ['20260101000000 applied'])
      const back = await run(other, project, ['down', '--allow-loss', '--format=json'])
      t.is(back.code, 0, back.stderr)
      const [done] = JSON.parse(back.stdout).done
      t.deepEqual([done.batches, done.rows], [3, 25])
      await take(t, { query: 'SELECT MIN(n), MAX(n) FROM t', rows: ['0|0'] }, runner, project)
    })

    test(`${runner.name} on ${database}: rows are taken by keys of every kind, each once`, async (t) => {
      const project = await migrationProject(t, database)
      const files: Record<string, string> = {}
      const tables: [string, number][] = []
      for (const [kind, { on = databases, type, value }] of Object.entries(keys)) {
        if (!on.includes(database)) continue
        const table = `of_${kind}`
        const own = kind === 'text' && database === 'mysql' ? `${type} COLLATE utf8mb4_general_ci` : type
        const rows = Array.from({ length: 37 }, (_, row) => `(${value(row)}, 0)`)
        await query(
          project.database,
          `CREATE TABLE ${table} (k ${own} PRIMARY KEY, n INTEGER NOT NULL)`,
          `INSERT INTO ${table} VALUES ${rows.join(', ')}`,
        )
        files[`2026010100000${tables.length}_${kind}.sql`] = up(
          `table=${table} key=k size=5`,
          `UPDATE ${table} SET n = n + 1 WHERE :batch`,
        )
        tables.push([table, 37])
      }
      const [table, a, b] = ['t "x".`y`=1, --', "a'; DROP TABLE x; --", 'b.:batch "c"'].map((name) =>
        quoted(database, name),
      )
      const rows = Array.from({ length: 40 }, (_, row) => `(${row % 3}, 'v${row}', 0)`)
      await query(
        project.database,
        `CREATE TABLE ${table} (${a} INTEGER NOT NULL, ${b} VARCHAR(20) NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (${a}, ${b}))`,
        `INSERT INTO ${table} VALUES ${rows.join(', ')}`,
      )
      files['20260101000009_hostile.sql'] = up(
        'size=7 table="t ""x"".`y`=1, --" key="a\'; DROP TABLE x; --","b.:batch ""c"""',
        `UPDATE ${table} SET n = n + 1 WHERE ':batch' <> '' AND /* :batch */ :batch`,
      )
      tables.push([table!, 40])
      await writeMigrations(project, files)
      const { code, stderr } = await run(runner, project, ['migrate'])
      t.is(code, 0, stderr)
      for (const [name, count] of tables) await expectChanged(t, project, count, name)
    })

    test(`${runner.name} on ${database}: a batch that fails leaves the others, and the next run continues with it`, async (t) => {
      const project = await migrationProject(t, database)
      await query(project.database, ...numbered(25))
      await query(project.database, 'CREATE TABLE few (id INTEGER PRIMARY KEY)', 'INSERT INTO few VALUES (37)')
      const text = up('table=t key=id size=5', 'INSERT INTO few SELECT id FROM t WHERE :batch')
      await writeMigrations(project, { [file]: text })
      const failed = await run(runner, project, ['migrate'])
      t.is(failed.code, 1, failed.stdout)
      t.regex(failed.stderr, /_fill\.sql:3:1 ORM-D002/)
      t.regex(
        failed.stderr,
        /batch 3 \(\S+ > '?22'? AND \S+ <= '?37'?\) was not executed; 10 of 25 rows are done and stay as they are/,
      )
      t.deepEqual(await statusOf(other, project), ['20260101000000 stopped 0/1'])
      const { stdout } = await run(other, project, ['status'])
      t.regex(stdout, /10 of 25 rows.* batch 3 \(/)
      await take(t, { query: 'SELECT COUNT(*) FROM few', rows: ['11'] }, runner, project)
      await writeMigrations(project, { [file]: text.replace('key=id', 'key=n') })
      const wrong = await run(other, project, ['migrate'])
      t.is(wrong.code, 1)
      t.regex(
        wrong.stderr,
        /_fill\.sql:3:1 ORM-M007 connection "shop": 10 rows of \S+ \(\S+id\S+\) are done, and this is/,
      )
      await query(project.database, 'DELETE FROM few WHERE id = 37')
      await writeMigrations(project, { [file]: text })
      if (index === 0) {
        await query(project.database, 'DELETE FROM few')
        t.is((await run(other, project, ['resolve', '20260101000000', '--rolled-back'])).code, 0)
      }
      t.is((await run(other, project, ['migrate'])).code, 0)
      await take(t, { query: 'SELECT COUNT(*) FROM few', rows: ['25'] }, runner, project)
      t.deepEqual(await statusOf(runner, project), ['20260101000000 applied'])
    })

    test(`${runner.name} on ${database}: tables without rows, and rows that cannot be taken`, async (t) => {
      const project = await migrationProject(t, database)
      await query(project.database, 'CREATE TABLE t (id INTEGER, n INTEGER)')
      await writeMigrations(project, { [file]: up('table=t key=id', 'UPDATE t SET n = n + 1 WHERE :batch') })
      t.is((await run(runner, project, ['migrate'])).code, 0)
      await query(project.database, 'INSERT INTO t VALUES (1, 0), (NULL, 0)')
      await writeMigrations(project, {
        '20260101000001_b.sql': up('table=t key=id', 'UPDATE t SET n = n + 1 WHERE :batch'),
      })
      const { code, stderr } = await run(runner, project, ['migrate'])
      t.is(code, 1)
      t.regex(stderr, /_b\.sql:3:1 ORM-M007 connection "shop": rows of \S+ have no value in "id"/)
      if (database !== 'mysql') return
      await query(
        project.database,
        "CREATE TABLE e (id ENUM('b', 'a') PRIMARY KEY)",
        "INSERT INTO e VALUES ('a'), ('b')",
      )
      await writeMigrations(project, {
        '20260101000001_b.sql': null,
        '20260101000002_e.sql': up('table=e key=id', 'DELETE FROM e WHERE :batch'),
      })
      await query(project.database, "DELETE FROM orm_migration WHERE name = 'b'")
      const refused = await run(runner, project, ['migrate'])
      t.regex(refused.stderr, /ORM-M007 connection "shop": "id" is of type enum, whose values have no fixed order/)
    })
  }

  test(`${database}: a plan shows the rows of a statement in batches`, async (t) => {
    const project = await migrationProject(t, database)
    await writeMigrations(project, { '20250101000000_t.sql': `-- orm: up\n${numbered(25).join(';\n')};\n` })
    t.is((await run(runners[0]!, project, ['migrate'])).code, 0)
    await writeMigrations(project, { [file]: up('table=t key=id', 'UPDATE t SET n = n + 1 WHERE :batch') })
    const { code, stdout, stderr } = await project.orm('migrate', '--plan')
    t.is(code, 0, stderr)
    t.regex(
      stdout,
      /-- t: .*\n-- .*\n-- in batches of 1,000 rows by id: 25 rows\nUPDATE t SET n = n \+ 1 WHERE :batch;/,
    )
    await take(t, { query: 'SELECT MAX(n) FROM t', rows: ['0'] }, runners[0]!, project)
  })

  test(`${database}: killed at any time, a run is continued by the other runner where it was`, async (t) => {
    const rows = 60
    let pause = 5
    for (let kill = 0; kill < kills; ) {
      const project = await migrationProject(t, database)
      await query(project.database, ...numbered(rows))
      const size = 1 + (kill % 3)
      const text = up(`table=t key=id size=${size} pause=${pause}ms`, 'UPDATE t SET n = n + 1 WHERE :batch')
      await writeMigrations(project, { [file]: text })
      const until = 1 + Math.floor(Math.random() * (rows - 20))
      let pid = 0
      const running = run(runners[kill % 2]!, project, ['migrate'], (number) => {
        pid = number
      })
      let isOver = false
      void running.then(() => {
        isOver = true
      })
      while (!isOver) {
        const [row] = await query(project.database, 'SELECT SUM(n) AS n FROM t')
        if (Number(row!.n) >= until) break
        await sleep(5)
      }
      if (!isOver) process.kill(pid, 'SIGKILL')
      await running
      // On a busy machine the run may be over before the signal comes: the next one takes longer.
      if ((await statusOf(runners[0]!, project)).join() === '20260101000000 applied') {
        pause *= 2
        continue
      }
      const shown = await run(runners[kill % 2]!, project, [
        'resolve',
        '20260101000000',
        '--applied',
        '--dry-run',
        '--lock-timeout=3600',
      ])
      t.regex(shown.stdout, /\n-- line 3: executed for \d+ of 60 rows\nUPDATE t /, shown.stderr)
      const resumed = await run(runners[1 - (kill % 2)]!, project, ['migrate', '--lock-timeout=3600'])
      t.is(resumed.code, 0, resumed.stderr)
      await expectChanged(t, project, rows)
      t.deepEqual(await statusOf(runners[0]!, project), ['20260101000000 applied'])
      kill++
    }
  })

  test(`${database}: others write between two batches, and what they insert behind the end is not changed`, async (t) => {
    const writeBetween = async (pause: number): Promise<boolean> => {
      const project = await migrationProject(t, database)
      await query(project.database, ...numbered(30))
      await writeMigrations(project, {
        [file]: up(`table=t key=id size=1 pause=${pause}ms`, 'UPDATE t SET n = n + 1 WHERE :batch'),
      })
      const { name, dsn, user, password } = project.database
      const { session } = await connect(
        'other',
        { adapter: name, classname: '', dsn, user, password },
        { create: false },
      )
      let isOver = false
      // A statement of SQLite that waits for a lock stops the whole process, also the run that holds the lock.
      const started = database === 'sqlite' ? () => {} : undefined
      const running = run(runners[0]!, project, ['migrate'], started).finally(() => {
        isOver = true
      })
      let written = 0
      let isBetween = false
      if (database === 'sqlite') await session.execute('PRAGMA busy_timeout = 60000')
      while (!isOver) {
        const sum = async (): Promise<number> =>
          Number((await session.execute('SELECT SUM(n) AS n FROM t WHERE id < 1000'))[0]!.n)
        // The last key has been read when the first batch is done.
        if ((await sum()) > 0) {
          await session.execute(`INSERT INTO t (id, n) VALUES (${1000 + written++}, 1)`)
          if ((await sum()) < 30) isBetween = true
        }
        // SQLite answers at once, and the end of the run would not be noticed.
        await sleep(1)
      }
      await close(session)
      t.is((await running).code, 0)
      await expectChanged(t, project, 30 + written)
      return isBetween
    }
    // On a busy machine the run may be over before a row is written: the next one takes longer.
    for (let pause = 20; !(await writeBetween(pause)); pause *= 2) {
      t.true(pause < 1000, 'rows are written between the first batch and the last')
    }
  })

  test(`${database}: runs at once execute each batch once`, async (t) => {
    const project = await migrationProject(t, database)
    await query(project.database, ...numbered(40))
    await writeMigrations(project, {
      [file]: up('table=t key=id size=1 pause=1ms', 'UPDATE t SET n = n + 1 WHERE :batch'),
    })
    const outcomes = await Promise.all(
      // The first one has this process for its own.
      [...runners, ...runners].map((runner, index) =>
        run(runner, project, ['migrate', '--lock-timeout=3600'], index > 0 ? () => {} : undefined),
      ),
    )
    for (const { code, stderr } of outcomes) t.is(code, 0, stderr)
    await expectChanged(t, project, 40)
  })
}

const mistakes: readonly (readonly [batch: string, statement: string, place: string, says: string])[] = [
  ['', 'UPDATE t SET n = 1 WHERE :batch', '2:15', '"batch" needs a table'],
  ['table=t', 'UPDATE t SET n = 1 WHERE :batch', '2:15', '"batch" needs a key'],
  ['table=t key=id table=u', 'UPDATE t SET n = 1 WHERE :batch', '2:30', '"table" appears a second time'],
  ['table=t key=id rows=5', 'UPDATE t SET n = 1 WHERE :batch', '2:30', '"batch" has no parameter "rows"'],
  ['table=t key=id 5', 'UPDATE t SET n = 1 WHERE :batch', '2:30', '"batch" takes name=value, and not "5"'],
  [
    'table=t key=id size=0',
    'UPDATE t SET n = 1 WHERE :batch',
    '2:30',
    '"size" must be a number of rows, from 1 on, and not "0"',
  ],
  [
    'table=t key=id pause=5',
    'UPDATE t SET n = 1 WHERE :batch',
    '2:30',
    '"pause" must be a time such as 50ms or 2s, and not "5"',
  ],
  ['table=a.b.c key=id', 'UPDATE t SET n = 1 WHERE :batch', '2:15', '"table" must be a name'],
  ['table=t key=a,', 'UPDATE t SET n = 1 WHERE :batch', '2:23', '"key" must be the name of a column'],
  ['table=t key=id', 'UPDATE t SET n = 1', '3:1', 'the statement below "batch" has no :batch'],
  ['table=t key=id', "UPDATE t SET n = ':batch' -- :batch", '3:1', 'the statement below "batch" has no :batch'],
  [
    'table=t key=id\n-- orm: batch table=t key=id',
    'UPDATE t SET n = 1 WHERE :batch',
    '3:1',
    'there is no statement for this "batch"',
  ],
]

test('both runners tell where a line "batch" is wrong', async (t) => {
  const project = await migrationProject(t, databases[0]!)
  for (const [batch, statement, place, says] of mistakes) {
    await writeMigrations(project, { [file]: up(batch, statement) })
    for (const runner of runners) {
      const { code, stderr } = await run(runner, project, ['status'])
      t.is(code, 1)
      t.true(stderr.includes(`${file}:${place} ORM-M002 ${says}`), `${runner.name}: ${batch}\n${stderr}`)
    }
  }
  await writeMigrations(project, { [file]: '-- orm: up\nUPDATE t SET n = 1 WHERE :batch;\n' })
  for (const runner of runners) {
    t.regex((await run(runner, project, ['status'])).stderr, /:2:1 ORM-M002 :batch needs a line "-- orm: batch" above/)
  }
})
