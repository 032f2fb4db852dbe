import type { Database, Table } from '../model/index.js'
import { type ClassName, tableClasses } from './class-names.js'
import * as templates from './templates/compiled.js'
import { baseModelView } from './views/base-model.js'
import { baseQueryView } from './views/base-query.js'
import { loadDatabaseView } from './views/load-database.js'
import { stubView } from './views/stub.js'
import { tableMapView } from './views/table-map.js'

export interface PhpFile {
  readonly file: string
  readonly contents: string
  /** Created once, then the user's. */
  readonly stub: boolean
}

/** The five classes of a table. */
export function renderTable(table: Table, database: Database): PhpFile[] {
  const { model, query, baseModel, baseQuery, tableMap } = tableClasses(table)
  const stub = (own: ClassName, base: ClassName, abstract: boolean): PhpFile => ({
    file: own.file,
    contents: templates.stub(stubView(own, base, abstract)),
    stub: true,
  })
  return [
    { file: baseModel.file, contents: templates.baseModel(baseModelView(table)), stub: false },
    { file: baseQuery.file, contents: templates.baseQuery(baseQueryView(table)), stub: false },
    { file: tableMap.file, contents: templates.tableMap(tableMapView(table, database.name)), stub: false },
    stub(model, baseModel, table.abstract),
    stub(query, baseQuery, false),
  ]
}

/** `loadDatabase.php`: which table maps there are (runtime-api §11.2). */
export const renderLoader = (databases: readonly Database[]): string =>
  templates.loadDatabase(loadDatabaseView(databases))
