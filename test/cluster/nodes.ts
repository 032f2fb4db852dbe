import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { inOrder, together } from '../databases/sortable/concurrency.js'
import { folder as sortable } from '../databases/sortable/project.js'
import { type PhpOptions, runPhpFile } from '../support/php.js'
import type { Project } from '../support/project.js'
import { root } from '../support/root.mjs'
import { Household } from '../support/servers/household.mjs'

/** How much each process does; the promise is 500. */
export const operations = Number(process.env.ORM_CLUSTER_OPERATIONS ?? 500)

const processesOfNode = 4

const work = join(sortable, 'work.php')

/** A connection's configuration, as `config.php` has it. */
export interface Connection {
  readonly dsn: string
  readonly user: string
  readonly password: string
  readonly options?: Readonly<Record<string, boolean>>
  readonly settings?: { readonly queries: Readonly<Record<string, string>> }
}

/** What one process says of its share. */
interface Share {
  readonly inserted: readonly string[]
  readonly deleted: readonly string[]
  /** Titles of rows that were being inserted or deleted when the connection was lost. */
  readonly unsure: readonly string[]
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
}

/** Servers that end with the test. */
export async function openHousehold(teardown: (end: () => Promise<void>) => void): Promise<Household> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-cluster-'))
  await chmod(folder, 0o711)
  const household = new Household(folder)
  teardown(async () => {
    await household.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return household
}

/** Says something to whoever waits. */
export const tell = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Where PHP runs in a project, with its connections to the given server. */
export const optionsOn = (project: Project, connection: Connection): PhpOptions => ({
  cwd: project.folder,
  prepend: join(root, 'test', 'cluster', 'project.php'),
  env: { ORM_TEST_CONNECTION: JSON.stringify(connection) },
})

/** Runs a file of PHP in a project, with its connections to the given server. */
export const runOn = (
  project: Project,
  connection: Connection,
  file: string,
  ...args: readonly string[]
): Promise<string> => runPhpFile(file, { ...optionsOn(project, connection), args })

/** The connection of a project to each of several servers. */
export const connectionsOf = ({ database }: Project, servers: readonly { port: number }[]): Connection[] =>
  servers.map(({ port }) => ({
    dsn: database.dsn.replace(/port=\d+/, `port=${port}`),
    user: database.user,
    password: database.password,
  }))

/** Lets processes on each server append to one list, which has then all of their rows in order. */
export async function appendTogether(
  t: ExecutionContext,
  project: Project,
  model: 'Entry' | 'UniqueEntry',
  connections: readonly Connection[],
): Promise<void> {
  await emptyLists(project, connections, model)
  const rows = Math.ceil(operations / 5)
  const outputs = await eachProcess(connections, (number, connection) =>
    runOn(project, connection, work, model, String(number), 'append', String(rows)),
  )
  const retries = outputs.reduce((sum, output) => sum + (JSON.parse(output) as Share).retries, 0)
  tell(`${t.title}: ${outputs.length} x ${rows}, ${retries} tried again`)
  for (const [number, connection] of connections.entries()) {
    const { lists } = JSON.parse(await runOn(project, connection, join(sortable, 'lists.php'), model))
    t.deepEqual(lists['1'], inOrder(outputs.length * rows), `server ${number}`)
  }
}

/** Lets processes on each server move and swap the rows of three lists; returns how often one of them had to try again. */
export async function moveTogether(
  t: ExecutionContext,
  project: Project,
  model: string,
  connections: readonly Connection[],
): Promise<number> {
  await emptyLists(project, connections, model)
  await runOn(project, connections[0]!, work, model, '99', 'append', '24')
  const each = Math.ceil(operations / 5)
  const outputs = await eachProcess(connections, (number, connection) =>
    runOn(project, connection, work, model, String(number), 'moves', String(each)),
  )
  const retries = outputs.reduce((sum, output) => sum + (JSON.parse(output) as Share).retries, 0)
  tell(`${t.title}: ${model}, ${outputs.length} x ${each} moves and swaps, ${retries} tried again by the caller`)
  for (const [number, connection] of connections.entries()) {
    const { lists, titles } = JSON.parse(await runOn(project, connection, join(sortable, 'lists.php'), model))
    for (const [scope, ranks] of Object.entries<number[]>(lists)) {
      t.deepEqual(ranks, inOrder(ranks.length), `list ${scope} on server ${number}`)
    }
    t.is(titles.length, 24, `server ${number}`)
  }
  return retries
}

/**
 * Lets processes on each server loose on the same three lists. Then each list is exactly 1..n on every server, and no
 * row is lost that was reported as written.
 */
export async function disturbNodes(
  t: ExecutionContext,
  project: Project,
  model: 'Entry' | 'UniqueEntry',
  connections: readonly Connection[],
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  await emptyLists(project, connections, model)
  const progress = join(project.folder, 'progress')
  const begin = performance.now()
  const [outputs] = await Promise.all([
    eachProcess(connections, (number, connection) =>
      runOn(project, connection, work, model, String(number), 'mixed', String(operations), '', progress),
    ),
    meanwhile(),
  ])
  const seconds = ((performance.now() - begin) / 1000).toFixed(0)
  const shares = outputs.map((output): Share => JSON.parse(output))
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0)
  const unsure = new Set(shares.flatMap((share) => share.unsure))
  tell(
    `${t.title}: ${connections.length} x ${processesOfNode} x ${operations} in ${seconds} s, ` +
      `${sum(({ retries }) => retries)} tried again, ${unsure.size} with unknown outcome`,
  )
  const reasons: Record<string, number> = {}
  for (const share of shares) {
    for (const [reason, count] of Object.entries(share.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count
  }
  for (const [reason, count] of Object.entries(reasons)) tell(`  ${count} x ${reason}`)

  const deleted = new Set(shares.flatMap((share) => share.deleted))
  const expected = shares
    .flatMap((share) => share.inserted)
    .filter((title) => !deleted.has(title) && !unsure.has(title))
  const contents = await Promise.all(
    connections.map(async (connection) =>
      JSON.parse(await runOn(project, connection, join(sortable, 'lists.php'), model)),
    ),
  )
  for (const [number, { lists, titles }] of contents.entries()) {
    for (const [scope, ranks] of Object.entries<number[]>(lists)) {
      t.deepEqual(ranks, inOrder(ranks.length), `list ${scope} on server ${number}`)
    }
    const sure = (titles as string[]).filter((title) => !unsure.has(title))
    t.deepEqual(sure.sort(), [...expected].sort(), `no row is lost on server ${number}`)
    t.deepEqual(contents[number], contents[0], `server ${number} has what the first has`)
  }
}

/** Runs processes on all servers at once. */
const eachProcess = (
  connections: readonly Connection[],
  run: (number: number, connection: Connection) => Promise<string>,
): Promise<string[]> =>
  together(connections.length * processesOfNode, (number) => run(number, connections[number % connections.length]!))

const emptyLists = (project: Project, connections: readonly Connection[], model: string): Promise<string> =>
  runOn(project, connections[0]!, join(root, 'test', 'cluster', 'empty.php'), model)
