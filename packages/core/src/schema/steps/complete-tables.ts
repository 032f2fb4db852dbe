import { redundantIndex } from '../../errors/schema/key-errors.js'
import {
  autoIncrementOf,
  comparedColumns,
  type Index,
  indexText,
  isCreated,
  isWritten,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import { mutable } from '../mutable.js'
import { indexName } from '../read/read-table-index.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

/** Adds to each table what depends on that table alone and is final only after the behaviors have run. */
export function completeTables(state: SchemaState): SchemaState {
  for (const database of state.databases) {
    for (const table of database.model.tables) {
      completeJoins(table)
      dropRepeated(table, database, state)
      if (table.heavyIndexing) addHeavyIndexes(table, database)
      // The id method `native` requires an auto-increment column.
      if (!autoIncrementOf(table)) mutable(table).idMethod = 'none'
    }
  }
  return state
}

function completeJoins({ columns, foreignKeys }: Table): void {
  if (foreignKeys.length === 0) return
  const required = new Set(columns.filter((column) => column.required).map(({ name }) => name))
  for (const key of foreignKeys) {
    if (isWritten(key.origin, 'defaultJoin')) continue
    if (key.references.every(({ local }) => required.has(local))) mutable(key).defaultJoin = 'INNER JOIN'
  }
}

/**
 * Removes repeated indexes over the same columns. Two generated names are equal, so one of these indexes has to go. If the
 * server rejects a repeated index, it is removed too, even if only one of the two is unique.
 */
function dropRepeated(table: Table, { platform }: DatabaseDraft, { report, broken }: SchemaState): void {
  const seen = new Map<string, string>()
  const refusedBy = platform.refusesRepeatedIndexes && isCreated(table) ? platform.name : undefined
  const describe = refusedBy === undefined ? describeIndex : indexText
  const key = primaryKeyOf(table)
  const keyColumns = key.map(({ name, origin }) => ({ name, origin }))
  if (key.length > 0) seen.set(describe({ unique: true, columns: keyColumns, vendor: new Map() }), 'primary key')
  for (const list of [table.uniques, table.indexes]) {
    const kept = list.filter((index) => {
      if (broken.has(index)) return true
      const about = describe(index)
      const first = seen.get(about)
      if (first === undefined) seen.set(about, index.name)
      else report(redundantIndex(index.origin.at('name'), index.name, first, refusedBy))
      return refusedBy === undefined ? first !== index.name || index.explicitName : first === undefined
    })
    if (kept.length < list.length) list.splice(0, list.length, ...kept)
  }
}

const describeIndex = (index: Pick<Index, 'unique' | 'columns' | 'vendor'>): string => {
  const { unique, columns, vendor } = index
  const sizes = columns.some(({ size }) => size !== undefined) ? columns.map(({ size }) => size ?? 0).join() : ''
  return `${unique ? 'u' : 'i'} ${indexText(index)} ${sizes}${vendor.size === 0 ? '' : [...vendor].join()}`
}

/** Adds the indexes of heavyIndexing: for a primary key (a, b, c), over (b, c) and (c). */
function addHeavyIndexes(table: Table, { platform }: DatabaseDraft): void {
  const key = primaryKeyOf(table)
  for (let start = 1; start < key.length; start++) {
    const columns = key.slice(start).map(({ name, origin }) => ({ name, origin }))
    const names = columns.map(({ name }) => name).join()
    if ([...table.indexes, ...table.uniques].some((index) => comparedColumns(index).join() === names)) {
      continue
    }
    table.indexes.push({
      name: indexName(table.name, false, { columns }, platform.maxIdentifierLength),
      explicitName: false,
      unique: false,
      columns,
      vendor: new Map(),
      addedFor: 'heavy indexing',
      origin: table.origin,
    })
  }
}
