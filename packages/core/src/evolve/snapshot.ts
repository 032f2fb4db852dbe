import { dialects, type SqlSettings } from '../dialects/index.js'
import { OrmError, type Source } from '../errors/index.js'
import { badSnapshot, mergedSnapshot } from '../errors/migration-errors.js'
import {
  type Check,
  type Column,
  columnReferences,
  type Database,
  type Deferral,
  type DialectName,
  type Domain,
  type Exclusion,
  type Extension,
  type ForeignKey,
  hasConstraint,
  type Index,
  type IndexColumn,
  isColumnType,
  isCreated,
  isDialectName,
  type Origin,
  originAt,
  type Partition,
  type PlainPartition,
  plainPartition,
  qualifiedName,
  type ReferentialAction,
  type ScriptObject,
  type Sequence,
  type Table,
  type TableKind,
  viewOf,
} from '../model/index.js'
import { neededOwnTables, type OwnTables } from './own-tables.js'

/** The tables of a connection after its latest migration, reduced to what SQL needs. */
export interface Snapshot extends OwnTables {
  readonly platform: DialectName
  /** The `orm.database.adapters` settings at that time, because types depend on them. */
  readonly settings: SqlSettings
  /** Version and name of the latest migration. This line makes a merge conflict if two branches each add a migration. */
  readonly migration?: string
  /** Tables, sorted by name. */
  readonly tables: readonly Table[]
  /**
   * Tables that migrations neither change nor drop, sorted by name: tables of the schema without SQL, and excluded tables. They
   * have the columns that their last migration left, or none if no migration ever created them.
   */
  readonly leftAlone: readonly Table[]
  /** Server extensions that the tables need, sorted by name. */
  readonly extensions: readonly Extension[]
  /** Shared sequences, sorted by name. */
  readonly sequences: readonly Sequence[]
  /** Views and statements, sorted by name. */
  readonly objects: readonly ScriptObject[]
}

/** Increased when the file format changes. */
const format = 1

/** Returns the snapshot of a resolved schema. */
export const snapshotOf = (
  { platform, tables: all, omittedTables, statements, extensions, sequences, origin }: Database,
  settings: SqlSettings,
  isExcluded: (table: string) => boolean = () => false,
): Snapshot => {
  const isManaged = (table: Table): boolean => isCreated(table) && !isExcluded(table.name)
  const tables = all.filter(isManaged).sort(byQualifiedName)
  const views = all.flatMap((table) => (isExcluded(table.name) ? [] : (viewOf(table) ?? [])))
  const isView = ({ view, name }: Table): boolean => view !== undefined && !isExcluded(name)
  const others = [...all.filter((table) => !isManaged(table) && !isView(table)), ...omittedTables]
  return {
    platform,
    settings,
    ownTables: neededOwnTables(dialects[platform], tables),
    foundOwnTables: [],
    tables,
    leftAlone: others
      .map(({ name, schema }) => tableOf({ name, ...given('schema', schema) }, origin))
      .sort(byQualifiedName),
    extensions: [...extensions].sort(byName),
    sequences: [...sequences].sort(byName),
    objects: [...views, ...statements].sort(byQualifiedName),
  }
}

