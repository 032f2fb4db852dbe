import { type Diagnostic, OrmError } from '../errors/index.js'
import { renameTwice, unknownRename } from '../errors/migration-errors.js'
import { qualifiedName, type Table } from '../model/index.js'
import type { Snapshot } from './snapshot.js'

/** Renamed tables, columns and values. */
export interface Renames {
  /** New table names by old names. */
  readonly tables: ReadonlyMap<string, string>
  /** New column names by old names, by the old name of the table. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** New names of ENUM and SET values by old names, by the old names of table and column. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>
}

export const noRenames: Renames = { tables: new Map(), columns: new Map(), values: new Map() }

/** Inverts the renames, for the down SQL. */
export const reversedRenames = ({ tables, columns, values }: Renames): Renames => ({
  tables: reversedMap(tables),
  columns: new Map([...columns].map(([table, names]) => [tables.get(table) ?? table, reversedMap(names)])),
  values: new Map(
    [...values].map(([table, own]) => [
      tables.get(table) ?? table,
      new Map([...own].map(([column, names]) => [columns.get(table)?.get(column) ?? column, reversedMap(names)])),
    ]),
  ),
})

const reversedMap = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...names].map(([from, to]) => [to, from]))

/** Returns the renames that match nothing in these tables. */
export const unknownRenames = (texts: readonly string[], before: Snapshot, after: Snapshot): string[] =>
  new RenameReader(texts, before, after).unknown

/**
 * Parses renames from users: `old:new` for a table, `table.old:new` for a column, `table.column.old:new` for a value of an ENUM
 * or SET. Tables that a behavior adds are renamed with their table, because they are named after it and have its columns.
 *
 * @throws {OrmError} if nothing has the old name or the new name
 */
export function readRenames(texts: readonly string[], before: Snapshot, after: Snapshot): Renames {
  const { tables, columns, values, problems, unknown } = new RenameReader(texts, before, after)
  const all = [...problems, ...unknown.map((text) => unknownRename(text, before.tables.map(qualifiedName)))]
  if (all.length > 0) throw new OrmError(all)
  return { tables, columns, values }
}

interface ColumnRename {
  readonly text: string
  /** The old table. */
  readonly table: string
  readonly from: string
  readonly to: string
}

class RenameReader {
  readonly tables = new Map<string, string>()
  readonly columns = new Map<string, Map<string, string>>()
  readonly values = new Map<string, Map<string, Map<string, string>>>()
  readonly problems: Diagnostic[] = []
  readonly unknown: string[]
  readonly #old: ReadonlyMap<string, Table>
  readonly #new: ReadonlyMap<string, Table>
  /** Tables added by behaviors, by the table that has the behavior. */
  readonly #companions: ReadonlyMap<string, readonly Table[]>

