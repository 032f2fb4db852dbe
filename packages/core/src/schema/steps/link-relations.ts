import {
  type Column,
  type ColumnLiteral,
  type ColumnPair,
  type ForeignKey,
  isColumnReference,
  primaryKeyOf,
  type Relation,
  type Table,
} from '../../model/index.js'
import { byName, columnOf, declaredAgain } from '../by-name.js'
import { Links, namesOfRelation } from '../relation-names.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

/** Adds a relation to both tables of each foreign key: a table's own keys first, then those of other tables, by table name. */
export function linkRelations(state: SchemaState): SchemaState {
  for (const draft of state.databases) {
    const backward: Relation[] = []
    const links = new Links(draft.model.tables, draft.targets)
    const again = declaredAgain(draft.model.tables)
    for (const table of byName(draft.model.tables)) {
      // The relations of a second declaration would have the names of those of the first.
      if (again.has(table)) continue
      for (const key of table.foreignKeys) {
        if (state.broken.has(key)) continue
        const [own, back] = relationsOf(table, key, draft, links, state)
        table.relations.push(own)
        backward.push(back)
      }
    }
    for (const back of backward) draft.targets.get(back.foreignKey)!.relations.push(back)
  }
  return state
}

/** Returns the relation of the table with the foreign key, and that of its target. */
export function relationsOf(
  table: Table,
  key: ForeignKey,
  draft: Pick<DatabaseDraft, 'targets'>,
  links: Links,
  { context, report }: Pick<SchemaState, 'context' | 'report'>,
): [own: Relation, back: Relation] {
  const target = draft.targets.get(key)!
  const pairs: ColumnPair[] = []
  const literals: ColumnLiteral[] = []
  for (const reference of key.references) {
    const own = columnOf(table, reference.local)!
    if (isColumnReference(reference)) pairs.push({ own, other: columnOf(target, reference.foreign)! })
    else literals.push({ column: own, value: reference.value })
  }
  const names = namesOfRelation(table, key, target, pairs, links, context.settings.pluralize, report)
  const own: Relation = {
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
  }
  const columns = [...pairs.map((pair) => pair.own), ...literals.map(({ column }) => column)]
  const back: Relation = {
    kind: isWholeKey(columns, table) ? 'one-to-one' : 'one-to-many',
    name: names.reverseName,
    pluralName: names.reversePluralName,
    foreignKey: key,
    isLocal: false,
    table,
    reverseName: names.name,
    reversePluralName: names.pluralName,
    columns: pairs.map((pair) => ({ own: pair.other, other: pair.own })),
    literals,
  }
  return [own, back]
}

// A relation is one-to-one exactly if the foreign key covers the whole primary key of its table.
function isWholeKey(columns: readonly Column[], table: Table): boolean {
  const key = primaryKeyOf(table)
  return key.length === columns.length && key.every((column) => columns.includes(column))
}
