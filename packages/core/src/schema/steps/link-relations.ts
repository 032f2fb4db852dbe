import {
  type Column,
  type ColumnLiteral,
  type ColumnPair,
  type ForeignKey,
  isColumnReference,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import { byName, columnOf } from '../by-name.js'
import { Links, namesOfRelation } from '../relation-names.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

/** Foreign keys to relations on both of their tables: own ones first, then those of other tables by their names. */
export function linkRelations(state: SchemaState): SchemaState {
  for (const draft of state.databases) {
    const backward: (() => void)[] = []
    const links = new Links(draft.model.tables, draft.targets)
    for (const table of byName(draft.model.tables)) {
      for (const key of table.foreignKeys) {
        if (!state.broken.has(key)) backward.push(link(table, key, draft, links, state))
      }
    }
    for (const add of backward) add()
  }
  return state
}

/** Adds the relation of the table that has the foreign key, and gives back how to add the other. */
function link(
  table: Table,
  key: ForeignKey,
  draft: DatabaseDraft,
  links: Links,
  { context, report }: SchemaState,
): () => void {
  const target = draft.targets.get(key)!
  const pairs: ColumnPair[] = []
  const literals: ColumnLiteral[] = []
  for (const reference of key.references) {
    const own = columnOf(table, reference.local)!
    if (isColumnReference(reference)) pairs.push({ own, other: columnOf(target, reference.foreign)! })
    else literals.push({ column: own, value: reference.value })
  }
  const names = namesOfRelation(table, key, target, pairs, links, context.settings.pluralize, report)
  table.relations.push({
    kind: 'many-to-one',
    name: names.name,
    pluralName: names.pluralName,
    foreignKey: key,
    isLocal: true,
    table: target,
    reverseName: names.reverseName,
    reversePluralName: names.reversePluralName,
    columns: pairs,
    literals,
  })
  return () => {
    target.relations.push({
      kind: isWholeKey([...pairs.map(({ own }) => own), ...literals.map(({ column }) => column)], table)
        ? 'one-to-one'
        : 'one-to-many',
      name: names.reverseName,
      pluralName: names.reversePluralName,
      foreignKey: key,
      isLocal: false,
      table,
      reverseName: names.name,
      reversePluralName: names.pluralName,
      columns: pairs.map(({ own, other }) => ({ own: other, other: own })),
      literals,
    })
  }
}

// One-to-one exactly when the foreign key covers the whole primary key of its table.
function isWholeKey(columns: readonly Column[], table: Table): boolean {
  const key = primaryKeyOf(table)
  return key.length === columns.length && key.every((column) => columns.includes(column))
}
