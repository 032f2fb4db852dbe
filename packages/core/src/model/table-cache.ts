import type { Table } from './table.js'

/** What was made of tables, each as long as its table is the same object at the same revision. */
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
