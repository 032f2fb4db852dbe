import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { DatabaseName } from '../../support/databases.js'
import { runPhpFile } from '../../support/php.js'
import { createProject, type Project } from '../../support/project.js'
import { root } from '../../support/root.mjs'

/** Where the schema, the scenarios and the workers are. */
export const folder = join(root, 'test', 'databases', 'sortable')

/** Models whose hooks a scenario can set. */
const hooked = [
  'Item',
  'Entry',
  'Task',
  'Duty',
  'Product',
  'UniqueItem',
  'UniqueEntry',
  'FractionEntry',
  'Pair',
  'Volume',
  'Book',
]

const cleanups: (() => unknown)[] = []

const shared = new Map<DatabaseName, Promise<Project>>()

/** The project of a database that the tests of a file share. */
export function sharedLists(database: DatabaseName): Promise<Project> {
  const lists = shared.get(database) ?? createLists(database)
  shared.set(database, lists)
  return lists
}

/** Removes all projects of a test file; the next file of the process makes its own. */
export async function removeLists(): Promise<void> {
  shared.clear()
  for (const clean of cleanups.splice(0)) await clean()
}

/** A project with the lists of the scenarios, built and ready; tests of one file share it. */
export async function createLists(database: DatabaseName): Promise<Project> {
  const t = { teardown: (clean: () => unknown) => cleanups.push(clean) } as unknown as ExecutionContext
  const project = await createProject(t, { schema: await readFile(join(folder, 'schema.xml'), 'utf8'), database })
  await addStubs(project, hooked)
  await project.build()
  return project
}

/** Gives models hooks that a test can set. */
export async function addStubs(project: Project, models: readonly string[]): Promise<void> {
  const classes = join(project.folder, 'generated-classes', 'Lists')
  await mkdir(classes, { recursive: true })
  const stub = await readFile(join(folder, 'stub.php'), 'utf8')
  for (const name of models) await writeFile(join(classes, `${name}.php`), stub.replaceAll('STUB', name))
}

/** Runs a PHP file of this folder inside a project. */
export const runIn = (project: Project, file: string, ...args: readonly string[]): Promise<string> =>
  runPhpFile(join(folder, file), {
    cwd: project.folder,
    prepend: join(root, 'test', 'support', 'project.php'),
    args,
  })
