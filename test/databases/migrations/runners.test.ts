import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { close, connect } from '#database/connect/connect.js'
import { databases } from '../../support/databases.js'
import { query } from '../../support/query.js'
import { holdLock, migrationProject, run, runners, statusOf, take, twoConnections, writeMigrations } from './runners.js'
import { scenarios } from './scenarios.js'

for (const runner of runners) {
  for (const { title, on = databases, steps } of scenarios) {
    for (const database of databases.filter((name) => on.includes(name))) {
      test(`${runner.name} on ${database}: ${title}`, async (t) => {
        const project = await migrationProject(t, database)
        for (const step of steps) await take(t, step, runner, project)
      })
    }
  }
}

test('--to names a migration of any connection, and ends the run of each', async (t) => {
  for (const runner of runners) {
    const project = await twoConnections(t)
    for (const [name, versions] of Object.entries({ one: ['01', '03'], two: ['02', '04'] })) {
      for (const day of versions) {
        const text = `-- orm: up\nCREATE TABLE t${day} (id INTEGER);\n-- orm: down\nDROP TABLE t${day};\n`
        await project.write(`generated-migrations/${name}/202601${day}000000_x.sql`, text)
      }
    }
    const states = async (command: string, day: string): Promise<string[]> => {
      const { code, stderr } = await run(runner, project, [command, `--to=202601${day}000000`])
      t.is(code, 0, stderr)
      return (await statusOf(runner, project)).map((each) => `${each.slice(6, 8)}${each.slice(14)}`)
    }
    t.deepEqual(await states('migrate', '03'), ['01 applied', '03 applied', '02 applied', '04 pending'])
    t.deepEqual(await states('down', '01'), ['01 applied', '03 pending', '02 pending', '04 pending'])
    for (const command of ['migrate', 'down']) {
      const { code, stderr } = await run(runner, project, [command, '--to=20260105000000'])
      t.is(code, 1)
      t.regex(stderr, /^ORM-D030 there is no migration 20260105000000 /m)
    }
  }
})

test('orm-migrate says what is wrong with an option', async (t) => {
  const project = await migrationProject(t, 'sqlite')
  for (const [option, reason] of [
    ['--to', '--to needs a value: --to=…'],
    ['--strict=1', '--strict takes no value'],
    ['--format=xml', '--format must be text or json'],
    ['--nonsense', 'there is no option --nonsense'],
  ]) {
    const { code, stderr } = await run(runners[1]!, project, ['migrate', option!])
    t.is(code, 2)
    t.true(stderr.includes(`orm-migrate: ${reason};`), stderr)
  }
})

test('a baseline up to a migration that does not exist records nothing', async (t) => {
  const project = await migrationProject(t, 'sqlite')
  await query(project.database, 'CREATE TABLE a (id INTEGER)')
  await writeMigrations(project, { '20260101000000_a.sql': '-- orm: up\nCREATE TABLE a (id INTEGER);\n' })
  for (const to of ['20260101000000_a', '20260109000000', '']) {
    const { code, stderr } = await project.orm('migration:baseline', `--to=${to}`)
    t.is(code, 1)
    t.regex(stderr, /^ORM-D030 there is no migration /m)
    t.deepEqual(await statusOf(runners[0]!, project), ['20260101000000 pending'])
  }
})

if (databases.includes('mysql')) {
  test('mysql: a value that does not fit its new type stops both runners on a server without strict mode', async (t) => {
    for (const runner of runners) {
      const project = await migrationProject(t, 'mysql')
      const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
      await project.write(
        'orm.yaml',
        config.replace('        adapter: mysql', '$&\n        settings: { queries: ["SET sql_mode = \'\'"] }'),
      )
      await project.orm('config:convert')
      await query(project.database, 'CREATE TABLE a (v VARCHAR(40))')
      for (const [type, value] of [
        ['TINYINT(1)', 'yes'],
        ['DATE', '2020-02-30'],
        ['TIME', 'noon'],
        ['VARCHAR(3)', 'abcd'],
        ['DOUBLE', '1e400'],
      ]) {
        await query(project.database, `DELETE FROM a`)
        await query(project.database, `INSERT INTO a VALUES ('${value}')`)
        await writeMigrations(project, { '20260101000000_a.sql': `-- orm: up\nALTER TABLE a MODIFY v ${type};\n` })
        const { code, stderr } = await run(runner, project, ['migrate'])
        t.is(code, 1, `${runner.name}: ${type}`)
        t.regex(stderr, /20260101000000_a\.sql:2:1 ORM-D002 /)
        t.deepEqual(await query(project.database, 'SELECT v FROM a'), [{ v: value }])
      }
    }
  })
}

