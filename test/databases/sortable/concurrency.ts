import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { DatabaseName } from '../../support/databases.js'
import type { Project } from '../../support/project.js'
import { runIn, sharedLists } from './project.js'

/** The project of a database, with empty lists. */
export async function emptyLists(database: DatabaseName): Promise<Project> {
  const project = await sharedLists(database)
  await project.php(`
    foreach (['Entry', 'UniqueEntry', 'FractionEntry', 'BoundedEntry', 'Ranked'] as $model) {
        ('Lists\\\\' . $model . 'Query')::create()->deleteAll();
    }
  `)
  return project
}

/** `npm run test:stress` does what is promised; `npm test` a shorter form of the same. */
export const isStress = process.env.ORM_STRESS !== undefined

/** How much a concurrency test does. */
export interface Load {
  readonly processes: number
  readonly operations: number
}

interface Share {
  /** Titles of the rows that a process has inserted. */
  readonly inserted: readonly string[]
  readonly deleted: readonly string[]
  /** How often a row found no room in a list. */
  readonly refusals: number
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
}

interface Lists {
  /** Ranks of each list in their order. */
  readonly lists: Readonly<Record<string, readonly number[]>>
  readonly titles: readonly string[]
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

/** What the ranks of a list must be: 1..n, or 0..n-1, or numbers each of which one row has. */
const expected: Readonly<Record<string, (ranks: readonly number[]) => readonly number[]>> = {
  Entry: ({ length }) => inOrder(length),
  UniqueEntry: ({ length }) => inOrder(length),
  FractionEntry: (ranks) => [...new Set(ranks)],
  BoundedEntry: ({ length }) => Array.from({ length: Math.min(length, 12) }, (_, index) => index),
}

/** Lets processes loose on the same three lists, then looks whether the ranks of each are right, and no row is lost. */
export async function disturb(
  t: ExecutionContext,
  database: DatabaseName,
  model: keyof typeof expected,
  { processes, operations }: Load,
  isolation = '',
): Promise<void> {
  const project = await emptyLists(database)
  const progress = join(project.folder, 'progress')
  await rm(progress, { force: true })
  const stopTelling = tellProgress(t.title, progress, processes * operations)
  const begin = performance.now()
  const outputs = await together(processes, (number) =>
    runIn(project, 'work.php', model, String(number), 'mixed', String(operations), isolation, progress),
  ).finally(stopTelling)
  const shares = outputs.map((output): Share => JSON.parse(output))
  const { lists, titles } = await listsOf(project, model)
  for (const [scope, ranks] of Object.entries(lists)) {
    t.deepEqual(ranks, expected[model]!(ranks), `list ${scope}`)
  }
  const left = new Set(shares.flatMap(({ inserted }) => inserted))
  for (const title of shares.flatMap(({ deleted }) => deleted)) t.true(left.delete(title), `${title} is deleted once`)
  t.deepEqual([...titles].sort(), [...left].sort(), 'no row is lost')
  const seconds = ((performance.now() - begin) / 1000).toFixed(0)
  const retries = shares.reduce((sum, share) => sum + share.retries, 0)
  const refusals = shares.reduce((sum, share) => sum + share.refusals, 0)
  const full = refusals === 0 ? '' : `, ${refusals} times full`
  tell(`${t.title}: ${processes} x ${operations} in ${seconds} s, ${titles.length} rows, ${retries} tried again${full}`)
  for (const [reason, count] of Object.entries(sumOfReasons(shares))) tell(`  ${count} x ${reason}`)
}

/** Waits for all processes, also when one has failed: those that are left would write into the next test. */
export async function together<T>(processes: number, run: (number: number) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(Array.from({ length: processes }, (_, number) => run(number)))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** Says something to whoever waits for a long run. */
function tell(text: string): void {
  if (isStress) process.stderr.write(`${text}\n`)
}

/** Says now and then how far the processes are; they write a byte for every ten operations. */
function tellProgress(title: string, file: string, operations: number): () => void {
  const timer = setInterval(async () => {
    const { size } = await stat(file).catch(() => ({ size: 0 }))
    tell(`${title}: ${Math.round((1000 * size) / operations)} %`)
  }, 15_000)
  return () => clearInterval(timer)
}

function sumOfReasons(shares: readonly Share[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const share of shares) {
    for (const [reason, count] of Object.entries(share.reasons)) sum[reason] = (sum[reason] ?? 0) + count
  }
  return sum
}

export const inOrder = (length: number): number[] => Array.from({ length }, (_, index) => index + 1)
