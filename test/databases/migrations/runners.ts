import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { close, connect } from '#database/connect/connect.js'
import type { DatabaseName, TestDatabase } from '../../support/databases.js'
import { phpOutcome, phpSettings } from '../../support/php.js'
import { createProject, ormScript, type Project, type ScriptOutcome } from '../../support/project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'
import type { Step } from './scenarios.js'

/** A program that applies migrations. */
export interface Runner {
  readonly name: string
  /** The program, and what stands before `migrate`, `status` or `down`. */
  readonly command: readonly [string, ...string[]]
}

const strict = join(root, 'test/support/strict.php')
const phpScript = join(root, 'packages/runtime/bin/orm-migrate')

export const runners: readonly Runner[] = [
  { name: 'node', command: [process.execPath, ormScript] },
  { name: 'php', command: ['php', ...phpSettings, '-d', `auto_prepend_file=${strict}`, phpScript] },
]

/** What the script of the library does; PHP skips the first line of a script only where it is the main one. */
const migrateInPhp = `<?php
require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
exit((new Orm\\Runtime\\Migration\\Command(STDOUT, STDERR))->run(array_slice($argv, 1)));
`

/**
 * Runs `status`, `migrate` or `down`, whatever comes of it; `started` gets the number of the process. Without it, our own script
 * runs in this process, and that of the library in a copy of a PHP that waits.
 */
export async function run(
  { name, command: [program, ...before] }: Runner,
  project: Project,
  args: readonly string[],
  started?: (pid: number) => void,
): Promise<ScriptOutcome> {
  if (name === 'node' && !started) return project.orm(...args)
  if (name === 'php' && !started) {
    const { code = 1, stdout, stderr } = await phpOutcome({ code: migrateInPhp }, { cwd: project.folder, args })
    return { code, stdout, stderr }
  }
  return new Promise((resolve) => {
    const child = execFile(program, [...before, ...args], { cwd: project.folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
    if (child.pid) started?.(child.pid)
  })
}

export const migrationProject = async (
  t: ExecutionContext,
  database: DatabaseName,
  connection = 'shop',
): Promise<Project> => {
  const schema = `<database name="${connection}"><table name="a"><column name="id" type="INTEGER" primaryKey="true"/></table></database>`
  const project = await createProject(t, { schema, database })
  await mkdir(join(project.folder, 'generated-migrations'))
  await project.orm('config:convert')
  return project
}

/** Two connections, `one` and `two`, to two files. */
export async function twoConnections(t: ExecutionContext): Promise<Project> {
  const table = '<table name="t"><column name="id" type="INTEGER" primaryKey="true"/></table>'
  const project = await createProject(t, { schema: `<database name="one">${table}</database>`, database: 'sqlite' })
  await project.write(
    'orm.yaml',
    `orm:
  generator: {defaultConnection: one}
  runtime: {defaultConnection: one}
  database:
    connections:
      one: {adapter: sqlite, dsn: "sqlite:one.sq3"}
      two: {adapter: sqlite, dsn: "sqlite:two.sq3"}
`,
  )
  for (const name of ['one', 'two'])
    await mkdir(join(project.folder, 'generated-migrations', name), { recursive: true })
  await project.orm('config:convert')
  return project
}

/** Writes files of the migration directory; `null` removes one. */
export async function writeMigrations(project: Project, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(project.folder, 'generated-migrations', name)
    if (text === null) await rm(path)
    else await writeFile(path, text)
  }
}

const tablesOf: Readonly<Record<DatabaseName, string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1",
  pgsql: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database() ORDER BY 1',
}

/** Tables besides the state table. */
export const tables = async ({ database }: Project): Promise<string[]> =>
  (await query(database, tablesOf[database.name]))
    .map(({ name }) => String(name))
    .filter((name) => name !== 'orm_migration')

interface Status {
  readonly version: string
  readonly state: string
  readonly done?: number
  readonly total?: number
  readonly file?: string
}

/** `version state`, and `done/total` of a migration that stopped, or `done/missing` and `done/changed`. */
export async function statusOf(runner: Runner, project: Project): Promise<string[]> {
  const { stdout, stderr } = await run(runner, project, ['status', '--format=json'])
  if (stdout === '') throw new Error(stderr)
  const { migrations } = JSON.parse(stdout) as { migrations: Status[] }
  return migrations.map(
    ({ version, state, done, total, file }) =>
      `${version} ${state}${state === 'stopped' ? ` ${done}/${file ?? total}` : ''}`,
  )
}

export async function take(t: ExecutionContext, step: Step, runner: Runner, project: Project): Promise<void> {
  if ('files' in step) await writeMigrations(project, step.files)
  else if ('sql' in step) await query(project.database, ...step.sql)
  else if ('tables' in step) t.deepEqual(await tables(project), step.tables)
  else if ('status' in step) t.deepEqual(await statusOf(runner, project), step.status)
  else if ('query' in step) {
    const rows = await query(project.database, step.query)
    t.deepEqual(
      rows.map((row) => Object.values(row).join('|')),
      step.rows,
    )
  } else {
    const { code, stdout, stderr } = await run(runner, project, step.run)
    const output = stdout + stderr
    const label = `${runner.name} ${step.run.join(' ')}\n${output}`
    t.is(code, step.code ?? 0, label)
    for (const part of step.says ?? []) t.true(patternOf(part).test(output), `${part}\n${label}`)
  }
}

const patternOf = (text: string): RegExp =>
  new RegExp(
    text
      .split('%')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*?'),
  )

/** Holds what a run takes first, as another run would. */
export async function holdLock({ name, dsn, user, password }: TestDatabase): Promise<() => Promise<void>> {
  const { driver, session } = await connect(
    'other',
    { adapter: name, classname: '', dsn, user, password },
    { create: true },
  )
  const { lock, begin } = driver.migrations
  await session.execute(lock?.('orm_migration').take ?? begin!)
  return () => close(session)
}
