import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { databases } from './databases.js'
import { createProject, type Project, type ProjectOptions } from './project.js'
import { root } from './root.mjs'

/** PHP code and its expected output. */
export type Scenario = readonly [code: string, prints: string]

const emptyTables = `require ${JSON.stringify(join(root, 'test/support/empty-tables.php'))};`

/**
 * Declares a test for each scenario on each requested database. The scenarios of one schema share a project, which is built
 * once. Each scenario starts with empty tables, and `$con` is the connection. `config` contains additional lines for
 * `orm.yaml`.
 */
export function scenariosOnEachDatabase(
  schema: string,
  scenarios: Readonly<Record<string, Scenario>>,
  prelude = '',
  config = '',
): void {
  for (const database of databases) {
    const project = sharedProject({ schema, database, config })
    for (const [title, [code, prints]] of Object.entries(scenarios)) {
      test.serial(`${database}: ${title}`, async (t) => {
        const start = `${emptyTables} $con = Orm\\Runtime\\Orm::getConnection('d'); ${prelude}`
        t.is((await (await project()).php(`${start} ${code}`)).trim(), prints)
      })
    }
  }
}

function sharedProject(options: ProjectOptions): () => Promise<Project> {
  const cleanups: (() => unknown)[] = []
  let built: Promise<Project> | undefined
  test.after.always(async () => {
    for (const clean of cleanups) await clean()
  })
  const build = async (): Promise<Project> => {
    const t = { teardown: (clean: () => unknown) => cleanups.push(clean) } as unknown as ExecutionContext
    const project = await createProject(t, options)
    await project.build()
    return project
  }
  return () => {
    built ??= build()
    return built
  }
}
