import { targetNotUnique } from '../../errors/schema/foreign-keys.js'
import {
  columnReferences,
  type ForeignKey,
  foreignKeyIndexName,
  hasConstraint,
  type Index,
  type IndexColumn,
  isPolymorphic,
  nameWithSuffix,
  primaryKeyOf,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import { isUniqueOver } from '../checks/foreign-keys.js'
import { byName } from '../lookup.js'
import { indexName } from '../read/table-index.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

/** Keys that nobody wrote but foreign keys need on the vendor (schema-reference §8.3, §9.1). */
export function addIndexes(state: SchemaState): SchemaState {
  for (const draft of state.databases) {
    for (const table of byName(draft.model.tables)) {
      for (const key of table.foreignKeys) {
        if (!state.broken.has(key) && hasConstraint(key)) completeTarget(key, draft, state)
      }
    }
    if (!draft.platform.indexesForeignKeys) continue
    for (const table of draft.model.tables) {
      for (const key of table.foreignKeys) if (!state.broken.has(key)) addForeignKeyIndex(table, key)
    }
  }
  return state
}

function completeTarget(key: ForeignKey, draft: DatabaseDraft, state: SchemaState): void {
  const { platform } = draft
  const target = draft.targets.get(key)!
  const references = columnReferences(key)
  const names = references.map(({ foreign }) => foreign)
  if (isUniqueOver(target, new Set(names)) || state.broken.has(target)) return
  const unique = platform.referencedColumns === 'unique'
  if (!unique && isLeftPrefix(target, names)) return
  const remedy = unique ? 'a unique constraint' : 'an index'
  state.report(targetNotUnique(references[0]!.foreignOrigin, qualifiedName(target), names, remedy))
  const columns = names.map((name): IndexColumn => ({ name, origin: key.origin }))
  const list = unique ? target.uniques : target.indexes
  const name = unique
    ? indexName(target.name, true, columns, platform.maxIdentifierLength)
    : referencedIndexName(key, target, platform.maxIdentifierLength)
  list.push(added(name, unique, columns, 'referenced columns', key))
}

function referencedIndexName(key: ForeignKey, target: Table, maxLength: number): string {
  const number = target.indexes.filter(({ addedFor }) => addedFor === 'referenced columns').length + 1
  return nameWithSuffix(`i_referenced_${key.name}`, `_${number}`, maxLength)
}

function addForeignKeyIndex(table: Table, key: ForeignKey): void {
  const columns = (isPolymorphic(key) ? columnReferences(key) : key.references).map(({ local }) => local)
  if (isLeftPrefix(table, columns)) return
  const parts = columns.map((name): IndexColumn => ({ name, origin: key.origin }))
  table.indexes.push(added(foreignKeyIndexName(key.name), false, parts, 'foreign key', key))
}

const added = (
  name: string,
  unique: boolean,
  columns: readonly IndexColumn[],
  addedFor: NonNullable<Index['addedFor']>,
  { origin }: ForeignKey,
): Index => ({ name, explicitName: false, unique, columns, vendor: new Map(), addedFor, origin })

/** Whether a key of the table starts with these columns, in this order. */
function isLeftPrefix(table: Table, names: readonly string[]): boolean {
  // The server wants the auto-increment column first in a primary key, and so the key is made.
  const primaryKey = primaryKeyOf(table).sort((a, b) => Number(b.autoIncrement) - Number(a.autoIncrement))
  const keys = [primaryKey, ...[...table.uniques, ...table.indexes].map(({ columns }) => columns)]
  return keys.some((columns) => names.every((name, position) => columns[position]?.name === name))
}
