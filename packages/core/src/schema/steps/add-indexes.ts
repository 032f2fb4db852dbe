import { targetNotUnique } from '../../errors/schema/foreign-key-errors.js'
import {
  columnReferences,
  comparedColumns,
  type ForeignKey,
  fittedName,
  foreignKeyIndexName,
  hasConstraint,
  type Index,
  type IndexColumn,
  isPolymorphic,
  nameWithSuffix,
  type Platform,
  primaryKeyOf,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import { byName } from '../by-name.js'
import { isUniqueOver } from '../checks/check-foreign-keys.js'
import { isKeyUncertain } from '../checks/check-keys.js'
import { indexName } from '../read/read-table-index.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

/** Adds keys that the database requires for foreign keys and the schema does not have. */
export function addIndexes(state: SchemaState): SchemaState {
  for (const draft of state.databases) {
    for (const table of byName(draft.model.tables)) {
      for (const key of table.foreignKeys) {
        if (!state.broken.has(key) && hasConstraint(key)) completeTarget(key, draft, state)
      }
    }
    if (!draft.platform.indexesForeignKeys) continue
    for (const table of draft.model.tables) {
      if (table.foreignKeys.length > 0) addForeignKeyIndexes(table, draft.platform, state)
    }
  }
  return state
}

function completeTarget(key: ForeignKey, draft: DatabaseDraft, state: SchemaState): void {
  const { platform } = draft
  const target = draft.targets.get(key)!
  const references = columnReferences(key)
  const names = references.map(({ foreign }) => foreign)
  if (isKeyUncertain(target, state.broken)) return
  const unique = platform.referencedColumns === 'unique'
  const isUnique = isUniqueOver(target, new Set(names))
  // A unique key can have its columns in any order; in an index, they must be in the order of the foreign key.
  const isInOrder = isUnique && (unique || names.length === 1)
  if (isInOrder || (!unique && leftPrefixes(target, names.length).has(names.join()))) return
  const remedy = unique ? 'a unique constraint' : 'an index'
  if (!isUnique) {
    state.report(targetNotUnique(references[0]!.foreignOrigin, qualifiedName(target), names, remedy))
  }
  const columns = names.map((name): IndexColumn => ({ name, origin: key.origin }))
  const list = unique ? target.uniques : target.indexes
  const name = unique
    ? indexName(target.name, true, { columns }, platform.maxIdentifierLength)
    : referencedIndexName(key, target, platform.maxIdentifierLength)
  list.push(added(name, unique, columns, 'referenced columns', key))
}

function referencedIndexName(key: ForeignKey, target: Table, maxLength: number): string {
  const number = target.indexes.filter(({ addedFor }) => addedFor === 'referenced columns').length + 1
  return nameWithSuffix(`i_referenced_${key.name}`, `_${number}`, maxLength)
}

export function addForeignKeyIndexes(table: Table, platform: Platform, { broken }: Pick<SchemaState, 'broken'>): void {
  const covered = leftPrefixes(table, Math.max(0, ...table.foreignKeys.map(({ references }) => references.length)))
  for (const key of table.foreignKeys) {
    const columns = (isPolymorphic(key) ? columnReferences(key) : key.references).map(({ local }) => local)
    if (broken.has(key) || covered.has(columns.join())) continue
    const parts = columns.map((name): IndexColumn => ({ name, origin: key.origin }))
    table.indexes.push(added(freeIndexName(key, table, platform), false, parts, 'foreign key', key))
    for (let length = 1; length <= columns.length; length++) covered.add(columns.slice(0, length).join())
  }
}

/** Returns a free index name for a foreign key. Names such as `fk1` and `fk2` would result in the same index name. */
function freeIndexName(key: ForeignKey, table: Table, platform: Platform): string {
  const name = foreignKeyIndexName(key.name)
  const isTaken = [...table.uniques, ...table.indexes].some((index) => index.name.toLowerCase() === name.toLowerCase())
  return isTaken ? fittedName(`fi_${key.name}`, platform) : name
}

const added = (
  name: string,
  unique: boolean,
  columns: readonly IndexColumn[],
  addedFor: NonNullable<Index['addedFor']>,
  { origin }: ForeignKey,
): Index => ({ name, explicitName: false, unique, columns, vendor: new Map(), addedFor, origin })

/** Returns the leading columns of the table's keys, up to a number of columns: these need no further index. */
function leftPrefixes(table: Table, longest: number): Set<string> {
  // The generated primary key starts with the auto-increment column, as the server requires.
  const primaryKey = primaryKeyOf(table).sort((a, b) => Number(b.autoIncrement) - Number(a.autoIncrement))
  const prefixes = new Set<string>()
  const keys = [...table.uniques, ...table.indexes].map(comparedColumns)
  for (const columns of [primaryKey.map(({ name }) => name), ...keys]) {
    const names = columns.slice(0, longest)
    for (let length = 1; length <= names.length; length++) prefixes.add(names.slice(0, length).join())
  }
  return prefixes
}
