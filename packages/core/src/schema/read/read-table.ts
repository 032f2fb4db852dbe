import { asWarning } from '../../errors/index.js'
import { behaviorTwice } from '../../errors/schema/behavior-errors.js'
import { secondPrimaryString } from '../../errors/schema/column-errors.js'
import { columnTwice, dotInTableName } from '../../errors/schema/declaration-errors.js'
import { sequenceWithoutEffect, severalIdMethodParameters } from '../../errors/schema/key-errors.js'
import { invalidNamespace, packageOutside } from '../../errors/schema/php-name-errors.js'
import { aliasUsed } from '../../errors/schema/structure-errors.js'
import { badPartition } from '../../errors/schema/table-kind-errors.js'
import {
  asciiLower,
  type BehaviorUse,
  type Column,
  type IdMethod,
  type NamingMethod,
  phpNameOf,
  qualifiedName,
  type Table,
  type TableKind,
  tableKinds,
  type Visibility,
} from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { columnsToEdit, type Mutable, mutable } from '../mutable.js'
import { locate } from './location.js'
import { hasBrokenBehavior, readBehaviors } from './read-behavior-use.js'
import { isMeant, readCheck } from './read-check.js'
import { readColumn } from './read-column.js'
import { domainChecks } from './read-domain.js'
import { readExclusion } from './read-exclusion.js'
import { readBaseClass, readSchema, readStringFormat } from './read-file-settings.js'
import { readForeignKey } from './read-foreign-key.js'
import { groupsIn } from './read-output-groups.js'
import { readPartition } from './read-partition.js'
import { readIndex } from './read-table-index.js'
import { readVendor } from './read-vendor.js'
import { readView } from './read-view.js'
import { declaredName, type FileSettings, type Reading } from './reading.js'

/** Reads a `<table>` or `<view>` with everything in it. Returns undefined if it has no name. */
export function readTable(element: SchemaElement, file: FileSettings, reading: Reading): Table | undefined {
  const table = readTableElement(element, file, reading)
  if (!table) return undefined
  for (const child of element.children) {
    if (!isMeant(child, reading)) continue
    if (child.name === 'column') addColumn(table, child, reading)
    else if (child.name === 'foreign-key') addForeignKey(table, child, reading)
    else if (child.name === 'index' || child.name === 'unique') addIndex(table, child, reading)
    else if (child.name === 'check') addCheck(table, child, undefined, reading)
    else if (child.name === 'partition') addPartition(table, child, reading)
    else if (child.name === 'exclude') table.exclusions.push(readExclusion(child, table, reading))
  }
  if (element.name === 'view') readView(element, table, reading)
  const errorsBefore = reading.errorCount()
  for (const use of readBehaviors(element, reading)) addBehavior(table, use, reading)
  if (reading.errorCount() > errorsBefore) reading.broken.add(table.behaviors)
  if (hasBrokenBehavior(element, reading)) reading.broken.add(table)
  return table
}

export function addColumn(table: Table, element: SchemaElement, reading: Reading): void {
  const column = readColumn(element, table, reading)
  if (!column) {
    reading.broken.add(table)
    return
  }
  if (!placeColumn(table, column, reading)) return
  const first = column.primaryString && table.columns.find((other) => other !== column && other.primaryString)
  if (first) {
    reading.report(secondPrimaryString(element.at('primaryString'), column.name, first.name))
    mutable(column).primaryString = false
  }
  const domain = element.text('domain')
  if (domain !== undefined) table.checks.push(...domainChecks(table, column, reading, domain))
  for (const child of element.childrenOf('check')) {
    if (isMeant(child, reading)) addCheck(table, child, column.name, reading)
  }
}

/** Adds a column to a table, unless it has one of that name. Returns whether it was added. */
export function placeColumn(table: Table, column: Column, { report }: Pick<Reading, 'report'>): boolean {
  const lower = asciiLower(column.name)
  const first = table.columns.find(({ name }) => name.length === lower.length && asciiLower(name) === lower)
  if (first) report(columnTwice(column.origin.at('name'), qualifiedName(table), column.name, first.origin.at('name')))
  else columnsToEdit(table).push(column)
  return !first
}

function addPartition(table: Table, element: SchemaElement, reading: Reading): void {
  if (table.partition) reading.report(badPartition(element, table.name, 'has two <partition> elements'))
  const partition = readPartition(element, reading)
  if (partition) mutable(table).partition = partition
}

function addCheck(table: Table, element: SchemaElement, column: string | undefined, reading: Reading): void {
  const check = readCheck(element, table, column, reading)
  if (check) table.checks.push(check)
}

export function addForeignKey(table: Table, element: SchemaElement, reading: Reading): void {
  const key = readForeignKey(element, table, reading)
  if (key) table.foreignKeys.push(key)
  else reading.broken.add(table.foreignKeys)
}

export function addIndex(table: Table, element: SchemaElement, reading: Reading): void {
  const list = element.name === 'unique' ? table.uniques : table.indexes
  list.push(readIndex(element, table, reading))
}

