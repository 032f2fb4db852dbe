import type { ExecutionContext } from 'ava'
import type { DatabaseName } from '../../support/databases.js'
import type { Project } from '../../support/project.js'
import { createLists, runIn } from './project.js'

const projects = new Map<DatabaseName, Promise<Project>>()

/** The project of a database, with empty lists. */
export async function emptyLists(database: DatabaseName): Promise<Project> {
  const created = projects.get(database) ?? createLists(database)
  projects.set(database, created)
  const project = await created
  await project.php('Lists\\EntryQuery::create()->deleteAll(); Lists\\UniqueEntryQuery::create()->deleteAll();')
  return project
}

/** How much a concurrency test does. */
export interface Load {
  readonly processes: number
  readonly operations: number
}

interface Share {
  readonly inserted: number
  readonly deleted: number
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
}

interface Lists {
  /** Ranks of each list in their order. */
  readonly lists: Readonly<Record<string, readonly number[]>>
  readonly rows: number
}

/** Isolation levels of callers' own transactions that lists promise to bear. */
export const isolationLevels: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: ['SERIALIZABLE'],
  pgsql: ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'],
  mysql: ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'],
}

/** What lists are like in the database. */
export const listsOf = async (project: Project, model: string): Promise<Lists> =>
  JSON.parse(await runIn(project, 'lists.php', model))

/** Lets processes loose on the same three lists, then looks whether each is exactly 1..n and no row is lost. */
export async function disturb(
  t: ExecutionContext,
  database: DatabaseName,
  model: 'Entry' | 'UniqueEntry',
  { processes, operations }: Load,
  isolation = '',
): Promise<void> {
  const project = await emptyLists(database)
  const shares = await Promise.all(
    Array.from({ length: processes }, async (_, number): Promise<Share> => {
      const args = [model, String(number), 'mixed', String(operations), isolation]
      return JSON.parse(await runIn(project, 'work.php', ...args))
    }),
  )
  const sum = (of: (share: Share) => number): number => shares.reduce((total, share) => total + of(share), 0)
  const { lists, rows } = await listsOf(project, model)
  for (const [scope, ranks] of Object.entries(lists)) t.deepEqual(ranks, inOrder(ranks.length), `list ${scope}`)
  t.is(rows, sum(({ inserted }) => inserted) - sum(({ deleted }) => deleted), 'no row is lost')
  t.log(`${processes} x ${operations} operations, ${rows} rows, ${sum(({ retries }) => retries)} tried again`)
  const reasons: Record<string, number> = {}
  for (const share of shares) {
    for (const [reason, count] of Object.entries(share.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count
  }
  if (Object.keys(reasons).length > 0) t.log(reasons)
}

export const inOrder = (length: number): number[] => Array.from({ length }, (_, index) => index + 1)
