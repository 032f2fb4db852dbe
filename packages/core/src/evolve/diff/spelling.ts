import { dialects } from '../../dialects/index.js'
import { foreignTableOf, isColumnReference, qualifiedName, type Table } from '../../model/index.js'
import type { Snapshot } from '../snapshot.js'

type Spelling = (name: string) => string

/**
 * Returns a snapshot with the names of another one wherever they differ only in case, if the vendor never quotes names: there
 * such names are the same, and the server rejects a rename from one to the other.
 */
export function inSpellingOf(other: Snapshot, snapshot: Snapshot): Snapshot {
  if (!dialects[other.platform].neverQuotes) return snapshot
  const tableOf = new Map(other.tables.map((table) => [fold(qualifiedName(table)), table]))
  const same = (table: Pick<Table, 'name' | 'schema'>): Table | undefined => tableOf.get(fold(qualifiedName(table)))
  const sequence = spelling([
    ...other.sequences,
    ...other.tables.map(({ idMethodParameter }) => ({ name: idMethodParameter ?? '' })),
  ])
  const columns = (table: Table | undefined): Spelling => spelling(table?.columns ?? [])
  const named = <T extends { readonly name: string }>(list: readonly T[], desired: readonly T[] = []): T[] => {
    const spell = spelling(desired)
    return list.map((each) => ({ ...each, name: spell(each.name) }))
  }
  return {
    ...snapshot,
    sequences: snapshot.sequences.map((each) => ({ ...each, name: sequence(each.name) })),
    tables: snapshot.tables.map((table): Table => {
      const now = same(table)
      const column = columns(now)
      const withColumns = (list: Table['indexes']): Table['indexes'] =>
        list.map((index) => ({
          ...index,
          columns: index.columns.map((part) => (part.name === undefined ? part : { ...part, name: column(part.name) })),
        }))
      return {
        ...table,
        ...(now && { name: now.name, ...(now.schema !== undefined && { schema: now.schema }) }),
        ...(table.idMethodParameter !== undefined && { idMethodParameter: sequence(table.idMethodParameter) }),
        columns: named(table.columns, now?.columns),
        indexes: withColumns(named(table.indexes, now?.indexes)),
        uniques: withColumns(named(table.uniques, now?.uniques)),
        checks: named(table.checks, now?.checks),
        foreignKeys: named(table.foreignKeys, now?.foreignKeys).map((key) => {
          const target = same(foreignTableOf(table, key))
          const foreignColumn = columns(target)
          return {
            ...key,
            ...(target && { foreignTable: target.name }),
            references: key.references.map((reference) => ({
              ...reference,
              local: column(reference.local),
              ...(isColumnReference(reference) && { foreign: foreignColumn(reference.foreign) }),
            })),
          }
        }),
      }
    }),
  }
}

const fold = (name: string): string => name.toUpperCase()

function spelling(desired: readonly { readonly name: string }[]): Spelling {
  const names = new Map(desired.map(({ name }) => [fold(name), name]))
  return (name) => names.get(fold(name)) ?? name
}
