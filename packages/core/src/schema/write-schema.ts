import {
  asciiUpper,
  type BehaviorUse,
  type Column,
  type Database,
  type Deferral,
  type DialectName,
  type DomainCheck,
  type Exclusion,
  type ForeignKey,
  type Index,
  isColumnReference,
  type ParameterValue,
  type Partition,
  type ScriptObject,
  type Table,
  type VendorParameters,
  type View,
  writeList,
  writtenType,
} from '../model/index.js'
import { writeXml, type XmlNode } from '../xml/index.js'
import type { AttributeName, ElementName } from './language/index.js'
import { isPlural, singularOf } from './singular.js'

/**
 * Returns the text of a schema file that reads as the same model under the same settings. Settings that a table inherits from
 * its file are written on the table; indexes that the build adds are omitted. All tables must have the same prefix and none
 * may be reference-only, as one file cannot express more.
 */
export function writeSchema(database: Database): string {
  const prefix = prefixOf(database.tables)
  return writeXml(
    node('database', { name: database.name, tablePrefix: prefix || undefined }, [
      ...database.extensions.map(({ name, schema }) => node('extension', { name, schema })),
      ...database.sequences.map(({ name, start, increment }) => node('sequence', { name, start, increment })),
      ...domainNodes(database.tables),
      ...database.behaviors.map(behaviorNode),
      ...database.tables.map((table) => tableNode(table, prefix, database.platform)),
      ...database.statements.map((statement) => statementNode(statement, database.platform)),
    ]),
  )
}

const prefixOf = ([table]: readonly Table[]): string =>
  table ? table.name.slice(0, table.name.length - table.commonName.length) : ''

/** Attributes of an element. Flags are written only if they differ from their default. */
type Attributes<Name extends ElementName> = {
  readonly [Attribute in AttributeName<Name>]?: string | number | true | undefined
}

function node<Name extends ElementName>(
  name: Name,
  attributes: Attributes<Name>,
  children: readonly XmlNode[] = [],
): XmlNode {
  const entries = Object.entries<string | number | true | undefined>(attributes)
  const written = entries.map(([key, value]) => [key, value === undefined ? undefined : String(value)] as const)
  return { name, attributes: Object.fromEntries(written), children }
}

const groupList = (groups: readonly string[] | undefined): string | undefined =>
  groups && groups.length > 0 ? writeList(groups) : undefined

const flag = (value: boolean): true | undefined => (value ? true : undefined)

function tableNode(table: Table, prefix: string, platform: DialectName): XmlNode {
  if (table.view) return viewNode(table, table.view, prefix, platform)
  const written = ({ addedFor }: Index): boolean => addedFor === undefined
  return node(
    'table',
    {
      name: table.commonName,
      phpName: table.phpName,
      namespace: table.namespace === '' ? undefined : `\\${table.namespace}`,
      package: table.package || undefined,
      schema: table.schema,
      idMethod: table.idMethod,
      allowPkInsert: flag(table.allowPkInsert),
      skipSql: flag(table.skipSql),
      readOnly: flag(table.readOnly),
      ...Object.fromEntries((table.kinds ?? []).map((kind) => [kind, true as const])),
      abstract: flag(table.abstract),
      alias: table.alias,
      baseClass: table.baseClass,
      baseQueryClass: table.baseQueryClass,
      interface: table.interface,
      description: table.description,
      heavyIndexing: flag(table.heavyIndexing),
      identifierQuoting: flag(table.identifierQuoting),
      reloadOnInsert: flag(table.reloadOnInsert),
      reloadOnUpdate: flag(table.reloadOnUpdate),
      isCrossRef: flag(table.isCrossRef),
      defaultStringFormat: table.stringFormat,
      outputGroup: groupList(table.outputGroups),
      defaultAccessorVisibility: table.accessorVisibility,
      defaultMutatorVisibility: table.mutatorVisibility,
    },
    [
      ...table.columns.map((column) => columnNode(column, table, platform)),
      ...table.foreignKeys.map((key) => foreignKeyNode(key, prefix, platform)),
      ...table.indexes.filter(written).map((index) => indexNode(index, 'index', 'index-column', platform)),
      ...table.uniques.filter(written).map((index) => indexNode(index, 'unique', 'unique-column', platform)),
      ...table.checks.filter(({ column }) => column === undefined).map(checkNode),
      ...table.exclusions.map(exclusionNode),
      ...(table.partition ? [partitionNode(table.partition)] : []),
      ...(table.idMethodParameter === undefined
        ? []
        : [node('id-method-parameter', { value: table.idMethodParameter })]),
      ...table.behaviors.map(behaviorNode),
      ...vendorNodes(table.vendor, platform),
    ],
  )
}

