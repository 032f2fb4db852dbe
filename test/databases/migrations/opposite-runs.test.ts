import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import { close, connect } from '#database/connect/connect.js'
import type { Row } from '#database/session/session.js'
import type { Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { migrationProject, type Runner, run, runners, statusOf, tables, take, writeMigrations } from './runners.js'

const create = (table: string): string =>
  `-- orm: up\nCREATE TABLE ${table} (id INTEGER);\n-- orm: down\nDROP TABLE ${table};\n`

/**
 * SQLite has no lock for a whole run. Lets a run make its plan and wait for the lock of its first transaction; then does
 * what another run would do, and gives what the run has said in the end.
 */
async function overtaken(
  { command: [program, ...before] }: Runner,
  project: Project,
  args: readonly string[],
  others: readonly string[],
): Promise<{ code: number; output: string }> {
  const { name, dsn, user, password } = project.database
  const other = await connect('other', { adapter: name, classname: '', dsn, user, password }, { create: false })
  await other.session.execute('BEGIN IMMEDIATE')
  const child: ChildProcess = spawn(program, [...before, ...args, '--lock-timeout=3600'], { cwd: project.folder })
  const closed = once(child, 'close')
  let output = ''
  const isWaiting = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        output += text
        if (output.includes('another run holds the lock')) resolve()
      })
    }
  })
  await Promise.race([isWaiting, closed])
  for (const statement of [...others, 'COMMIT']) await other.session.execute(statement)
  await close(other.session)
  const [code] = await closed
  return { code: Number(code), output }
}

const literal = (value: unknown): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value}'` : String(value)

const insertOf = (row: Row): string =>
  `INSERT INTO orm_migration (${Object.keys(row).join()}) VALUES (${Object.values(row).map(literal).join()})`

const stateOf = async (project: Project, version: string): Promise<Row> =>
  (await query(project.database, `SELECT * FROM orm_migration WHERE version = ${version}`))[0]!

const succeed = async (t: ExecutionContext, runner: Runner, project: Project, ...args: string[]): Promise<void> => {
  const { code, stdout, stderr } = await run(runner, project, args)
  t.is(code, 0, stdout + stderr)
}

const files = { '20260101000000_a.sql': create('a'), '20260102000000_b.sql': create('b') }

