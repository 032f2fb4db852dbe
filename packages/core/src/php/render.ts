import type { Database, Table } from '../model/index.js'
import type { ClassName, ClassNames } from './class-names.js'
import { baseCollection, collectionStub } from './classes/collection.js'
import { baseFactory, factoryStub } from './classes/factory.js'
import { baseModel } from './classes/model.js'
import { baseQuery, childQuery, queryStub } from './classes/query.js'
import { backedEnum, childStub, interfaceStub, stub } from './classes/stubs.js'
import { tableMap } from './classes/table-map.js'
import type { PhpClass } from './code/php-class.js'
import { printClass } from './code/print.js'
import { contribute, type TableContributions } from './contributions.js'
import type { ModelSettings } from './model-settings.js'
import { modelState } from './runtime-names.js'
import { Scope, TableScope } from './scope.js'
import * as templates from './templates/compiled.js'
import { inheritanceOf, isOwnClass } from './views/inheritance.js'
import { loadDatabaseView } from './views/load-database.js'

export interface PhpFile {
  readonly file: string
  readonly contents: string
  /** Whether the file is created once and then belongs to the user. */
  readonly stub: boolean
  /** Members that the class would contain twice, which PHP does not allow. */
  readonly clashes: readonly string[]
}

/** A class of a table before its file is rendered. */
export interface PlannedClass {
  readonly file: string
  readonly stub: boolean
  /** Returns the members that the class would contain twice, without printing it. */
  clashes(): readonly string[]
  render(): PhpFile
}

/** Returns the classes of a table: five, plus those for collections, factory, inheritance, enums and interface. */
export function classesOf(
  table: Table,
  database: Database,
  settings: ModelSettings,
  classes: ClassNames,
  contributions: TableContributions = {},
): PlannedClass[] {
  const { model, query, baseModel: modelBase, baseQuery: queryBase, tableMap: map } = classes.ofTable(table)
  let tableScope: TableScope | undefined
  const notice = classes.notices.noticeOf(table)
  const planned: PlannedClass[] = []
  const add = (own: ClassName, isStub: boolean, make: (scope: Scope) => PhpClass): void => {
    const made = (): { readonly scope: Scope; readonly php: PhpClass } => {
      tableScope ??= new TableScope(table, database, settings, classes)
      const scope = new Scope(tableScope, own)
      return { scope, php: make(scope) }
    }
    const render = (): PhpFile => {
      const { scope, php } = made()
      const contents = printClass(php, scope.imports, {
        notice: isStub ? '' : notice,
        nativeReturnTypes: settings.nativeReturnTypes,
        mayImportInVain: table.behaviors.length > 0,
      })
      return { file: own.file, contents, stub: isStub, clashes: clashesOf(php) }
    }
    planned.push({ file: own.file, stub: isStub, clashes: () => clashesOf(made().php), render })
  }
  add(modelBase, false, (scope) => baseModel(scope, contributions.model?.(scope)))
  add(queryBase, false, (scope) => baseQuery(scope, contributions.query?.(scope)))
  add(map, false, (scope) => tableMap(scope, contributions.tableMap?.(scope)))
  add(model, true, (scope) => contribute(stub(scope, modelBase, table.abstract), contributions.modelStub?.(scope)))
  add(query, true, (scope) => queryStub(scope, queryBase, contributions.queryStub?.(scope)))
  const collections = classes.collectionOf(table)
  if (collections) {
    add(collections.base, false, baseCollection)
    add(collections.collection, true, (scope) => collectionStub(scope, collections.base))
  }
  const factories = classes.factoryOf(table)
  if (factories) {
    add(factories.base, false, baseFactory)
    add(factories.factory, true, (scope) => factoryStub(scope, factories.base))
  }

  const inheritance = inheritanceOf(table)
  for (const child of inheritance?.children ?? []) {
    if (isOwnClass(child, table)) continue
    const names = classes.ofChild(table, child)
    add(names.baseQuery, false, (scope) => childQuery(child, inheritance!, scope))
    add(names.model, true, (scope) => childStub(child, inheritance!, scope))
    add(names.query, true, (scope) => queryStub(scope, names.baseQuery))
  }
  for (const column of table.columns) {
    const name = classes.enumOf(table, column)
    if (name?.generated) add(name, false, (scope) => backedEnum(column, scope))
  }
  if (table.interface) {
    const name = classes.mentioned(table, table.interface)
    if (name.generated) add(name, true, interfaceStub)
  }
  return planned
}

/** Returns repeated methods, ignoring case, and repeated properties, including those that the runtime gives to every model. */
function clashesOf({ traits, methods, properties }: PhpClass): string[] {
  const methodNames = methods.map(({ name }) => name)
  // One joined string is converted, which takes a third of the time.
  const comparable = methodNames.join('\n').toLowerCase().split('\n')
  const propertyNames = properties.map(({ name }) => name)
  const given = traits.length > 0 ? modelState : []
  return [
    ...repeated(comparable, methodNames.length).map((at) => `${methodNames[at]}()`),
    ...repeated([...given, ...propertyNames]).map((at) => `$${propertyNames[at - given.length]}`),
  ]
}

/** Returns the positions of names that also occur earlier in the list. */
function repeated(names: readonly string[], count = names.length): number[] {
  if (new Set(names).size >= count) return []
  return [...names.keys()].filter((at) => names.indexOf(names[at]!) < at)
}

/** Renders `loadDatabase.php`, which lists the table maps. */
export const renderLoader = (databases: readonly Database[], classes: ClassNames, schemaDir: string): string =>
  templates.loadDatabase(loadDatabaseView(databases, classes, schemaDir))