const statementNode = ({ name, sql, drop }: ScriptObject, platform: DialectName): XmlNode =>
  node('statement', { name, vendor: platform }, [
    { ...node('create', {}), text: sql },
    { ...node('drop', {}), text: drop ?? '' },
  ])

function viewNode(table: Table, { sql, materialized }: View, prefix: string, platform: DialectName): XmlNode {
  return node(
    'view',
    {
      name: table.commonName,
      materialized: flag(materialized),
      phpName: table.phpName,
      namespace: table.namespace === '' ? undefined : `\\${table.namespace}`,
      package: table.package || undefined,
      schema: table.schema,
      abstract: flag(table.abstract),
      baseClass: table.baseClass,
      baseQueryClass: table.baseQueryClass,
      interface: table.interface,
      description: table.description,
      identifierQuoting: flag(table.identifierQuoting),
      defaultStringFormat: table.stringFormat,
      outputGroup: groupList(table.outputGroups),
      defaultAccessorVisibility: table.accessorVisibility,
    },
    [
      ...table.columns.map((column) => columnNode(column, table, platform)),
      ...table.foreignKeys.map((key) => foreignKeyNode(key, prefix, platform)),
      { ...node('sql', { vendor: platform }), text: sql },
    ],
  )
}

function columnNode(column: Column, table: Table, platform: DialectName): XmlNode {
  const singular =
    column.phpSingularName !== singularOf(column.phpName) || (column.hasSingular && !isPlural(column.phpName))
      ? column.phpSingularName
      : undefined
  const constant = column.constantName.slice('COL_'.length)
  const { default: given, inheritance } = column
  return node(
    'column',
    {
      name: column.name,
      domain: column.domain?.name,
      ...(!column.domain && typeAttributes(column)),
      array: column.array,
      unsigned: column.zerofill ? undefined : column.unsigned,
      zerofill: column.zerofill,
      srid: column.srid,
      phpName: column.phpName,
      phpSingularName: singular,
      phpType: column.phpType,
      phpEnum: column.phpEnum,
      typeHint: column.typeHint,
      tableMapName: constant === asciiUpper(column.name) ? undefined : constant,
      description: column.description,
      required: flag(column.required && !column.primaryKey),
      primaryKey: flag(column.primaryKey),
      autoIncrement: flag(column.autoIncrement),
      identity: column.identity?.mode,
      start: column.identity?.start,
      increment: column.identity?.increment,
      sequence: column.sequence,
      onUpdate: column.changesOnUpdate && 'CURRENT_TIMESTAMP',
      primaryString: flag(column.primaryString),
      lazyLoad: flag(column.lazyLoad),
      defaultValue: given?.kind === 'value' ? given.text : undefined,
      defaultExpr: given?.kind === 'expression' && column.sequence === undefined ? given.text : undefined,
      generated: column.generated?.expression,
      stored: column.generated && String(column.generated.stored),
      valueSet: column.valueSet.length > 0 ? writeList(column.valueSet) : undefined,
      native: flag(writtenType(column.type).native),
      enumName: enumNameOf(column, table),
      inheritance: inheritance && 'single',
      accessorVisibility:
        column.accessorVisibility === table.accessorVisibility ? undefined : column.accessorVisibility,
      mutatorVisibility: column.mutatorVisibility === table.mutatorVisibility ? undefined : column.mutatorVisibility,
      content: column.content,
      outputGroup: groupList(column.outputGroups?.further),
      ignoreGroup: groupList(column.outputGroups?.ignored),
    },
    [
      ...(inheritance?.children ?? []).map((child) =>
        node('inheritance', {
          key: child.key,
          class: child.className,
          extends: child.extends,
          package: child.package,
        }),
      ),
      ...table.checks.filter((check) => check.column === column.name).map(checkNode),
      ...vendorNodes(column.vendor, platform),
    ],
  )
}

const typeAttributes = ({ type, size, scale, sqlType }: Column) => ({
  type: writtenType(type).type,
  size,
  scale,
  sqlType,
})

/** Returns the `<domain>` elements for the domains of all columns. */
function domainNodes(tables: readonly Table[]): XmlNode[] {
  const columns = new Map<string, Column>()
  for (const column of tables.flatMap((table) => table.columns))
    if (column.domain && !columns.has(column.domain.name)) columns.set(column.domain.name, column)
  return [...columns.values()].map((column) => {
    const { name, schema, checks } = column.domain!
    return node('domain', { name, ...typeAttributes(column), schema }, checks.map(checkNode))
  })
}