/** Returns the snapshot of a connection before its first migration. */
export const emptySnapshot = (platform: DialectName, settings: SqlSettings): Snapshot => ({
  platform,
  settings,
  ownTables: [],
  foundOwnTables: [],
  tables: [],
  leftAlone: [],
  extensions: [],
  sequences: [],
  objects: [],
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
type Named = Pick<Table, 'name' | 'schema'>
export const byQualifiedName = (a: Named, b: Named): number => compare(qualifiedName(a), qualifiedName(b))
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => compare(a.name, b.name)

/** Returns the text of `schema.json`. It is deterministic, with one line per object, so that it merges well. */
export function writeSnapshot(snapshot: Snapshot): string {
  const {
    platform,
    settings,
    migration,
    ownTables,
    foundOwnTables,
    extensions,
    sequences,
    tables,
    leftAlone,
    objects,
  } = snapshot
  const head = {
    snapshot: format,
    platform,
    ...(settingsOf(settings, platform) && { settings: settingsOf(settings, platform) }),
    ...(migration !== undefined && { migration }),
    ...(ownTables.length > 0 && { ownTables }),
    ...(foundOwnTables.length > 0 && { foundOwnTables }),
    ...(extensions.length > 0 && { extensions }),
    ...(sequences.length > 0 && { sequences }),
  }
  const lines = Object.entries(head).map(([key, value]) => `  ${pair(key, value)},`)
  const apart = new Set(leftAlone)
  const all = apart.size === 0 ? tables : [...tables, ...leftAlone].sort(byQualifiedName)
  const shown = all.map((table) => `    {\n${tableLines(table, !apart.has(table))}\n    }`)
  const views = objects.map((object) => `    {\n${objectLines(object)}\n    }`)
  const list = (key: string, items: readonly string[]): string =>
    `  "${key}": [${items.length > 0 ? `\n${items.join(',\n')}\n  ` : ''}]`
  return `{\n${[...lines, ...(views.length > 0 ? [`${list('objects', views)},`] : []), list('tables', shown)].join('\n')}\n}\n`
}

const settingsOf = (settings: SqlSettings, platform: DialectName): object | undefined =>
  (settings as Readonly<Record<string, object>>)[platform]

const pair = (key: string, value: unknown): string => `${JSON.stringify(key)}: ${JSON.stringify(value)}`

function tableLines(table: Table, managed: boolean): string {
  const facts = {
    name: table.name,
    schema: table.schema,
    managed: managed ? undefined : managed,
    kinds: table.kinds,
    partition: table.partition && plainPartition(table.partition),
    sequence: table.idMethodParameter,
    description: table.description,
    vendor: vendorRecord(table.vendor),
  }
  const lists = {
    columns: table.columns.map(columnRecord),
    uniques: [...table.uniques].sort(byName).map(indexRecord),
    indexes: [...table.indexes].sort(byName).map(indexRecord),
    checks: [...table.checks].sort(byName).map(checkRecord),
    exclusions: [...table.exclusions].sort(byName).map(exclusionRecord),
    foreignKeys: table.foreignKeys.filter(hasConstraint).sort(byName).map(foreignKeyRecord),
  }
  return [
    ...Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [`      ${pair(key, value)}`])),
    ...Object.entries(lists).flatMap(([key, items]) =>
      items.length === 0
        ? []
        : [`      "${key}": [\n${items.map((item) => `        ${JSON.stringify(item)}`).join(',\n')}\n      ]`],
    ),
  ].join(',\n')
}

/** The lines of an object's SQL become lines of the file. */
const objectLines = (object: ScriptObject): string =>
  Object.entries(objectRecord(object))
    .flatMap(([key, value]) => {
      if (value === undefined) return []
      if (key !== 'sql' && key !== 'drop') return [`      ${pair(key, value)}`]
      return [
        `      "${key}": [\n${(value as string[]).map((line) => `        ${JSON.stringify(line)}`).join(',\n')}\n      ]`,
      ]
    })
    .join(',\n')

const objectRecord = (object: ScriptObject) => ({
  name: object.name,
  schema: object.schema,
  kind: object.kind,
  description: object.description,
  columns: vendorRecord(object.columnDescriptions),
  identity: object.identity.length > 0 ? object.identity : undefined,
  sql: object.sql.split('\n'),
  drop: object.drop?.split('\n'),
})

const vendorRecord = (vendor: ReadonlyMap<string, string>): Record<string, string> | undefined =>
  vendor.size === 0 ? undefined : Object.fromEntries([...vendor].sort(([a], [b]) => compare(a, b)))

// Undefined properties are omitted, so that a line only contains what the column has.
const columnRecord = (column: Column) => ({
  name: column.name,
  type: column.type,
  size: column.size,
  scale: column.scale,
  array: column.array,
  unsigned: column.unsigned,
  zerofill: column.zerofill,
  srid: column.srid,
  sqlType: column.sqlType,
  primaryKey: column.primaryKey || undefined,
  autoIncrement: column.autoIncrement || undefined,
  identity: column.identity,
  onUpdate: column.changesOnUpdate,
  required: column.required || undefined,
  default: column.default?.kind === 'value' ? column.default.text : undefined,
  expression: column.default?.kind === 'expression' ? column.default.text : undefined,
  generated: column.generated?.expression,
  virtual: (column.generated && !column.generated.stored) || undefined,
  values: column.valueSet.length > 0 ? column.valueSet : undefined,
  enumType: column.enumType?.name,
  enumSchema: column.enumType?.schema,
  domain: column.domain && domainRecord(column.domain),
  content: column.content,
  description: column.description,
  vendor: vendorRecord(column.vendor),
})

