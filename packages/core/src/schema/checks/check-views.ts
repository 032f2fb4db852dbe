import { noMaterializedViews, notInView, notOneSelect, viewsInCircle } from '../../errors/schema/view-errors.js'
import { type Column, qualifiedName, readsFrom, type Table } from '../../model/index.js'
import type { Check, DatabaseDraft } from '../state.js'

/** Checks views against their database, and against features that only tables have. */
export const checkViews: Check = (draft, { report }) => {
  const { model, platform } = draft
  for (const [first, ...others] of circlesOf(draft))
    report(viewsInCircle(first!.view!.origin, qualifiedName(first!), [first!, ...others].map(qualifiedName)))
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

/** Returns the cycles of views that read each other. */
function circlesOf({ model, platform }: DatabaseDraft): Table[][] {
  const views = model.tables.filter(({ view, referenceOnly }) => view && !referenceOnly)
  const isTable = (name: string): boolean => model.tables.some((table) => !table.view && table.name === name)
  const read = new Map(
    views.map((view) => {
      const sources = platform.sqlSources(view.view!.sql)
      return [
        view,
        views.filter(
          (other) => other.schema === view.schema && !isTable(other.name) && readsFrom(sources, other, platform),
        ),
      ]
    }),
  )
  const circles: Table[][] = []
  const done = new Set<Table>()
  const visit = (view: Table, chain: readonly Table[]): void => {
    const start = chain.indexOf(view)
    if (start >= 0) circles.push(chain.slice(start))
    if (start >= 0 || done.has(view)) return
    for (const other of read.get(view)!) visit(other, [...chain, view])
    done.add(view)
  }
  for (const view of views) visit(view, [])
  return circles
}