/** Returns the name of the enum type, or undefined if it is the default name for the column. */
function enumNameOf({ enumType, name }: Column, table: Table): string | undefined {
  if (!enumType || (enumType.name === `${table.name}_${name}` && enumType.schema === table.schema)) return undefined
  return enumType.schema === undefined || enumType.schema === table.schema
    ? enumType.name
    : `${enumType.schema}.${enumType.name}`
}

const checkNode = ({ name, explicitName, expression }: DomainCheck): XmlNode =>
  node('check', { name: explicitName ? name : undefined, expression })

const exclusionNode = ({ name, explicitName, method, parts, where, deferrable }: Exclusion): XmlNode =>
  node(
    'exclude',
    { name: explicitName ? name : undefined, using: method, where, deferrable: deferralWord(deferrable) },
    parts.map(({ column, expression, operator }) => node('exclude-column', { name: column, expression, operator })),
  )

const partitionNode = ({ by, columns, count, parts }: Partition): XmlNode =>
  node(
    'partition',
    { by, columns: writeList(columns), parts: count },
    parts.map(({ name, from, to, values }) => {
      const listOf = (list: readonly string[]): string | undefined => (list.length > 0 ? writeList(list) : undefined)
      return node('part', { name, from: listOf(from), to: listOf(to), values: listOf(values) })
    }),
  )

const deferralWord = (deferral: Deferral | undefined): string | undefined => deferral && `initially ${deferral}`

const actionWord = (action: ForeignKey['onDelete']): string | undefined => action?.toLowerCase().replace(' ', '')

function foreignKeyNode(key: ForeignKey, prefix: string, platform: DialectName): XmlNode {
  return node(
    'foreign-key',
    {
      foreignTable: key.foreignTable.slice(prefix.length),
      foreignSchema: key.foreignSchema,
      name: key.explicitName ? key.name : undefined,
      phpName: key.phpName,
      refPhpName: key.refPhpName,
      onDelete: actionWord(key.onDelete),
      onUpdate: actionWord(key.onUpdate),
      deferrable: deferralWord(key.deferrable),
      match: key.matchFull && 'full',
      skipSql: flag(key.skipSql),
      defaultJoin: key.defaultJoin,
      interface: key.interface,
      outputGroup: groupList(key.outputGroups?.further),
      ignoreGroup: groupList(key.outputGroups?.ignored),
      refOutputGroup: groupList(key.refOutputGroups?.further),
      refIgnoreGroup: groupList(key.refOutputGroups?.ignored),
    },
    [
      ...key.references.map((reference) =>
        node(
          'reference',
          isColumnReference(reference)
            ? { local: reference.local, foreign: reference.foreign }
            : { local: reference.local, value: reference.value },
        ),
      ),
      ...vendorNodes(key.vendor, platform),
    ],
  )
}

const indexNode = (
  index: Index,
  element: 'index' | 'unique',
  part: 'index-column' | 'unique-column',
  platform: DialectName,
): XmlNode =>
  node(
    element,
    {
      name: index.explicitName ? index.name : undefined,
      where: index.where,
      method: index.method,
      ...(index.unique && {
        deferrable: deferralWord(index.deferrable),
        nullsNotDistinct: flag(index.nullsNotDistinct ?? false),
      }),
    },
    [
      ...index.columns.map(({ origin: _, ...column }) => node(part, column)),
      ...(index.included ?? []).map(({ name }) => node('index-include', { name })),
      ...vendorNodes(index.vendor, platform),
    ],
  )

const behaviorNode = ({ name, id, parameters }: BehaviorUse): XmlNode =>
  node('behavior', { name, id: id === name ? undefined : id }, [...parameters].flatMap(parameterNodes))

function parameterNodes([name, value]: readonly [string, ParameterValue]): XmlNode[] {
  if (typeof value === 'string') return [node('parameter', { name, value })]
  const items = value.filter((item) => typeof item === 'object')
  if (items.length < value.length) {
    return value.filter((item) => typeof item === 'string').map((text) => node('parameter', { name, value: text }))
  }
  const children = items.map((item) =>
    node(
      'parameter-list-item',
      {},
      Object.entries(item).map(([key, text]) => node('parameter', { name: key, value: text })),
    ),
  )
  return [node('parameter-list', { name }, children)]
}

const vendorNodes = (parameters: VendorParameters, platform: DialectName): XmlNode[] =>
  parameters.size === 0
    ? []
    : [
        node(
          'vendor',
          { type: platform },
          [...parameters].map(([name, value]) => node('parameter', { name, value })),
        ),
      ]