const domainRecord = ({ name, schema, checks }: Domain) => ({
  name,
  schema,
  checks: checks.map(({ name: check, explicitName, expression }) => ({
    name: check,
    named: explicitName || undefined,
    expression,
  })),
})

const domainOf = ({ name, schema, checks }: ReturnType<typeof domainRecord>): Domain => ({
  name,
  ...given('schema', schema),
  checks: checks.map(({ name: check, named = false, expression }) => ({
    name: check,
    explicitName: named,
    expression,
  })),
})

/** Returns only the column's name, or name and size, if it has no other properties. */
function partRecord({ origin: _, ...part }: IndexColumn): string | [string, number] | Omit<IndexColumn, 'origin'> {
  const { name, size, ...rest } = part
  if (name === undefined || Object.keys(rest).length > 0) return part
  return size === undefined ? name : [name, size]
}

const indexRecord = (index: Index) => ({
  name: index.name,
  named: index.explicitName || undefined,
  columns: index.columns.map(partRecord),
  included: index.included?.map(({ name }) => name),
  where: index.where,
  method: index.method,
  deferrable: index.deferrable,
  nullsNotDistinct: index.nullsNotDistinct,
  vendor: vendorRecord(index.vendor),
})

const checkRecord = (check: Check) => ({
  name: check.name,
  named: check.explicitName || undefined,
  expression: check.expression,
})

const exclusionRecord = (exclusion: Exclusion) => ({
  name: exclusion.name,
  named: exclusion.explicitName || undefined,
  method: exclusion.method,
  parts: exclusion.parts.map(({ column, expression, operator }) => ({ column, expression, operator })),
  where: exclusion.where,
  deferrable: exclusion.deferrable,
})

const foreignKeyRecord = (key: ForeignKey) => ({
  name: key.name,
  named: key.explicitName || undefined,
  columns: columnReferences(key).map(({ local }) => local),
  schema: key.foreignSchema,
  table: key.foreignTable,
  references: columnReferences(key).map(({ foreign }) => foreign),
  onDelete: key.onDelete,
  onUpdate: key.onUpdate,
  deferrable: key.deferrable,
  matchFull: key.matchFull,
  vendor: vendorRecord(key.vendor),
})

type Items<T> = readonly T[] | undefined
interface TableRecord {
  readonly name: string
  readonly schema?: string
  readonly managed?: boolean
  readonly kinds?: readonly TableKind[]
  readonly partition?: PlainPartition
  readonly sequence?: string
  readonly description?: string
  readonly vendor?: Record<string, string>
  readonly columns?: Items<ReturnType<typeof columnRecord>>
  readonly uniques?: Items<ReturnType<typeof indexRecord>>
  readonly indexes?: Items<ReturnType<typeof indexRecord>>
  readonly checks?: Items<ReturnType<typeof checkRecord>>
  readonly exclusions?: Items<ReturnType<typeof exclusionRecord>>
  readonly foreignKeys?: Items<ReturnType<typeof foreignKeyRecord>>
}

/** Returns the database in a `schema.json`; undefined if the file does not contain it. */
export function platformOf(text: string): string | undefined {
  try {
    const { platform } = JSON.parse(text)
    return typeof platform === 'string' ? platform : undefined
  } catch {
    return undefined
  }
}

