import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createDatabase, type DatabaseName, databases } from '../../support/databases.js'
import { runPhpFile } from '../../support/php.js'
import { createProject, type Project } from '../../support/project.js'
import { root } from '../../support/root.mjs'

const folder = join(root, 'test', 'databases', 'workers')

/** `npm run test:cluster` says 100,000; servers, which take longer for each, get a fifth. */
const requests = Number(process.env.ORM_SOAK_REQUESTS ?? 3000)
const requestsOn = (database: DatabaseName): number => (database === 'sqlite' ? requests : Math.ceil(requests / 5))

/** What a worker holds between two requests. */
interface Held {
  readonly bytes: number
  readonly files: number
  readonly statements: number
}

/** What the memory of a process may grow by: caches have bounds, but the largest is not full in the short form. */
const allowedBytes = 400_000

for (const database of databases) {
  test(`${database}: a worker holds the same after many requests, and no tenant sees another one`, async (t) => {
    const schema = await readFile(join(folder, 'schema.xml'), 'utf8')
    const project = await createProject(t, { schema, database })
    await project.build()
    const begin = performance.now()
    const output = await runPhpFile(join(folder, 'soak.php'), {
      cwd: project.folder,
      prepend: join(root, 'test', 'support', 'project.php'),
      args: [JSON.stringify(await tenantsOf(t, project)), String(requestsOn(database))],
    })
    const [warm, end] = JSON.parse(output) as [Held, Held]
    const seconds = ((performance.now() - begin) / 1000).toFixed(0)
    if (process.env.ORM_SOAK_REQUESTS !== undefined) {
      const held = [warm, end].map((of) => JSON.stringify(of)).join(' to ')
      process.stderr.write(`${database}: ${requestsOn(database)} requests in ${seconds} s, ${held}\n`)
    }
    t.true(end.bytes - warm.bytes < allowedBytes, `${warm.bytes} bytes have become ${end.bytes}`)
    t.is(end.files, warm.files)
    t.is(end.statements, warm.statements)
  })
}

/** The configurations of two databases with the tables of a project. */
async function tenantsOf(t: ExecutionContext, project: Project): Promise<object> {
  const { dsn, user, password } = project.database
  const second = await createDatabase(project.database.name)
  t.teardown(() => second.drop())
  const parts = [`shop=${second.dsn}`, ...(user === '' ? [] : [`user=${user}`, `password=${password}`])]
  const { code, stderr } = await project.orm('sql:insert', '--connection', parts.join(';'))
  t.is(code, 0, stderr)
  // What a crash of the machine would do is no question here.
  const queries = project.database.name === 'sqlite' ? ['PRAGMA synchronous = OFF'] : []
  const more = { user, password, attributes: { ATTR_EMULATE_PREPARES: false }, settings: { queries } }
  return { ann: { dsn, ...more }, bob: { dsn: second.dsn, ...more } }
}