for (const runner of runners) {
  test(`${runner.name}: applies nothing on top of a migration that another run has reverted meanwhile`, async (t) => {
    const project = await migrationProject(t, 'sqlite')
    await writeMigrations(project, files)
    await succeed(t, runner, project, 'migrate', '--to=20260101000000')
    const { code, output } = await overtaken(
      runner,
      project,
      ['migrate'],
      ['DROP TABLE a', 'DELETE FROM orm_migration'],
    )
    t.is(code, 1, output)
    t.regex(output, /ORM-D037 .*20260101000000_a was reverted by another run meanwhile/)
    t.deepEqual(await tables(project), [])
    t.deepEqual(await statusOf(runner, project), ['20260101000000 pending', '20260102000000 pending'])
  })

  test(`${runner.name}: reverts nothing below a migration that another run has applied meanwhile`, async (t) => {
    const project = await migrationProject(t, 'sqlite')
    await writeMigrations(project, files)
    await succeed(t, runner, project, 'migrate')
    const second = await stateOf(project, '20260102000000')
    await succeed(t, runner, project, 'down')
    const { code, output } = await overtaken(
      runner,
      project,
      ['down'],
      ['CREATE TABLE b (id INTEGER)', insertOf(second)],
    )
    t.is(code, 1, output)
    t.regex(output, /ORM-D037 .*20260102000000_b was applied by another run meanwhile/)
    t.deepEqual(await tables(project), ['a', 'b'])
    t.deepEqual(await statusOf(runner, project), ['20260101000000 applied', '20260102000000 applied'])
  })

  for (const directive of ['', '-- orm: no-transaction\n']) {
    const kind = directive ? 'without' : 'with'
    test(`${runner.name}: reverts nothing that an application has filled meanwhile, ${kind} a transaction`, async (t) => {
      const project = await migrationProject(t, 'sqlite')
      await writeMigrations(project, { '20260101000000_a.sql': directive + create('a') })
      await succeed(t, runner, project, 'migrate')
      const { code, output } = await overtaken(runner, project, ['down'], ['INSERT INTO a VALUES (7)'])
      t.is(code, 1, output)
      t.regex(output, /ORM-D031 .*rows would be lost: table \S*a\S* .*with 1 row/)
      t.deepEqual(await query(project.database, 'SELECT id FROM a'), [{ id: 7n }])
      const agreed = await overtaken(runner, project, ['down', '--allow-loss'], ['INSERT INTO a VALUES (8)'])
      t.is(agreed.code, 0, agreed.output)
      t.deepEqual(await tables(project), [])
    })
  }

  test(`${runner.name}: does not go up where another run has stopped on the way down`, async (t) => {
    const project = await migrationProject(t, 'sqlite')
    const steps = `-- orm: no-transaction
-- orm: up
CREATE TABLE a (id INTEGER);
INSERT INTO a VALUES (1);
INSERT INTO a VALUES (2);
-- orm: down
DELETE FROM a WHERE id = 2;
DELETE FROM a WHERE id = 1;
DROP TABLE a;
`
    await writeMigrations(project, { '20260101000000_a.sql': steps.replace('DROP TABLE a', 'DROP TABLE nothing') })
    await succeed(t, runner, project, 'migrate')
    t.is((await run(runner, project, ['down', '--allow-loss'])).code, 1)
    const halfway = await stateOf(project, '20260101000000')
    await query(project.database, 'DELETE FROM orm_migration', 'DROP TABLE a')
    await writeMigrations(project, { '20260101000000_a.sql': steps })
    const { code, output } = await overtaken(
      runner,
      project,
      ['migrate'],
      ['CREATE TABLE a (id INTEGER)', insertOf(halfway)],
    )
    t.is(code, 1, output)
    t.regex(output, /ORM-D032 20260101000000_a stopped halfway down/)
    t.deepEqual(await query(project.database, 'SELECT * FROM a'), [])
    await succeed(t, runner, project, 'down', '--allow-loss')
    t.deepEqual(await tables(project), [])
  })

  test(`${runner.name}: a run that goes on has the foreign keys as the file has set them`, async (t) => {
    const project = await migrationProject(t, 'sqlite')
    await query(
      project.database,
      'CREATE TABLE parent (id INTEGER PRIMARY KEY)',
      'CREATE TABLE child (id INTEGER REFERENCES parent (id) ON DELETE CASCADE)',
      'INSERT INTO parent VALUES (1)',
      'INSERT INTO child VALUES (1)',
    )
    const text = `-- orm: no-transaction
-- orm: up
PRAGMA foreign_keys = OFF;
CREATE TABLE parent2 (id INTEGER PRIMARY KEY, n INTEGER);
INSERT INTO parent2 (id) SELECT id FROM parent;
DROP TABLE parent;
ALTER TABLE parent2 RENAME TO parent;
PRAGMA foreign_keys = ON;
INSERT INTO parent (id) VALUES (2);
`
    await writeMigrations(project, {
      '20260101000000_a.sql': text.replace('DROP TABLE parent;', 'DROP TABLE nothing;'),
    })
    t.is((await run(runner, project, ['migrate'])).code, 1)
    await writeMigrations(project, { '20260101000000_a.sql': text })
    await succeed(t, runner, project, 'migrate')
    t.deepEqual(await query(project.database, 'SELECT * FROM child'), [{ id: 1n }])
    t.deepEqual(await query(project.database, 'SELECT id FROM parent ORDER BY 1'), [{ id: 1n }, { id: 2n }])
  })
}

test('runs at once execute each statement once, also between statements that run outside of a transaction', async (t) => {
  const project = await migrationProject(t, 'sqlite')
  const inserts = Array.from({ length: 12 }, (_, index) => [
    `INSERT INTO a VALUES (${index})`,
    index % 4 === 3 ? 'VACUUM' : `PRAGMA foreign_keys = ${index % 2 ? 'ON' : 'OFF'}`,
  ]).flat()
  await writeMigrations(project, {
    '20260101000000_a.sql': `-- orm: no-transaction\n-- orm: up\nCREATE TABLE a (id INTEGER);\n${inserts.join(';\n')};\n`,
  })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => run(runners[index % 2]!, project, ['migrate', '--lock-timeout=3600'])),
  )
  for (const { code, stdout, stderr } of outcomes) t.is(code, 0, stdout + stderr)
  await take(
    t,
    { query: 'SELECT group_concat(id) FROM (SELECT id FROM a ORDER BY id)', rows: ['0,1,2,3,4,5,6,7,8,9,10,11'] },
    runners[0]!,
    project,
  )
  t.deepEqual(await statusOf(runners[0]!, project), ['20260101000000 applied'])
})
