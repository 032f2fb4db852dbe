import { noMaterializedViews, notInView, notOneSelect } from '../../errors/schema/view-errors.js'
import { type Column, qualifiedName } from '../../model/index.js'
import type { Check } from '../state.js'

/** Views against their vendor, and against what only tables have. */
export const checkViews: Check = ({ model, platform }, { report }) => {
  for (const table of model.tables) {
    const { view, origin } = table
    if (!view) continue
    const name = qualifiedName(table)
    if (view.materialized && !platform.materializedViews)
      report(noMaterializedViews(origin.at('materialized'), name, platform.name))
    if (view.sql !== '' && platform.sqlQuery(view.sql) === undefined)
      report(notOneSelect(view.origin, name, platform.name))
    for (const column of table.columns)
      for (const [what, attribute] of madeBySchema(column))
        report(notInView(column.origin.at(attribute), name, column.name, what))
    for (const check of table.checks) report(notInView(check.origin, name, check.column ?? check.name, 'a check'))
  }
}

function* madeBySchema({ autoIncrement, default: value, generated }: Column): Iterable<[what: string, at: string]> {
  if (autoIncrement) yield ['autoIncrement', 'autoIncrement']
  if (value) yield ['a default', value.kind === 'value' ? 'defaultValue' : 'defaultExpr']
  if (generated) yield ['an expression', 'generated']
}
