import type { Mark } from '../../errors/index.js'
import { dotInColumnName, noColumns, tableTwice } from '../../errors/schema/declaration-errors.js'
import { tableNameConstant } from '../../errors/schema/php-name-errors.js'
import { sameColumn } from '../../errors/schema/vendor-errors.js'
import { type Column, isCreated, isWritten, qualifiedName, type Table } from '../../model/index.js'
import { declaredAgain } from '../by-name.js'
import type { Check } from '../state.js'
import { reportName } from './check-sql-names.js'

/** Checks that names of tables and columns are unique and allowed by the database, and that tables have columns. */
export const checkTables: Check = (draft, state) => {
  const { report, broken } = state
  const again = declaredAgain(draft.model.tables)
  for (const table of draft.model.tables) {
    const name = qualifiedName(table)
    const first = again.get(table)
    if (first) {
      report(tableTwice(table.origin.at('name'), name, first.origin.at('name')))
      broken.add(table)
    }
    // A behavior in error may be the one that was to add columns.
    const isBroken = broken.has(table) || broken.has(table.behaviors)
    if (table.columns.length === 0 && !isBroken && !hasColumnElements(table)) {
      report(noColumns(table.origin, table.view ? 'view' : 'table', name))
    }
    if (table.commonName.toLowerCase() === 'table_name')
      report(tableNameConstant(table.origin.at('name'), table.commonName))
    if (table.schema !== undefined) {
      const attribute = isWritten(table.origin, 'schema') ? 'schema' : 'name'
      checkName('schema', table.schema, table.origin.at(attribute), table)
    }
    checkName('table', table.name, table.origin.at('name'), table)
    checkColumns(table)
  }

  function checkColumns(table: Table): void {
    const folded = draft.platform.foldsAllLetters ? new Map<string, Column>() : undefined
    for (const column of table.columns) {
      const { name, origin } = column
      // Columns that differ only in the case of ASCII letters were already reported.
      const same = folded?.get(name.toLowerCase())
      if (same) report(sameColumn(origin.at('name'), name, same.name, draft.platform.name))
      folded?.set(name.toLowerCase(), column)
      if (name.includes('.')) {
        report(dotInColumnName(origin.at('name'), name))
        broken.add(column)
      }
      checkName('column', name, origin.at('name'), table)
    }
  }

  function checkName(kind: 'schema' | 'table' | 'column', name: string, at: Mark, table: Table): void {
    if (isCreated(table)) reportName(kind, name, at, draft.platform, report)
  }
}

/** Whether a table has column elements. Those without a name were already reported. */
const hasColumnElements = ({ origin }: Table): boolean =>
  'children' in origin && (origin.children as readonly { name: string }[]).some(({ name }) => name === 'column')
