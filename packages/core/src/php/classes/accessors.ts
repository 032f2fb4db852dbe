import type { Column, Table } from '../../model/index.js'
import type { Members, PhpMethod } from '../code/php-class.js'
import { Scope, TableScope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { columnView } from '../views/column-view.js'
import { modelColumnsView } from '../views/model-columns.js'

/** Returns the accessor methods for a column of another table, as in its model. `scope` imports the classes they use. */
export function accessorsOf(scope: Scope, table: Table, column: Column): readonly PhpMethod[] {
  const other = new TableScope(table, scope.database, scope.settings, scope.classes)
  const shared = new Scope(other, scope.own, scope.imports)
  const members: Members = { constants: [], properties: [], methods: [] }
  templates.modelColumns(
    { ...modelColumnsView(shared, [columnView(column, shared, '')], false), key: undefined },
    members,
  )
  return members.methods.filter(
    ({ name }) => !['__construct', 'applyDefaultValues', 'hasOnlyDefaultValues', 'getPrimaryKey'].includes(name),
  )
}
