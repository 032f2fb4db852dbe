import type { Column, Relation } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import type { CodeContext } from '../define-behavior.js'
import type { TableView } from '../table-view.js'

export const parameters = {
  to: p.columnList({ required: true, doc: 'the tables that calls are passed to' }),
}

export type Context = CodeContext<typeof parameters>

/** A table whose objects receive the calls. */
export interface Delegate {
  readonly view: TableView
  /** The relation from the main table. */
  readonly relation: Relation
  /** Columns that none of the other tables has, without keys. */
  readonly columns: readonly Column[]
}

export function delegatesOf({ table, params }: Context): Delegate[] {
  const relations = params.to.flatMap((name): Relation[] => {
    const delegate = table.other(name)?.model
    const isNamed = ({ table: other }: Relation): boolean => other === delegate
    const found =
      table.model.relations.find((relation) => relation.isLocal && isNamed(relation)) ??
      table.model.relations.find((relation) => relation.kind === 'one-to-one' && isNamed(relation))
    return found ? [found] : []
  })
  const names = [table.model, ...relations.map((relation) => relation.table)].flatMap((one) =>
    one.columns.map(({ phpName }) => phpName.toLowerCase()),
  )
  const isOnce = ({ phpName }: Column): boolean => names.filter((name) => name === phpName.toLowerCase()).length === 1
  return relations.map((relation) => {
    const foreign = new Set(relation.table.foreignKeys.flatMap((key) => key.references.map(({ local }) => local)))
    return {
      view: table.viewOf(relation.table),
      relation,
      columns: relation.table.columns.filter(
        (column) => !column.primaryKey && !foreign.has(column.name) && isOnce(column),
      ),
    }
  })
}
