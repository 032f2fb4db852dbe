import type { Dialect } from '../../dialects/index.js'
import { type Column, qualifiedName, type Table } from '../../model/index.js'
import type { Snapshot } from '../snapshot.js'

/** A dropped and an added object that look alike. */
export interface LookAlike {
  readonly kind: 'table' | 'column' | 'value'
  /** The value for the `--rename` flag: `book.title:name`. */
  readonly rename: string
  /** The old table, or the old table of the column or value. */
  readonly table: Table
  readonly before: string
  readonly after: string
  /** The added table or column, with its location in the schema; for a value, its column. */
  readonly added: Table | Column
}

/** Finds objects that may have been renamed: those in only one of two snapshots. */
export class LookAlikes {
  readonly #before: Snapshot
  readonly #after: Snapshot
  readonly #dialect: Dialect
  readonly #found: LookAlike[] = []

  constructor(before: Snapshot, after: Snapshot, dialect: Dialect) {
    this.#before = before
    this.#after = after
    this.#dialect = dialect
  }

  get found(): readonly LookAlike[] {
    return this.#found
  }

  tables(dropped: readonly Table[], created: readonly Table[]): void {
    const shape = (table: Table, { settings }: Snapshot): string =>
      table.columns
        .map((column) => `${column.name}\0${this.#dialect.alter.columnFacts(column, table, settings).type}`)
        .sort()
        .join('\n')
    for (const [old, now] of alike(
      dropped,
      created,
      (t) => shape(t, this.#before),
      (t) => shape(t, this.#after),
    )) {
      this.#found.push({
        kind: 'table',
        rename: `${qualifiedName(old)}:${qualifiedName(now)}`,
        table: old,
        before: qualifiedName(old),
        after: qualifiedName(now),
        added: now,
      })
    }
  }

  columns(before: Table, after: Table, dropped: readonly Column[], added: readonly Column[]): void {
    const facts =
      (table: Table, { settings }: Snapshot) =>
      (column: Column): string =>
        JSON.stringify({
          ...this.#dialect.alter.columnFacts(column, table, settings),
          // Users often change a description together with the name.
          comment: undefined,
          primaryKey: column.primaryKey,
        })
    for (const [old, now] of alike(dropped, added, facts(before, this.#before), facts(after, this.#after))) {
      // The column is only recreated.
      if (old.name === now.name) continue
      this.#found.push({
        kind: 'column',
        rename: `${qualifiedName(before)}.${old.name}:${now.name}`,
        table: before,
        before: old.name,
        after: now.name,
        added: now,
      })
    }
  }

  /** Finds values that may have been renamed, because another value is at the same position. */
  values(table: Table, old: Column, now: Column, renamed: ReadonlyMap<string, string>): void {
    const [before, after] = [new Set(old.valueSet), new Set(now.valueSet)]
    for (const [position, value] of old.valueSet.entries()) {
      const other = now.valueSet[position]
      if (after.has(value) || other === undefined || before.has(other) || renamed.has(value)) continue
      this.#found.push({
        kind: 'value',
        rename: `${qualifiedName(table)}.${old.name}.${value}:${other}`,
        table,
        before: value,
        after: other,
        added: now,
      })
    }
  }
}

/** Returns the pairs that look alike; ambiguous candidates are skipped. */
function alike<T>(
  dropped: readonly T[],
  added: readonly T[],
  before: (thing: T) => string,
  after: (thing: T) => string,
) {
  const group = (things: readonly T[], textOf: (thing: T) => string) => {
    const groups = new Map<string, T[]>()
    for (const thing of things) groups.set(textOf(thing), [...(groups.get(textOf(thing)) ?? []), thing])
    return groups
  }
  const [old, now] = [group(dropped, before), group(added, after)]
  return [...old].flatMap(([text, things]): [T, T][] => {
    const others = now.get(text) ?? []
    return things.length === 1 && others.length === 1 ? [[things[0]!, others[0]!]] : []
  })
}