const sql = `-- orm: no-transaction
-- orm: up
CREATE TABLE "ä;b" (id INTEGER, t VARCHAR(50) /* ; */); -- ;
INSERT INTO "ä;b" VALUES (1, 'ü\\'); -- "
INSERT INTO "ä;b" VALUES (2, 'a''b');
CREATE TABLE c (id INTEGER);
-- orm: down
DROP TABLE c;
DROP TABLE "ä;b";
`

const textOf: Readonly<Record<(typeof databases)[number], string>> = {
  sqlite: sql,
  pgsql: `${sql.replace('CREATE TABLE c', 'DO $x$ BEGIN PERFORM 1; END $x$;\n$&')}`,
  mysql: sql.replaceAll('"', '`').replace("'ü\\'", "'ü\\\\'").replace('-- `', '# `'),
}

for (const database of databases) {
  test(`${database}: each runner goes on where the other one stopped, and takes back what the other one applied`, async (t) => {
    for (const [one, other] of [
      [runners[0]!, runners[1]!],
      [runners[1]!, runners[0]!],
    ]) {
      const project = await migrationProject(t, database)
      const file = '20260101000000_ä.sql'
      await writeMigrations(project, { [file]: textOf[database].replace('TABLE c (id INTEGER)', 'TABLE c (nonsense') })
      const failed = await run(one!, project, ['migrate'])
      t.is(failed.code, 1, failed.stdout + failed.stderr)
      const total = database === 'pgsql' ? 5 : 4
      t.deepEqual(await statusOf(other!, project), [`20260101000000 stopped ${total - 1}/${total}`])
      await writeMigrations(project, { [file]: textOf[database] })
      const mended = await run(other!, project, ['migrate'])
      t.is(mended.code, 0, mended.stdout + mended.stderr)
      t.deepEqual(await statusOf(one!, project), ['20260101000000 applied'])
      t.is((await run(one!, project, ['down', '--allow-loss'])).code, 0)
      t.deepEqual(await statusOf(other!, project), ['20260101000000 pending'])
      t.is((await run(one!, project, ['migrate'])).code, 0)
      t.deepEqual(await statusOf(other!, project), ['20260101000000 applied'], 'both count the same checksum')
    }
  })

  test(`${database}: eight runs at once apply each file once`, async (t) => {
    const project = await migrationProject(t, database)
    const names = ['a', 'b', 'c']
    for (const [index, name] of names.entries()) {
      const directive = name === 'b' ? '-- orm: no-transaction\n' : ''
      await writeMigrations(project, {
        [`2026010${index + 1}000000_${name}.sql`]: `${directive}-- orm: up
CREATE TABLE ${name} (id INTEGER);
INSERT INTO ${name} VALUES (1);
INSERT INTO ${name} SELECT id + 1 FROM ${name};
`,
      })
    }
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        // The first one has this process for its own.
        return run(runners[index % 2]!, project, ['migrate', '--lock-timeout=3600'], index > 0 ? () => {} : undefined)
      }),
    )
    for (const { code, stderr } of outcomes) t.is(code, 0, stderr)
    const applied = outcomes.flatMap(({ stdout }) => stdout.match(/^\S+ applied/gm) ?? [])
    // On SQLite several runs may have executed statements of the file without transaction.
    t.deepEqual([...new Set(applied)].sort(), [
      '20260101000000_a applied',
      '20260102000000_b applied',
      '20260103000000_c applied',
    ])
    t.is(applied.filter((line) => !line.includes('_b ')).length, 2)
    for (const name of names) {
      await take(t, { query: `SELECT id FROM ${name} ORDER BY id`, rows: ['1', '2'] }, runners[0]!, project)
    }
    await take(t, { query: 'SELECT count(*) FROM orm_migration', rows: ['3'] }, runners[0]!, project)
  })

  test(`${database}: gives up when another run does not end`, async (t) => {
    for (const runner of runners) {
      const project = await migrationProject(t, database)
      await writeMigrations(project, { '20260101000000_a.sql': '-- orm: up\nCREATE TABLE a (id INTEGER);\n' })
      const release = await holdLock(project.database)
      const { code, stdout, stderr } = await run(runner, project, ['migrate', '--lock-timeout=1'])
      t.is(code, 4, stdout)
      t.regex(stderr, /notice: connection "shop": another run holds the lock; waiting for 1 seconds at most/)
      t.regex(stderr, /ORM-D027 connection "shop": another run has held the lock for 1 seconds/)
      await release()
      t.is((await run(runner, project, ['migrate'])).code, 0)
    }
  })
}

