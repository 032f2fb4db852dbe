import { uselessCrossRef } from '../../errors/schema/relation-errors.js'
import {
  type Column,
  type CrossRelation,
  primaryKeyOf,
  qualifiedName,
  type Relation,
  type Table,
} from '../../model/index.js'
import { byName } from '../by-name.js'
import type { SchemaState } from '../state.js'

/** Adds many-to-many relations through tables with `isCrossRef`. */
export function linkCrossRelations(state: SchemaState): SchemaState {
  for (const { model } of state.databases) {
    for (const table of byName(model.tables)) {
      if (!table.isCrossRef || [table, table.foreignKeys, ...table.foreignKeys].some((part) => state.broken.has(part)))
        continue
      const problem = linkThrough(table, state.context.settings.pluralize)
      if (problem) state.report(uselessCrossRef(table.origin.at('isCrossRef'), qualifiedName(table), problem))
    }
  }
  return state
}

/** The maximum number of foreign keys of a cross table: each one's methods have a parameter for every other one. */
const mostPartners = 20

/** The maximum length of a relation name. Method names are a few words longer, and PHP names are limited to 200 characters. */
const longestName = 150

/** Adds the relations through a cross table. Returns why it adds none, otherwise undefined. */
function linkThrough(crossTable: Table, pluralize: (name: string) => string): string | undefined {
  const own = crossTable.relations.filter(({ isLocal }) => isLocal)
  if (own.length < 2) return 'it has fewer than two foreign keys'
  if (own.length > mostPartners) return `it has more than ${mostPartners} foreign keys`
  const key = primaryKeyOf(crossTable)
  const made: [Table, CrossRelation][] = []
  for (const incoming of own) {
    const outgoing = takePart(incoming, own, key)
    if (outgoing.length === 0) continue
    const columns = [incoming, ...outgoing].flatMap(ownColumns)
    const extraColumns = key.filter((column) => !columns.includes(column))
    const { table } = incoming
    const { name, pluralName } = namesOf(outgoing, extraColumns, table, pluralize)
    if (pluralName.length > longestName)
      return 'the names of its foreign keys are too long to be joined; give them a phpName'
    made.push([table, { name, pluralName, crossTable, incoming, outgoing, extraColumns }])
  }
  for (const [table, relation] of made) table.crossRelations.push(relation)
  return made.length > 0 ? undefined : 'the columns of its foreign keys are not in its primary key'
}

const ownColumns = ({ columns, literals }: Relation): Column[] => [
  ...columns.map(({ own }) => own),
  ...literals.map(({ column }) => column),
]

/** Returns the other foreign keys that contribute a key column without default that no earlier one has. */
function takePart(incoming: Relation, relations: readonly Relation[], key: readonly Column[]): Relation[] {
  const covered = new Set<Column>()
  return relations.filter((relation) => {
    if (relation === incoming) return false
    const columns = ownColumns(relation).filter((column) => key.includes(column))
    if (!columns.some((column) => !column.default && !covered.has(column))) return false
    for (const column of columns) covered.add(column)
    return true
  })
}

function namesOf(
  outgoing: readonly Relation[],
  extraColumns: readonly Column[],
  table: Table,
  pluralize: (name: string) => string,
): { readonly name: string; readonly pluralName: string } {
  const name = [...outgoing.map((relation) => relation.name), ...extraColumns.map(({ phpName }) => phpName)].join('')
  const last = outgoing.at(-1)!
  const pluralName =
    extraColumns.length > 0
      ? pluralize(name)
      : [...outgoing.slice(0, -1).map((relation) => relation.name), last.pluralName].join('')
  // If the table also has a direct relation, that one already has the plain name.
  const prefix = table.relations.some((relation) => relation.table.phpName === name) ? 'Cross' : ''
  return { name: prefix + name, pluralName: prefix + pluralName }
}