/** Adds a use of a behavior unless the table has one with that id. In a lenient project the later use counts, as in Propel. */
export function addBehavior(table: Table, use: BehaviorUse, { report, context }: Reading): void {
  const index = table.behaviors.findIndex(({ id }) => id === use.id)
  const first = table.behaviors[index]
  if (!first) {
    table.behaviors.push(use)
    return
  }
  const isMultiple = context.behaviors.find(use)?.multiple ?? false
  const problem = behaviorTwice(use.origin.at('name'), table.name, use.id, first.origin.at('name'), isMultiple)
  const isTolerated = context.settings.lenient && !isMultiple
  if (isTolerated) table.behaviors[index] = use
  report(isTolerated ? asWarning(problem) : problem)
}

function readTableElement(element: SchemaElement, file: FileSettings, reading: Reading): Table | undefined {
  const { report, context } = reading
  const name = element.text('name')
  if (name === undefined) return undefined
  if (name.includes('.')) report(dotInTableName(element.at('name'), name))
  const vendor = readVendor(element, reading, file.vendor)
  // In old schemas for pgsql, the schema is a vendor parameter.
  const schema = readSchema(element, reading) ?? vendor.get('schema') ?? file.schema
  const method = (element.text('phpNamingMethod') as NamingMethod | undefined) ?? file.namingMethod
  const [tableNamespace, tablePackage] = [element.text('namespace'), element.text('package')]
  const isUsual = (tableNamespace ?? tablePackage) === undefined && schema === file.schema
  const places = { databaseNamespace: file.namespace, databasePackage: file.package, schema }
  const location = isUsual ? file.location : locate({ tableNamespace, tablePackage, ...places }, context.settings)
  // Those of the database are reported there.
  const isAbsolute = element.addedBy === undefined && tableNamespace?.trimStart().startsWith('\\')
  const isOwnNamespace = file.location.isNamespace || isAbsolute
  if (!location.isNamespace && isOwnNamespace) report(invalidNamespace(element.at('namespace'), location.namespace))
  if (location.directory === undefined && (file.location.directory !== undefined || tablePackage !== undefined))
    report(packageOutside(element.at('package'), location.package, context.settings.phpDir))
  const description = element.text('description')
  const alias = element.text('alias')
  if (alias !== undefined) report(aliasUsed(element.at('alias')))
  const baseClass = readBaseClass(element, 'baseClass', reading) ?? alias ?? file.baseClass
  const baseQueryClass = readBaseClass(element, 'baseQueryClass', reading) ?? file.baseQueryClass
  const idMethodParameter = readIdMethodParameter(element, reading)
  const implemented = element.text('interface')
  const prefixed = context.settings.autoPrefix && schema !== undefined ? `${schema}_${name}` : name
  const table: Mutable<Table> = {
    name: declaredName(file.tablePrefix + name, element.at('name'), reading),
    commonName: name,
    phpName: element.text('phpName') ?? phpNameOf(prefixed, method),
    namespace: location.namespace,
    package: location.package,
    directory: location.directory ?? '',
    idMethod: (element.text('idMethod') as IdMethod | undefined) ?? file.idMethod,
    stringFormat: readStringFormat(element, reading) ?? file.stringFormat,
    accessorVisibility:
      (element.text('defaultAccessorVisibility') as Visibility | undefined) ?? file.accessorVisibility,
    mutatorVisibility: (element.text('defaultMutatorVisibility') as Visibility | undefined) ?? file.mutatorVisibility,
    allowPkInsert: element.flag('allowPkInsert') ?? false,
    skipSql: element.flag('skipSql') ?? false,
    readOnly: element.flag('readOnly') ?? false,
    abstract: element.flag('abstract') ?? false,
    isCrossRef: element.flag('isCrossRef') ?? false,
    reloadOnInsert: element.flag('reloadOnInsert') ?? false,
    reloadOnUpdate: element.flag('reloadOnUpdate') ?? false,
    heavyIndexing: element.flag('heavyIndexing') ?? file.heavyIndexing,
    identifierQuoting: element.flag('identifierQuoting') ?? file.identifierQuoting,
    referenceOnly: file.referenceOnly,
    columns: [],
    revision: 0,
    foreignKeys: [],
    indexes: [],
    uniques: [],
    checks: [],
    exclusions: [],
    behaviors: [],
    vendor,
    relations: [],
    crossRelations: [],
    origin: element,
  }
  if (schema !== undefined) table.schema = schema
  if (idMethodParameter !== undefined) table.idMethodParameter = idMethodParameter
  if (description !== undefined) table.description = description
  if (baseClass !== undefined) table.baseClass = baseClass
  if (baseQueryClass !== undefined) table.baseQueryClass = baseQueryClass
  if (implemented !== undefined) table.interface = implemented
  if (alias !== undefined) table.alias = alias
  if (element.has('outputGroup')) table.outputGroups = groupsIn(element, 'outputGroup')
  const kinds = (Object.keys(tableKinds) as TableKind[]).filter((kind) => element.flag(kind))
  if (kinds.length > 0) table.kinds = kinds
  if (element.damaged) reading.broken.add(table)
  reading.inherited.set(table, { file, namingMethod: method, columnPrefix: element.text('columnPrefix') ?? '' })
  return table
}

function readIdMethodParameter(element: SchemaElement, { platform, report }: Reading): string | undefined {
  const [first, ...others] = element.childrenOf('id-method-parameter')
  if (!first) return undefined
  if (!platform.sequences) report(sequenceWithoutEffect(first, platform.name))
  for (const other of others) report(severalIdMethodParameters(other))
  return platform.sequences ? first.text('value') : undefined
}