/** Parses `schema.json`; `settings` from the configuration are used for what the file omits. */
export function readSnapshot(source: Source, settings: SqlSettings): Snapshot {
  const start = { source, offset: 0 }
  const conflict = /^<{7} /m.exec(source.text)
  if (conflict) throw new OrmError([mergedSnapshot({ source, offset: conflict.index })])
  let read: Record<string, unknown>
  try {
    read = JSON.parse(source.text)
  } catch (error) {
    throw new OrmError([badSnapshot(start, (error as Error).message)])
  }
  const {
    snapshot,
    platform,
    settings: own,
    migration,
    ownTables = [],
    foundOwnTables = [],
    extensions = [],
    sequences = [],
    tables,
    objects = [],
  } = read ?? {}
  if (snapshot !== format)
    throw new OrmError([badSnapshot(start, `its format is ${JSON.stringify(snapshot)}, known is ${format}`)])
  if (typeof platform !== 'string' || !isDialectName(platform))
    throw new OrmError([badSnapshot(start, `unknown platform ${JSON.stringify(platform)}`)])
  if (!Array.isArray(ownTables)) throw new OrmError([badSnapshot(start, '"ownTables" is not a list')])
  if (!Array.isArray(foundOwnTables)) throw new OrmError([badSnapshot(start, '"foundOwnTables" is not a list')])
  if (!Array.isArray(objects)) throw new OrmError([badSnapshot(start, '"objects" is not a list')])
  if (!Array.isArray(extensions)) throw new OrmError([badSnapshot(start, '"extensions" is not a list')])
  if (!Array.isArray(sequences)) throw new OrmError([badSnapshot(start, '"sequences" is not a list')])
  if (!Array.isArray(tables)) throw new OrmError([badSnapshot(start, 'it has no list "tables"')])
  try {
    const origin = originAt(start)
    const tablesOf = (managed: boolean): Table[] =>
      (tables as TableRecord[])
        .filter((record) => (record.managed ?? true) === managed)
        .map((record) => tableOf(record, origin))
        .sort(byQualifiedName)
    return {
      platform,
      settings: { ...settings, ...(own !== undefined && { [platform]: own }) },
      ...(typeof migration === 'string' && { migration }),
      ownTables: ownTables as string[],
      foundOwnTables: foundOwnTables as string[],
      extensions: extensions as Extension[],
      sequences: sequences as Sequence[],
      tables: tablesOf(true),
      leftAlone: tablesOf(false),
      objects: (objects as ReturnType<typeof objectRecord>[]).map((record) => objectOf(record, origin)),
    }
  } catch (error) {
    throw new OrmError([badSnapshot(start, (error as Error).message)])
  }
}

const list = <T>(items: Items<T>): readonly T[] => items ?? []
const vendorOf = (record: Record<string, string> | undefined): ReadonlyMap<string, string> =>
  new Map(Object.entries(record ?? {}))
const given = <Key extends string, T>(key: Key, value: T | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: T }

const partitionOf = ({ parts, ...rest }: PlainPartition, origin: Origin): Partition => ({
  ...rest,
  parts: parts.map((part) => ({ ...part, origin })),
  origin,
})

/** Returns a table with everything that SQL needs; properties that only PHP needs are empty. */
const tableOf = (record: TableRecord, origin: Origin): Table => ({
  name: record.name,
  commonName: record.name,
  ...given('schema', record.schema),
  ...given('idMethodParameter', record.sequence),
  ...given('kinds', record.kinds),
  ...given('partition', record.partition && partitionOf(record.partition, origin)),
  ...given('description', record.description),
  vendor: vendorOf(record.vendor),
  columns: list(record.columns).map((column) => columnOf(column, origin)),
  revision: 0,
  uniques: list(record.uniques).map((index) => indexOf(index, true, origin)),
  indexes: list(record.indexes).map((index) => indexOf(index, false, origin)),
  checks: list(record.checks).map(({ name, named = false, expression }) => ({
    name,
    explicitName: named,
    expression,
    origin,
  })),
  exclusions: list(record.exclusions).map((exclusion) => exclusionOf(exclusion, origin)),
  foreignKeys: list(record.foreignKeys).map((key) => foreignKeyOf(key, origin)),
  idMethod: list(record.columns).some(({ autoIncrement }) => autoIncrement) ? 'native' : 'none',
  phpName: '',
  namespace: '',
  package: '',
  directory: '',
  stringFormat: '',
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
  identifierQuoting: true,
  referenceOnly: false,
  behaviors: [],
  relations: [],
  crossRelations: [],
  origin,
})

