import { type ForeignKey, primaryKeyOf, type Table } from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** Indexes that nobody wrote but the vendor wants: behind foreign keys (schema-reference §8.3). */
export function addIndexes(state: SchemaState): SchemaState {
  for (const database of state.databases) {
    if (!state.context.platforms.get(database.name)?.indexesForeignKeys) continue
    for (const table of database.tables) {
      for (const key of table.foreignKeys) addForeignKeyIndex(table, key)
    }
  }
  return state
}

function addForeignKeyIndex(table: Table, key: ForeignKey): void {
  const columns = key.references.map(({ local }) => ({ name: local }))
  const keys = [primaryKeyOf(table), ...[...table.uniques, ...table.indexes].map((index) => index.columns)]
  if (keys.some((covering) => columns.every(({ name }, position) => covering[position]?.name === name))) return
  table.indexes.push({
    name: indexName(key.name),
    explicitName: false,
    unique: false,
    columns,
    vendor: new Map(),
    addedFor: 'foreign key',
    origin: key.origin,
  })
}

/** The name of the foreign key with `fi_` for the last `fk_` (schema-reference §5.6). */
function indexName(name: string): string {
  const position = name.lastIndexOf('fk_')
  return position < 0 ? `fi_${name.slice(3)}` : `${name.slice(0, position)}fi_${name.slice(position + 3)}`
}
