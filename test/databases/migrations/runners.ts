import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { DatabaseName } from '../../support/databases.js'
import { createProject, type Project, type ScriptOutcome } from '../../support/project.js'
import { query } from '../../support/query.js'
import type { Step } from './scenarios.js'

/** A program that applies migrations. */
export interface Runner {
  readonly name: string
  run(project: Project, ...args: string[]): Promise<ScriptOutcome>
}

export const nodeRunner: Runner = {
  name: 'node',
  run: (project, command = '', ...args) => project.orm(`migration:${command}`, ...args),
}

const schema =
  '<database name="shop"><table name="a"><column name="id" type="INTEGER" primaryKey="true"/></table></database>'

export const migrationProject = async (t: ExecutionContext, database: DatabaseName): Promise<Project> => {
  const project = await createProject(t, { schema, database })
  await mkdir(join(project.folder, 'generated-migrations'))
  return project
}

const tablesOf: Readonly<Record<DatabaseName, string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1",
  pgsql: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database() ORDER BY 1',
}

export const tables = async ({ database }: Project): Promise<string[]> =>
  (await query(database, tablesOf[database.name]))
    .map(({ name }) => String(name))
    .filter((name) => name !== 'orm_migration')

interface Status {
  readonly version: string
  readonly state: string
  readonly done?: number
  readonly total?: number
}

/** `version state`, and `done/total` of a migration that stopped. */
export async function statusOf(runner: Runner, project: Project): Promise<string[]> {
  const { stdout, stderr } = await runner.run(project, 'status', '--format=json')
  const { migrations } = JSON.parse(stdout || `{"migrations":["${stderr}"]}`) as { migrations: Status[] }
  return migrations.map(
    ({ version, state, done, total }) => `${version} ${state}${state === 'stopped' ? ` ${done}/${total}` : ''}`,
  )
}

export async function take(t: ExecutionContext, step: Step, runner: Runner, project: Project): Promise<void> {
  if ('files' in step) {
    for (const [name, text] of Object.entries(step.files)) {
      const path = join(project.folder, 'generated-migrations', name)
      if (text === null) await rm(path)
      else await writeFile(path, text)
    }
  } else if ('sql' in step) await query(project.database, ...step.sql)
  else if ('tables' in step) t.deepEqual(await tables(project), step.tables)
  else if ('status' in step) t.deepEqual(await statusOf(runner, project), step.status)
  else if ('query' in step) {
    const rows = await query(project.database, step.query)
    t.deepEqual(
      rows.map((row) => Object.values(row).join('|')),
      step.rows,
    )
  } else {
    const { code, stdout, stderr } = await runner.run(project, ...step.run)
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