for (const database of databases) {
  test(`${database}: sql:insert points to migrate where migrations are applied`, async (t) => {
    const project = await migrationProject(t, database)
    await project.orm('sql:build')
    t.is((await project.orm('sql:insert')).stderr, '')
    await writeMigrations(project, { '20260101000000_b.sql': '-- orm: up\nCREATE TABLE b (id INTEGER);\n' })
    t.is((await run(runners[0]!, project, ['migrate'])).code, 0)
    for (const args of [['--dry-run'], []]) {
      const { code, stderr } = await project.orm('sql:insert', ...args)
      t.is(code, 0)
      t.is(
        stderr,
        'notice: connection "shop" has migrations (table orm_migration): "orm migrate" changes its tables and keeps their rows, sql:insert drops and creates them again\n',
      )
    }
  })
}

/** What lasts longer than a second, and makes others wait for a table. */
const slow = {
  pgsql: { sleep: 'SELECT pg_sleep(20)', lock: 'BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE' },
  mysql: { sleep: 'SELECT COUNT(*) FROM seq_1_to_100000 a, seq_1_to_100000 b', lock: 'LOCK TABLES t WRITE' },
} as const

for (const database of databases) {
  if (database === 'sqlite') continue
  test(`${database}: the server ends a statement that takes too long, or that waits for a table too long`, async (t) => {
    for (const runner of runners) {
      const project = await migrationProject(t, database)
      await query(project.database, 'CREATE TABLE t (id INTEGER)')
      await writeMigrations(project, { '20260101000000_a.sql': `-- orm: up\n${slow[database].sleep};\n` })
      const long = await run(runner, project, ['migrate', '--statement-timeout=1'])
      t.is(long.code, 1, long.stdout)
      t.regex(long.stderr, /_a\.sql:2:1 ORM-D002/)
      await writeMigrations(project, { '20260101000000_a.sql': '-- orm: up\nALTER TABLE t ADD COLUMN x INTEGER;\n' })
      const { name, dsn, user, password } = project.database
      const other = await connect('x', { adapter: name, classname: '', dsn, user, password }, { create: false })
      await other.session.execute(slow[database].lock)
      const waiting = await run(runner, project, ['migrate', '--lock-timeout=1'])
      t.is(waiting.code, 1, waiting.stdout)
      t.regex(waiting.stderr, /_a\.sql:2:1 ORM-D002/)
      await close(other.session)
      t.is((await run(runner, project, ['migrate'])).code, 0)
    }
  })
}

if (databases.includes('pgsql')) {
  for (const runner of runners) {
    test(`${runner.name} on pgsql: a backslash in a string is one, whatever the database says`, async (t) => {
      const project = await migrationProject(t, 'pgsql')
      const [, name] = /dbname=(\w+)/.exec(project.database.dsn)!
      await query(project.database, `ALTER DATABASE ${name} SET standard_conforming_strings = off`)
      await query(project.database, 'CREATE TABLE canary (id INTEGER)')
      const text =
        "-- orm: up\nCREATE TABLE t (a VARCHAR(90) DEFAULT '\\''); DROP TABLE canary; --');\n-- orm: down\nDROP TABLE t;\n"
      await writeMigrations(project, { '20260101000000_t.sql': text })
      const { code, stderr } = await run(runner, project, ['migrate'])
      t.is(code, 0, stderr)
      t.deepEqual(await query(project.database, 'SELECT * FROM canary'), [])
    })
  }
}
