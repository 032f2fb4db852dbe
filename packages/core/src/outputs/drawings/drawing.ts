import {
  type Column,
  columnReferences,
  type Database,
  type ForeignKey,
  isUniqueKey,
  namedColumns,
  type Table,
  writtenType,
} from '../../model/index.js'

/** A database as diagrams show it, without details that only generators need. */
export interface Drawing {
  readonly name: string
  readonly tables: readonly DrawnTable[]
  readonly keys: readonly DrawnKey[]
  /** Other objects that the tables use. */
  readonly objects: readonly DrawnObject[]
}

export interface DrawnObject {
  readonly kind: 'extension' | 'sequence' | 'domain'
  readonly name: string
  /** The definition. Empty if there is only a name. */
  readonly text: string
  /** Columns that use it as their type or take their numbers from it. */
  readonly columns: readonly { readonly table: string; readonly name: string }[]
}

export interface DrawnTable {
  /** The name including the SQL schema, unique in the drawing. */
  readonly name: string
  readonly phpName: string
  readonly description: string
  readonly columns: readonly DrawnColumn[]
}

export interface DrawnColumn {
  readonly name: string
  /** The type including its size: VARCHAR(255). */
  readonly type: string
  readonly primary: boolean
  readonly foreign: boolean
  readonly required: boolean
  readonly unique: boolean
  readonly autoIncrement: boolean
  readonly default: string
  readonly description: string
}

/** A foreign key. */
export interface DrawnKey {
  /** The table with the foreign key. */
  readonly from: string
  readonly to: string
  readonly columns: readonly { readonly from: string; readonly to: string }[]
  /** Whether a row of `from` may have no row of `to`. */
  readonly optional: boolean
  /** Whether at most one row of `from` belongs to a row of `to`. */
  readonly single: boolean
  readonly onDelete: string
}

/** Returns the drawing of a database: all tables, and the foreign keys between them. */
export function drawingOf({ name: database, tables, extensions, sequences }: Database): Drawing {
  const names = new Map(tables.map((table) => [table, nameOf(table)]))
  const known = new Set(names.values())
  return {
    name: database,
    tables: tables.map(drawnTable),
    keys: tables
      .flatMap((table) => table.foreignKeys.map((key) => drawnKey(table, key)))
      .filter(({ to }) => known.has(to)),
    objects: [
      ...extensions.map(({ name, schema }) =>
        drawnObject('extension', { name }, schema ? [`schema ${schema}`] : [], []),
      ),
      ...sequences.map((sequence) =>
        drawnObject(
          'sequence',
          sequence,
          countingWords(sequence),
          usersOf(tables, ({ sequence: own }) => own === sequence.name),
        ),
      ),
      ...domainsOf(tables),
    ],
  }
}

function drawnObject(
  kind: DrawnObject['kind'],
  thing: Pick<Table, 'schema' | 'name'>,
  words: readonly string[],
  columns: DrawnObject['columns'],
): DrawnObject {
  return { kind, name: nameOf(thing), text: words.join(', '), columns }
}

/** Returns everything about an object in one line. */
export function objectText({ kind, name, text, columns }: DrawnObject): string {
  const users = columns.map((column) => `${column.table}.${column.name}`).join(', ')
  const parts = [text, users && `columns ${users}`].filter(Boolean).join('; ')
  return `${kind} ${name}${parts && `: ${parts}`}`
}

const usersOf = (tables: readonly Table[], isUser: (column: Column) => boolean): DrawnObject['columns'] =>
  tables.flatMap((table) => table.columns.filter(isUser).map(({ name }) => ({ table: nameOf(table), name })))

/** Returns the domains of the database, in the order in which columns use them. */
function domainsOf(tables: readonly Table[]): DrawnObject[] {
  const first = new Map<string, Column>()
  for (const column of tables.flatMap(({ columns }) => columns)) {
    const id = column.domain && nameOf(column.domain)
    if (id !== undefined && !first.has(id)) first.set(id, column)
  }
  return [...first].map(([id, column]) => {
    const checks = column.domain!.checks.map((check) => `check ${check.name}: ${check.expression}`)
    return drawnObject(
      'domain',
      column.domain!,
      [baseTypeOf(column), ...checks],
      usersOf(tables, ({ domain }) => domain !== undefined && nameOf(domain) === id),
    )
  })
}

/** Describes how numbers are counted, without the defaults. */
const countingWords = ({ start, increment }: { readonly start?: number; readonly increment?: number }): string[] => [
  ...(start === undefined ? [] : [`start ${start}`]),
  ...(increment === undefined ? [] : [`increment ${increment}`]),
]

const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => (schema ? `${schema}.${name}` : name)

function drawnTable(table: Table): DrawnTable {
  const foreign = new Set(table.foreignKeys.flatMap((key) => columnReferences(key).map(({ local }) => local)))
  const unique = new Set(
    table.uniques.filter((index) => index.columns.length === 1 && isUniqueKey(index)).flatMap(namedColumns),
  )
  return {
    name: nameOf(table),
    phpName: table.phpName,
    description: table.description ?? '',
    columns: table.columns.map((column) => ({
      name: column.name,
      type: drawnTypeOf(column),
      primary: column.primaryKey,
      foreign: foreign.has(column.name),
      required: column.required,
      unique: unique.has(column.name),
      autoIncrement: column.autoIncrement,
      default: databaseValue(column),
      description: column.description ?? '',
    })),
  }
}

/** Returns the value that the database sets in the column. */
function databaseValue({ generated, sequence, default: given, identity, changesOnUpdate }: Column): string {
  if (generated) return `generated: ${generated.expression}`
  return [
    sequence === undefined ? given?.text : `next of ${sequence}`,
    ...(identity ? [`identity ${identity.mode}`, ...countingWords(identity)] : []),
    changesOnUpdate && 'on update CURRENT_TIMESTAMP',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns the domain, or the SQL type. */
const drawnTypeOf = (column: Column): string =>
  column.domain ? `${nameOf(column.domain)} (${baseTypeOf(column)})` : baseTypeOf(column)

function baseTypeOf({ type: known, sqlType, size, scale, array, unsigned, zerofill, srid }: Column): string {
  const { type } = writtenType(known)
  if (sqlType !== undefined) return sqlType
  const numbers = type === 'GEOMETRY' ? [srid] : [size, scale]
  const inner = numbers.filter((number) => number !== undefined).join(',')
  const sized = inner === '' ? type : `${type}(${inner})`
  return `${sized}${array ? '[]' : ''}${unsigned ? ' unsigned' : ''}${zerofill ? ' zerofill' : ''}`
}

function drawnKey(table: Table, key: ForeignKey): DrawnKey {
  const pairs = columnReferences(key)
  const local = new Set(pairs.map((pair) => pair.local))
  const isLocal = (columns: readonly string[]): boolean =>
    columns.length === local.size && columns.every((name) => local.has(name))
  const schema = key.foreignSchema ?? table.schema
  return {
    from: nameOf(table),
    to: nameOf({ name: key.foreignTable, ...(schema && { schema }) }),
    columns: pairs.map((pair) => ({ from: pair.local, to: pair.foreign })),
    optional: table.columns.some(({ name, required }) => local.has(name) && !required),
    single:
      isLocal(table.columns.flatMap(({ name, primaryKey }) => (primaryKey ? name : []))) ||
      table.uniques.filter(isUniqueKey).map(namedColumns).some(isLocal),
    onDelete: key.onDelete ?? '',
  }
}
