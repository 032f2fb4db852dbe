import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from './databases.js'
import { ormInProcess, type ScriptOutcome } from './orm-in-process.js'
import { ormScript } from './orm-script.js'
import { runPhp } from './php.js'
import { root } from './root.mjs'
import { spend } from './spending.mjs'

const prelude = join(root, 'test', 'support', 'project.php')

export { ormScript } from './orm-script.js'

export interface ProjectOptions {
  /** The schema, or several by file name. Connections are named after the databases in them. */
  readonly schema: string | Readonly<Record<string, string>>
  readonly database: DatabaseName
  /** Additional lines for `orm.yaml`, below its key `orm:`, indented by two spaces. */
  readonly config?: string
}

export type { ScriptOutcome } from './orm-in-process.js'

/** A project in a temporary folder with a separate database. */
export class Project {
  constructor(
    readonly folder: string,
    readonly database: TestDatabase,
  ) {}

  /** Runs a command of the `orm` script in this process and returns the outcome, even if it fails. */
  orm(...args: string[]): Promise<ScriptOutcome> {
    return spend('orm', async () => {
      const { code, stdout, stderr } = await ormInProcess(this.folder, args)
      return { code, stdout, stderr }
    })
  }

  /** Runs the `orm` script in a separate process, for tests that are about the process. */
  ormProcess(...args: string[]): Promise<ScriptOutcome> {
    return new Promise((resolve) => {
      execFile(process.execPath, [ormScript, ...args], { cwd: this.folder }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      })
    })
  }

  /** Generates SQL, classes, and configuration and creates the tables. Throws an error with the output if a command fails. */
  async build(): Promise<void> {
    for (const command of ['build', 'sql:insert']) await this.#succeed(command)
  }

  /** Runs PHP with the runtime, the generated classes and the generated configuration loaded; see `runPhp`. */
  php(code: string): Promise<string> {
    return runPhp(code, { cwd: this.folder, prepend: prelude })
  }

  /** Writes a project file. */
  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text)
  }

  async remove(): Promise<void> {
    await this.database.drop()
    await rm(this.folder, { recursive: true, force: true })
  }

  async #succeed(command: string): Promise<void> {
    const { code, stdout, stderr } = await this.orm(command)
    if (code !== 0) throw new Error(`orm ${command} ended with code ${code}\n${stdout}${stderr}`)
  }
}

/**
 * Creates a project with a schema and a configuration for a new database in a temporary folder, which are removed after the
 * test.
 */
export async function createProject(t: ExecutionContext, options: ProjectOptions): Promise<Project> {
  const { schema, config = '' } = options
  const schemas = typeof schema === 'string' ? { 'schema.xml': schema } : schema
  const folder = await mkdtemp(join(tmpdir(), 'orm-project-'))
  const project = new Project(folder, await createDatabase(options.database))
  t.teardown(() => project.remove())
  for (const [name, text] of Object.entries(schemas)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'orm.yaml'), configOf(Object.values(schemas), project.database) + config)
  return project
}

/**
 * Declares a test for each requested database. The project is built and its tables exist when the test starts.
 *
 * @example
 * testOnEachDatabase('saves a row', schema, async (t, project) => {
 *   t.is(await project.php('echo (new Book())->setTitle("Emma")->save();'), '1')
 * })
 */
export function testOnEachDatabase(
  title: string,
  schema: ProjectOptions['schema'],
  run: (t: ExecutionContext, project: Project) => Promise<void>,
): void {
  for (const database of databases) {
    test(`${database}: ${title}`, async (t) => {
      const project = await createProject(t, { schema, database })
      await project.build()
      await run(t, project)
    })
  }
}

function configOf(schemas: readonly string[], { name, dsn, user, password }: TestDatabase): string {
  const connections = new Set(schemas.flatMap((text) => /<database\b[^>]*?\sname="([^"]+)"/.exec(text)?.[1] ?? []))
  const text = (value: string) => JSON.stringify(value.replaceAll('%', '%%'))
  return [
    'orm:',
    '  database:',
    '    connections:',
    ...[...connections].flatMap((connection) => [
      `      ${text(connection)}:`,
      `        adapter: ${name}`,
      `        dsn: ${text(dsn)}`,
      `        user: ${text(user)}`,
      `        password: ${text(password)}`,
    ]),
    '',
  ].join('\n')
}
