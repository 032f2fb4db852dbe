import type { Table } from './table.js'

/** Caches values by table; an entry is valid while the table is the same object with the same revision. */
export class TableCache<T> {
  readonly #entries = new WeakMap<Table, { readonly revision: number; readonly value: T }>()

  get(table: Table): T | undefined {
    const entry = this.#entries.get(table)
    return entry?.revision === table.revision ? entry.value : undefined
  }

  set(table: Table, value: T): T {
    this.#entries.set(table, { revision: table.revision, value })
    return value
  }
}
