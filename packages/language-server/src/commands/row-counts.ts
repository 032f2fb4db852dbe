import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ConnectionConfig, Table } from 'orm-core/internal'

type CountedTable = Pick<Table, 'name' | 'schema'>

/** Row count of a table, or why it is not known. */
export type RowCount =
  | { readonly rows: number; readonly isEstimate: boolean }
  | { readonly problem: string; readonly reason?: string }

/** Input of the counting process. */
export interface CountTask {
  readonly name: string
  readonly connection: ConnectionConfig
  readonly tables: readonly CountedTable[]
}

export type CountAnswer = { readonly counts: readonly RowCount[] } | { readonly problem: string }

interface Waiting {
  readonly table: CountedTable
  readonly resolve: (count: RowCount) => void
}

/** Milliseconds in which the requests of one screen are collected. */
const gathering = 30

/** Milliseconds for which a count is cached. */
const kept = 15_000

/** Maximum milliseconds for counting. */
const longest = 20_000

/**
 * Counts rows in a separate process, because some drivers block their process, relative database paths start at the project
 * directory, and an editor must not wait.
 */
export class RowCounts {
  readonly #known = new Map<string, Promise<RowCount>>()
  readonly #waiting = new Map<string, Waiting[]>()

  count(root: string, name: string, connection: ConnectionConfig, table: CountedTable): Promise<RowCount> {
    const site = `${root}\n${name}\n${connection.dsn}`
    const key = `${site}\n${table.schema ?? ''}\n${table.name}`
    const known = this.#known.get(key)
    if (known) return known
    const counted = new Promise<RowCount>((resolve) => {
      const others = this.#waiting.get(site)
      if (others) others.push({ table, resolve })
      else {
        this.#waiting.set(site, [{ table, resolve }])
        setTimeout(() => void this.#countAll(site, root, name, connection), gathering)
      }
    })
    this.#known.set(key, counted)
    void counted.then(() => setTimeout(() => this.#known.delete(key), kept).unref())
    return counted
  }

  async #countAll(site: string, root: string, name: string, connection: ConnectionConfig): Promise<void> {
    const waiting = this.#waiting.get(site)!
    this.#waiting.delete(site)
    const answer = await ask(root, { name, connection, tables: waiting.map(({ table }) => table) })
    for (const [at, { resolve }] of waiting.entries()) {
      resolve('counts' in answer ? answer.counts[at]! : { problem: 'rows not known', reason: answer.problem })
    }
  }
}

function ask(root: string, task: CountTask): Promise<CountAnswer> {
  return new Promise((resolve) => {
    const script = fileURLToPath(new URL('../count-rows.js', import.meta.url))
    const child = spawn(process.execPath, [script], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'], timeout: longest })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', ({ message }) => resolve({ problem: message }))
    child.on('close', () => resolve(answerIn(output)))
    // Passed by standard input, because others can read command lines, and a connection contains a password.
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(task))
  })
}

function answerIn(output: string): CountAnswer {
  try {
    return JSON.parse(output) as CountAnswer
  } catch {
    return { problem: 'the database did not answer in time' }
  }
}
