import { bareName, OrmError, rowsWentAway } from 'orm-core/internal'
import { readFacts } from './facts.js'
import { countRows, type Loss } from './losses.js'
import type { Guard } from './run.js'
import type { Connected } from './session.js'

/** Counts the rows of every table at the start and at the end of a transaction. */
export class RowGuard implements Guard {
  readonly #connected: Connected
  readonly #agreed: ReadonlySet<string>
  #before: ReadonlyMap<string, number> = new Map()

  /** `agreed` are tables whose rows may go. */
  constructor(connected: Connected, agreed: readonly Loss[]) {
    this.#connected = connected
    this.#agreed = new Set(agreed.map(({ table }) => bareName(table)))
  }

  async start(): Promise<void> {
    this.#before = await this.#count()
  }

  async end(): Promise<void> {
    const after = await this.#count()
    const lost = [...this.#before]
      .map(([table, rows]) => ({ table, rows, left: after.get(table) ?? 0 }))
      .filter(({ rows, left }) => left < rows)
    if (lost.length > 0) throw new OrmError([rowsWentAway(lost)])
  }

  async #count(): Promise<Map<string, number>> {
    const { tables } = await readFacts(this.#connected, [])
    const counts = new Map<string, number>()
    for (const { written, bare } of tables) {
      if (this.#agreed.has(bare)) continue
      const rows = await countRows(written, this.#connected)
      if (rows !== 'unknown') counts.set(written, rows)
    }
    return counts
  }
}
