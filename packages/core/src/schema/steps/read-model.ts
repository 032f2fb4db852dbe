import type { Diagnostic } from '../../errors/index.js'
import { noType, unknownType } from '../../errors/schema-errors.js'
import {
  type Column,
  type ColumnReference,
  type Database,
  type ForeignKey,
  foreignKeyName,
  type IdMethod,
  isSchemaType,
  noVendorParameters,
  type Origin,
  phpNameOf,
  type ReferentialAction,
  schemaTypes,
  type Table,
} from '../../model/index.js'
import type { XmlElement } from '../../xml/index.js'
import { Attributes } from '../attributes.js'
import type { SchemaState } from '../state.js'

/** Trees to model, with defaults and settings inherited from the database; files of one database are merged. */
export function readModel(state: SchemaState): SchemaState {
  const databases = new Map<string, Database>()
  const diagnostics: Diagnostic[] = [...state.diagnostics]
  for (const document of state.documents) {
    const name = new Attributes(document).text('name') ?? ''
    const platform = state.context.platforms.get(name)?.name ?? 'sqlite'
    const database = databases.get(name) ?? { name, platform, tables: [], behaviors: [], origin: originOf(document) }
    databases.set(name, database)
    for (const element of childrenOf(document, 'table')) {
      database.tables.push(readTable(element, document, diagnostics))
    }
  }
  return { ...state, databases: [...databases.values()], diagnostics }
}

function readTable(element: XmlElement, database: XmlElement, diagnostics: Diagnostic[]): Table {
  const attributes = new Attributes(element)
  const inherited = new Attributes(database)
  const name = attributes.text('name') ?? ''
  const description = attributes.text('description')
  const namespace = joinNamespaces(inherited.text('namespace'), attributes.text('namespace'))
  const columns: Column[] = []
  for (const child of childrenOf(element, 'column')) {
    const column = readColumn(child, name, diagnostics)
    if (column) columns.push(column)
  }
  return {
    name,
    phpName: attributes.text('phpName') ?? phpNameOf(name),
    namespace,
    ...(description !== undefined && { description }),
    idMethod: (inherited.text('defaultIdMethod')?.toLowerCase() as IdMethod | undefined) ?? 'native',
    columns,
    foreignKeys: childrenOf(element, 'foreign-key').map((child) => readForeignKey(child, name)),
    commonName: name,
    package: namespace.replaceAll('\\', '.'),
    directory: namespace.replaceAll('\\', '/'),
    stringFormat: 'YAML',
    accessorVisibility: 'public',
    mutatorVisibility: 'public',
    allowPkInsert: false,
    skipSql: false,
    readOnly: false,
    abstract: false,
    isCrossRef: false,
    reloadOnInsert: false,
    reloadOnUpdate: false,
    heavyIndexing: false,
    identifierQuoting: false,
    referenceOnly: false,
    indexes: [],
    uniques: [],
    behaviors: [],
    vendor: noVendorParameters,
    relations: [],
    crossRelations: [],
    origin: originOf(element),
  }
}

function readColumn(element: XmlElement, table: string, diagnostics: Diagnostic[]): Column | undefined {
  const attributes = new Attributes(element)
  const name = attributes.text('name') ?? ''
  const written = attributes.text('type')
  if (written === undefined) {
    diagnostics.push(noType(element, table, name))
    return undefined
  }
  const type = written.toUpperCase()
  if (!isSchemaType(type)) {
    diagnostics.push(unknownType(attributes.mark('type'), table, name, written, schemaTypes))
    return undefined
  }
  const primaryKey = attributes.flag('primaryKey')
  const size = attributes.integer('size')
  const defaultValue = attributes.find('defaultValue')?.value
  const description = attributes.text('description')
  return {
    name,
    phpName: attributes.text('phpName') ?? phpNameOf(name),
    phpSingularName: phpNameOf(name).replace(/s+$/, ''),
    hasSingular: false,
    constantName: `COL_${name.toUpperCase()}`,
    lazyLoad: false,
    valueSet: [],
    accessorVisibility: 'public',
    mutatorVisibility: 'public',
    vendor: noVendorParameters,
    type,
    ...(size && { size }),
    required: primaryKey || attributes.flag('required'),
    primaryKey,
    autoIncrement: attributes.flag('autoIncrement'),
    primaryString: attributes.flag('primaryString'),
    ...(defaultValue !== undefined &&
      defaultValue.toLowerCase() !== 'null' && { default: { kind: 'value', text: defaultValue } }),
    ...(description !== undefined && { description }),
    origin: originOf(element),
  }
}

function readForeignKey(element: XmlElement, table: string): ForeignKey {
  const attributes = new Attributes(element)
  const foreignTable = attributes.text('foreignTable') ?? ''
  const references = childrenOf(element, 'reference').map(readReference)
  const locals = references.map(({ local }) => local)
  const foreigns = references.map(({ foreign }) => foreign)
  const phpName = attributes.text('phpName')
  const refPhpName = attributes.text('refPhpName')
  const onDelete = readAction(attributes.text('onDelete'))
  const onUpdate = readAction(attributes.text('onUpdate'))
  return {
    name: attributes.text('name') ?? foreignKeyName(table, foreignTable, locals, foreigns),
    foreignTable,
    ...(phpName && { phpName }),
    ...(refPhpName && { refPhpName }),
    ...(onDelete && { onDelete }),
    ...(onUpdate && { onUpdate }),
    explicitName: attributes.text('name') !== undefined,
    skipSql: false,
    defaultJoin: 'LEFT JOIN',
    vendor: noVendorParameters,
    references,
    origin: originOf(element),
  }
}

function readReference(element: XmlElement): ColumnReference {
  const attributes = new Attributes(element)
  return {
    local: attributes.text('local') ?? '',
    foreign: attributes.text('foreign') ?? '',
    localOrigin: attributes.mark('local'),
    foreignOrigin: attributes.mark('foreign'),
  }
}

const actions: Readonly<Record<string, ReferentialAction>> = {
  cascade: 'CASCADE',
  setnull: 'SET NULL',
  restrict: 'RESTRICT',
  noaction: 'NO ACTION',
  setdefault: 'SET DEFAULT',
}

const readAction = (value: string | undefined): ReferentialAction | undefined =>
  value === undefined ? undefined : actions[value.toLowerCase().replace(' ', '')]

// A table's namespace is appended to the database's unless it starts with a backslash (schema-reference §12).
function joinNamespaces(database: string | undefined, table: string | undefined): string {
  const absolute = table?.trimStart().startsWith('\\')
  const parts = absolute ? [table] : [database, table]
  return parts
    .map((part) => part?.trim().replace(/^\\+|\\+$/g, ''))
    .filter(Boolean)
    .join('\\')
}

const originOf = (element: XmlElement): Origin => ({
  source: element.source,
  offset: element.offset,
  at: (attribute) => new Attributes(element).mark(attribute),
})

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)