  constructor(texts: readonly string[], before: Snapshot, after: Snapshot) {
    const byId = ({ tables }: Snapshot) => new Map(tables.map((table) => [qualifiedName(table), table]))
    this.#old = byId(before)
    this.#new = byId(after)
    this.#companions = companionsOf(after.tables)
    const others = texts.filter((text) => !this.#readTable(text))
    this.#followTables()
    const columns = others.map((text) => this.#columnRename(text))
    // A rename that names its table takes precedence over one that follows from another table.
    const own = columns.map((rename) => rename !== undefined && this.#renameColumn(rename))
    const follow = columns.map((rename) => rename !== undefined && this.#followColumn(rename))
    this.#followNames()
    const values = columns.map((rename) => rename !== undefined && this.#renameValue(rename))
    this.unknown = others.filter((_, position) => !own[position] && !follow[position] && !values[position])
  }

  #readTable(text: string): boolean {
    const { from, to } = parts(text)
    if (!this.#old.has(from) || !this.#new.has(to)) return false
    if (this.tables.has(from)) this.problems.push(renameTwice(text))
    this.tables.set(from, to)
    return true
  }

  #followTables(): void {
    const said = new Set(this.tables.values())
    // The loop also visits tables added during iteration, because they may have their own behaviors.
    for (const [from, to] of this.tables) {
      const [old, now] = [this.#old.get(from)!, this.#new.get(to)!]
      for (const companion of this.#companions.get(to) ?? []) {
        if (!companion.name.startsWith(now.name)) continue
        const before = qualifiedName({ ...old, name: `${old.name}${companion.name.slice(now.name.length)}` })
        const after = qualifiedName(companion)
        if (this.#old.has(before) && !this.tables.has(before) && !said.has(after)) this.tables.set(before, after)
      }
    }
  }

  #columnRename(text: string): ColumnRename | undefined {
    const { from, to } = parts(text)
    // The table is given by its old name or, if no other table has that name, by its new one.
    const written = [...this.#old.keys(), ...this.tables.values()].find((id) => from.startsWith(`${id}.`))
    if (written === undefined) return undefined
    const table = this.#old.has(written) ? written : this.#oldName(written)
    const target = this.tables.get(table) ?? table
    return { text, table, from: from.slice(written.length + 1), to: columnPart(columnPart(to, written), target) }
  }

  #oldName(id: string): string {
    return [...this.tables].find(([, to]) => to === id)?.[0] ?? id
  }

  /** @returns whether the column exists before and after */
  #renameColumn({ text, table, from, to }: ColumnRename): boolean {
    const has = (owner: Table | undefined, name: string) => owner?.columns.some((column) => column.name === name)
    if (!has(this.#old.get(table), from) || !has(this.#new.get(this.tables.get(table) ?? table), to)) return false
    const own = this.columns.get(table) ?? new Map<string, string>()
    if (own.has(from)) this.problems.push(renameTwice(text))
    this.columns.set(table, own.set(from, to))
    return true
  }

  #followColumn(rename: ColumnRename): boolean {
    const companions = this.#companions.get(this.tables.get(rename.table) ?? rename.table) ?? []
    const renamed = companions
      .map((companion) => this.#oldName(qualifiedName(companion)))
      .filter((table) => !this.columns.get(table)?.has(rename.from) && this.#renameColumn({ ...rename, table }))
    for (const table of renamed) this.#followColumn({ ...rename, table })
    return renamed.length > 0
  }

  /** Renames a value, also in the columns of companion tables. */
  #renameValue(rename: ColumnRename): boolean {
    const { text, table, from, to } = rename
    const target = this.tables.get(table) ?? table
    const column = this.#old.get(table)?.columns.find(({ name }) => from.startsWith(`${name}.`))
    const newName = column && (this.columns.get(table)?.get(column.name) ?? column.name)
    const now = this.#new.get(target)?.columns.find(({ name }) => name === newName)
    const value = column && from.slice(column.name.length + 1)
    const next = newName === undefined ? to : columnPart(columnPart(to, column!.name), newName)
    if (value === undefined || !column!.valueSet.includes(value) || !now?.valueSet.includes(next)) return false
    const own = this.values.get(table) ?? new Map<string, Map<string, string>>()
    const names = own.get(column!.name) ?? new Map<string, string>()
    if (names.has(value)) this.problems.push(renameTwice(text))
    this.values.set(table, own.set(column!.name, names.set(value, next)))
    for (const companion of this.#companions.get(target) ?? []) {
      const other = this.#oldName(qualifiedName(companion))
      if (!this.values.get(other)?.get(column!.name)?.has(value)) this.#renameValue({ ...rename, table: other })
    }
    return true
  }

  /** Renames columns that a behavior named after a column of its table or after another table: `author_id_version`. */
  #followNames(): void {
    for (const [owner, companions] of this.#companions) {
      const columns = this.columns.get(this.#oldName(owner)) ?? new Map<string, string>()
      const renames = [...columns, ...this.tables]
      for (const companion of companions) {
        const table = this.#oldName(qualifiedName(companion))
        const [old, now] = [this.#old.get(table), companion].map(
          (each) => new Set(each?.columns.map(({ name }) => name)),
        )
        for (const name of old ?? []) {
          const [from = '', to = ''] = renames.find(([each]) => name.startsWith(`${each}_`)) ?? []
          const next = `${to}${name.slice(from.length)}`
          if (from === '' || now!.has(name) || old!.has(next) || this.columns.get(table)?.has(name)) continue
          this.#renameColumn({ text: '', table, from: name, to: next })
        }
      }
    }
  }
}

function parts(text: string): { readonly from: string; readonly to: string } {
  const colon = text.indexOf(':')
  return { from: text.slice(0, colon).trim(), to: text.slice(colon + 1).trim() }
}

/** Returns `name` for both `name` and `book.name`. */
const columnPart = (text: string, table: string): string =>
  text.startsWith(`${table}.`) ? text.slice(table.length + 1) : text

/**
 * Groups added tables by their owner. An added table has the location of its behavior; if that is a database's behavior, the
 * name determines the owner.
 */
function companionsOf(tables: readonly Table[]): Map<string, Table[]> {
  const companions = new Map<string, Table[]>()
  for (const table of tables) {
    const { addedBy, source, offset } = table.origin
    if (addedBy === undefined) continue
    const [owner] = tables
      .filter(({ behaviors }) =>
        behaviors.some(({ id, origin }) => id === addedBy && origin.source === source && origin.offset === offset),
      )
      .sort((a, b) => commonStart(b.name, table.name) - commonStart(a.name, table.name))
    if (!owner) continue
    const id = qualifiedName(owner)
    companions.set(id, [...(companions.get(id) ?? []), table])
  }
  return companions
}

/** Returns the length of a name if another one starts with it; otherwise 0. */
const commonStart = (name: string, other: string): number => (other.startsWith(name) ? name.length : 0)
