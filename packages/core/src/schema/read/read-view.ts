import { noViewSql, unknownIdentity, viewSqlTwice } from '../../errors/schema/view-errors.js'
import { primaryKeyOf, qualifiedName, readList, type Table, type View } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { mutable } from '../mutable.js'
import { namedElsewhere, type Reading } from './reading.js'

/** Turns a table into a view: no table SQL is generated for it, and it is read-only. */
export function readView(element: SchemaElement, table: Table, reading: Reading): void {
  const { report, platform } = reading
  const changed = mutable(table)
  changed.skipSql = true
  changed.readOnly = true
  changed.view = { ...sqlOf(element, table, reading), materialized: element.flag('materialized') ?? false }
  const identity = element.has('identity') ? readList(element.text('identity')!) : []
  for (const name of identity.map((written) => namedElsewhere(written, reading))) {
    const column = table.columns.find((each) => each.name === name)
    if (column) mutable(column).primaryKey = true
    else if (!reading.broken.has(table))
      report(
        unknownIdentity(
          element.at('identity'),
          table.name,
          name,
          table.columns.map((each) => each.name),
        ),
      )
  }
  for (const column of primaryKeyOf(table)) mutable(column).required = true
  for (const key of table.foreignKeys) mutable(key).skipSql = true
  if (platform.schemas === 'none') delete changed.schema
}

/** Returns the view's SQL for the database. If it is not a SELECT, it is kept unchanged and reported later. */
function sqlOf(element: SchemaElement, table: Table, { platform, report }: Reading): Pick<View, 'sql' | 'origin'> {
  const blocks = element.childrenOf('sql')
  const own = blocks.filter((block) => block.text('vendor') === platform.name)
  const general = blocks.filter((block) => !block.has('vendor'))
  for (const list of [own, general]) {
    const [first, second] = list
    if (second) report(viewSqlTwice(second, qualifiedName(table), second.text('vendor'), first!))
  }
  const block = own[0] ?? general[0]
  if (block?.content === undefined) {
    report(noViewSql(element.at('name'), qualifiedName(table), platform.name))
    return { sql: '', origin: element }
  }
  return { sql: platform.sqlQuery(block.content) ?? block.content, origin: block }
}