const objectOf = (record: ReturnType<typeof objectRecord>, origin: Origin): ScriptObject => ({
  kind: record.kind,
  name: record.name,
  ...given('schema', record.schema),
  sql: record.sql.join('\n'),
  ...given('drop', record.drop?.join('\n')),
  ...given('description', record.description),
  columnDescriptions: vendorOf(record.columns),
  identity: record.identity ?? [],
  origin,
})

function columnOf(record: ReturnType<typeof columnRecord>, origin: Origin): Column {
  if (!isColumnType(record.type)) throw new TypeError(`unknown type ${JSON.stringify(record.type)}`)
  const value = record.default ?? record.expression
  return {
    name: record.name,
    type: record.type,
    ...given('size', record.size),
    ...given('scale', record.scale),
    ...given('array', record.array),
    ...given('unsigned', record.unsigned),
    ...given('zerofill', record.zerofill),
    ...given('srid', record.srid),
    ...given('sqlType', record.sqlType),
    ...given('content', record.content),
    ...given('description', record.description),
    ...(value !== undefined && {
      default: { kind: record.default === undefined ? ('expression' as const) : ('value' as const), text: value },
    }),
    ...(record.generated !== undefined && {
      generated: { expression: record.generated, stored: !record.virtual },
    }),
    required: record.required ?? false,
    primaryKey: record.primaryKey ?? false,
    autoIncrement: record.autoIncrement ?? false,
    ...given('identity', record.identity),
    ...given('changesOnUpdate', record.onUpdate),
    valueSet: record.values ?? [],
    ...(record.enumType !== undefined && {
      enumType: { name: record.enumType, ...given('schema', record.enumSchema) },
    }),
    ...(record.domain && { domain: domainOf(record.domain) }),
    vendor: vendorOf(record.vendor),
    phpName: '',
    phpSingularName: '',
    hasSingular: false,
    constantName: '',
    primaryString: false,
    lazyLoad: false,
    accessorVisibility: 'public',
    mutatorVisibility: 'public',
    origin,
  }
}

const indexOf = (record: ReturnType<typeof indexRecord>, unique: boolean, origin: Origin): Index => ({
  name: record.name,
  explicitName: record.named ?? false,
  unique,
  columns: record.columns.map((column): IndexColumn => {
    if (typeof column === 'string') return { name: column, origin }
    return Array.isArray(column) ? { name: String(column[0]), size: Number(column[1]), origin } : { ...column, origin }
  }),
  ...(record.included && { included: record.included.map((name) => ({ name, origin })) }),
  ...given('where', record.where),
  ...given('method', record.method),
  ...given('deferrable', record.deferrable as Deferral | undefined),
  ...given('nullsNotDistinct', record.nullsNotDistinct),
  vendor: vendorOf(record.vendor),
  origin,
})

const exclusionOf = (record: ReturnType<typeof exclusionRecord>, origin: Origin): Exclusion => ({
  name: record.name,
  explicitName: record.named ?? false,
  method: record.method,
  parts: record.parts.map(({ column, expression, operator }) => ({
    ...given('column', column),
    ...given('expression', expression),
    operator,
    origin,
  })),
  ...given('where', record.where),
  ...given('deferrable', record.deferrable as Deferral | undefined),
  origin,
})

const foreignKeyOf = (record: ReturnType<typeof foreignKeyRecord>, origin: Origin): ForeignKey => ({
  name: record.name,
  explicitName: record.named ?? false,
  foreignTable: record.table,
  ...given('foreignSchema', record.schema),
  ...given('onDelete', record.onDelete as ReferentialAction | undefined),
  ...given('onUpdate', record.onUpdate as ReferentialAction | undefined),
  ...given('deferrable', record.deferrable as Deferral | undefined),
  ...given('matchFull', record.matchFull),
  skipSql: false,
  defaultJoin: 'LEFT JOIN',
  references: record.columns.map((local, position) => ({
    local,
    foreign: record.references[position]!,
    localOrigin: origin,
    foreignOrigin: origin,
  })),
  vendor: vendorOf(record.vendor),
  origin,
})
