import test from 'ava'
import { databases } from '../../support/databases.js'
import { query } from '../../support/query.js'
import { holdLock, migrationProject, run, runners, statusOf, twoConnections, writeMigrations } from './runners.js'

const stopped = `-- orm: no-transaction
-- orm: up
CREATE TABLE a (id INTEGER);
CREATE TABLE a (
  nonsense;
-- orm: down
DROP TABLE a;
`

const file = '20260101000000_ü.sql'

for (const database of databases) {
  test(`${database}: both runners tell tools the same of a migration that stopped halfway, with its file and without`, async (t) => {
    const project = await migrationProject(t, database)
    await writeMigrations(project, { [file]: stopped })
    t.is((await run(runners[0]!, project, ['migrate'])).code, 1)
    for (const text of [stopped, stopped.replace('INTEGER', 'BIGINT'), null]) {
      await writeMigrations(project, { [file]: text })
      const told = []
      for (const runner of runners) {
        const plan = await run(runner, project, [
          'resolve',
          '20260101000000',
          '--applied',
          '--dry-run',
          '--format=json',
        ])
        t.is(plan.code, 0, plan.stderr)
        const status = await run(runner, project, ['status', '--format=json'])
        told.push([JSON.parse(plan.stdout).planned, JSON.parse(status.stdout).migrations])
      }
      t.deepEqual(told[0], told[1])
    }
  })

  test(`${database}: waits for a run that is under way before it gives up a migration`, async (t) => {
    for (const runner of runners) {
      const project = await migrationProject(t, database)
      await writeMigrations(project, { [file]: stopped })
      t.is((await run(runner, project, ['migrate'])).code, 1)
      const release = await holdLock(project.database)
      const { code, stderr } = await run(runner, project, [
        'resolve',
        '20260101000000',
        '--applied',
        '--lock-timeout=1',
      ])
      t.is(code, 4)
      t.regex(stderr, /ORM-D027 connection "shop": another run has held the lock for 1 seconds/)
      await release()
      t.deepEqual(await statusOf(runner, project), ['20260101000000 stopped 1/2'])
      t.is((await run(runner, project, ['resolve', '20260101000000', '--applied'])).code, 0)
    }
  })
}

test('with several connections, a migration is given up where it stopped halfway', async (t) => {
  for (const runner of runners) {
    const project = await twoConnections(t)
    const migration = { one: '-- orm: up\nCREATE TABLE b (id INTEGER);\n', two: stopped }
    for (const [name, text] of Object.entries(migration))
      await project.write(`generated-migrations/${name}/20260101000000_x.sql`, text)
    t.is((await run(runner, project, ['migrate'])).code, 1)
    t.deepEqual(await statusOf(runner, project), ['20260101000000 applied', '20260101000000 stopped 1/2'])
    const resolve = (...more: string[]) => run(runner, project, ['resolve', '20260101000000', '--applied', ...more])
    if (runner.name === 'php') {
      const wrong = await resolve('--connection=one')
      t.is(wrong.code, 1)
      t.regex(wrong.stderr, /^ORM-D038 20260101000000_x did not stop halfway on connection "one": it is applied/m)
    }
    const { code, stdout, stderr } = await resolve()
    t.is(code, 0, stderr)
    t.regex(stdout, /^20260101000000_x recorded as applied on connection "two"$/m)
    t.notRegex(stdout, /"one"/)
    t.deepEqual(await statusOf(runner, project), ['20260101000000 applied', '20260101000000 applied'])
    const again = await resolve()
    t.is(again.code, 1)
    t.deepEqual(again.stderr.match(/connection "\w+": it is applied/g)?.length, 2, again.stderr)
  }
})

test('both runners record the same: version, name, checksum, direction and statements', async (t) => {
  const project = await migrationProject(t, 'sqlite')
  const rows = []
  for (const runner of runners) {
    await query(project.database, 'DROP TABLE IF EXISTS a', 'DROP TABLE IF EXISTS orm_migration')
    await writeMigrations(project, { [file]: stopped, '20260102000000_gone.sql': stopped.replaceAll(' a ', ' b ') })
    t.is((await run(runner, project, ['migrate', '--to=20260101000000'])).code, 1)
    await query(
      project.database,
      "INSERT INTO orm_migration (version, name, checksum, direction, started, statements) VALUES (20260102000000, 'gone', 'x', 'down', '2026-01-01T00:00:00.000Z', 7)",
    )
    await writeMigrations(project, { '20260102000000_gone.sql': null })
    for (const version of ['20260101000000', '20260102000000'])
      t.is((await run(runner, project, ['resolve', version, '--applied'])).code, 0)
    rows.push(
      await query(
        project.database,
        'SELECT version, name, checksum, direction, statements, error, started = finished AS same FROM orm_migration ORDER BY version',
      ),
    )
  }
  t.deepEqual(rows[0], rows[1])
  t.like(rows[0]![1], { name: 'gone', checksum: null, direction: 'up', statements: 7n, error: null, same: 1n })
})
