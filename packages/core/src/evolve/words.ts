import {
  type CatalogColumn,
  type CatalogIndex,
  type CatalogTable,
  type Dialect,
  dialects,
  significantTokens,
  unquotedName,
} from '../dialects/index.js'
import {
  autoIncrementOf,
  type Column,
  type ForeignKey,
  foreignSchemaOf,
  generatedName,
  type Index,
  namedColumns,
  qualifiedName,
  type ScriptObject,
  type Table,
} from '../model/index.js'
import { diffDatabases } from './diff/index.js'
import { inKeyOrder } from './reverse/catalog-tables.js'
import { byQualifiedName, type Snapshot } from './snapshot.js'

/** A database, both as its catalog and as a snapshot in the terms of a schema. */
export interface ReadDatabase {
  readonly catalog: readonly CatalogTable[]
  readonly snapshot: Snapshot
}

/** Returns the SQL schema of a table, if it names one; the vendor parameter is the old form. */
export const sqlSchemaOf = ({ schema, vendor }: Table): string | undefined => schema ?? vendor.get('schema')

/** Returns functions for the catalog's names of a schema's tables, which can omit the default SQL schema. */
function catalogNames(catalog: readonly CatalogTable[], { platform }: Snapshot) {
  const { defaultSchema } = dialects[platform]
  const own = catalog.find(({ isInDefaultSchema }) => isInDefaultSchema)?.schema ?? defaultSchema
  const full = (schema: string | undefined, name: string): string =>
    qualifiedName({ name, ...((schema ?? own) !== undefined && { schema: (schema ?? own)! }) })
  return {
    own,
    full,
    nameOf: (table: Table): string => full(sqlSchemaOf(table), table.name),
    ofTarget: (table: Table, key: ForeignKey): string =>
      full(key.foreignSchema ?? sqlSchemaOf(table), key.foreignTable),
  }
}

/**
 * Returns the catalog with what a server cannot store as `desired` says it: the case of table names where the server ignores it,
 * how columns are numbered, and whether the functions that views call are known.
 */
export const asWanted = (desired: Snapshot, catalog: readonly CatalogTable[]): CatalogTable[] =>
  withCountersOf(desired, withViewsOf(desired, withTableNamesOf(desired, catalog)))

/** Keeps views that call functions of the database if `desired` has them, too. */
function withViewsOf(desired: Snapshot, catalog: readonly CatalogTable[]): readonly CatalogTable[] {
  const names = catalogNames(catalog, desired)
  const known = new Set(desired.objects.map(({ name, schema }) => names.full(schema, name)))
  return catalog.map((table) => {
    if (!table.view?.callsFunction || !known.has(names.full(table.schema, table.name))) return table
    const { callsFunction: _, ...view } = table.view
    return { ...table, view }
  })
}

function withTableNamesOf(desired: Snapshot, catalog: readonly CatalogTable[]): readonly CatalogTable[] {
  if (!catalog.some(({ ignoresCase }) => ignoresCase)) return catalog
  const names = new Map([...desired.tables, ...desired.objects].map(({ name }) => [name.toLowerCase(), name]))
  const nameOf = (name: string): string => names.get(name.toLowerCase()) ?? name
  return catalog.map((table) => ({
    ...table,
    name: nameOf(table.name),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, foreignTable: nameOf(key.foreignTable) })),
  }))
}

/**
 * Adds auto-increment to the columns of the catalog that have it in `desired`, if the server reports them differently. A column
 * without identity options may be an identity in the catalog that starts at 1 and also accepts given values, which is
 * equivalent. A column outside of the key that uses a sequence may be numbered by the one that `id-method-parameter` names.
 */
function withCountersOf(desired: Snapshot, catalog: readonly CatalogTable[]): CatalogTable[] {
  const names = catalogNames(catalog, desired)
  const known = new Map(desired.tables.map((table) => [names.nameOf(table), table]))
  return catalog.map((table) => {
    const own = known.get(qualifiedName(table))
    const counter = own && autoIncrementOf(own)
    if (!counter || counter.identity) return table
    const named = own.idMethodParameter?.toLowerCase()
    const isNamed = table.columns.some(({ name, sequence }) => name === counter.name && sequence && sequence === named)
    return {
      ...table,
      ...(isNamed && { sequence: named! }),
      columns: table.columns.map((column) => {
        if (column.name !== counter.name) return column
        const { identity, sequence, ...counted } = column
        if (isNamed) return { ...counted, autoIncrement: true }
        return isUsual(identity) ? { ...counted, ...(sequence !== undefined && { sequence }) } : column
      }),
    }
  })
}

const isUsual = (identity: CatalogColumn['identity']): boolean =>
  identity?.mode === 'by default' && (identity.start ?? 1) === 1 && (identity.increment ?? 1) === 1

/** Returns the tables of a database in the SQL schemas that `desired` uses for them. */
export function inSchemasOf(desired: Snapshot, { catalog, snapshot }: ReadDatabase): Snapshot {
  const names = catalogNames(catalog, desired)
  if (names.own === undefined) return snapshot
  const known = new Map(desired.tables.map((table) => [names.nameOf(table), table]))
  const domains = new Map(
    desired.tables
      .flatMap(({ columns }) => columns.flatMap(({ domain }) => domain ?? []))
      .map((domain) => [names.full(domain.schema, domain.name), domain.schema]),
  )
  const written = (id: string, schema: string | undefined): string | undefined =>
    known.has(id) ? known.get(id)!.schema : schema
  const tables = snapshot.tables.map((table): Table => {
    const { schema: _, ...rest } = table
    const schema = written(names.nameOf(table), table.schema)
    return {
      ...rest,
      ...(schema !== undefined && { schema }),
      columns: table.columns.map((column) => withDomainOf(domains, names.full, withTypeIn(schema, column, table))),
      foreignKeys: table.foreignKeys.map((key): ForeignKey => {
        const { foreignSchema: __, ...plain } = key
        const target = written(names.ofTarget(table, key), foreignSchemaOf(table, key)) ?? (schema && names.own)
        return { ...plain, ...(target !== undefined && target !== schema && { foreignSchema: target }) }
      }),
    }
  })
  const views = new Map(desired.objects.map((object) => [names.full(object.schema, object.name), object]))
  const objects = snapshot.objects.map(({ schema, ...object }): ScriptObject => {
    const id = names.full(schema, object.name)
    const own = views.has(id) ? views.get(id)!.schema : schema
    return { ...object, ...(own !== undefined && { schema: own }) }
  })
  return { ...snapshot, tables: tables.sort(byQualifiedName), objects: objects.sort(byQualifiedName) }
}

/** Moves the native type of a column to the current SQL schema of its table. */
function withTypeIn(schema: string | undefined, column: Column, { schema: old }: Table): Column {
  if (!column.enumType || column.enumType.schema !== old) return column
  return { ...column, enumType: { name: column.enumType.name, ...(schema !== undefined && { schema }) } }
}

/** Moves the domain of a column to the SQL schema that a snapshot uses for it. */
function withDomainOf(
  domains: ReadonlyMap<string, string | undefined>,
  full: (schema: string | undefined, name: string) => string,
  column: Column,
): Column {
  if (!column.domain) return column
  const { schema: old, ...domain } = column.domain
  const id = full(old, domain.name)
  const schema = domains.has(id) ? domains.get(id) : old
  return { ...column, domain: { ...domain, ...(schema !== undefined && { schema }) } }
}

/**
 * Returns the tables of a snapshot that seem to differ from those of a database, and the tables that they reference. How the
 * server stores them decides whether they really differ. Foreign keys to other tables are omitted.
 */
export function doubtful(desired: Snapshot, { catalog, snapshot }: ReadDatabase): Table[] {
  const names = catalogNames(catalog, desired)
  const there = new Set(catalog.map(qualifiedName))
  const { changed, created } = diffDatabases(snapshot, desired)
  const known = new Map(
    desired.tables.map((table) => [names.nameOf(table), table] as const).filter(([id]) => there.has(id)),
  )
  const found = new Map<string, Table>()
  const visit = (id: string): void => {
    const table = known.get(id)
    if (!table || found.has(id)) return
    const targets = table.foreignKeys.map((key) => names.ofTarget(table, key))
    found.set(id, { ...table, foreignKeys: table.foreignKeys.filter((_, at) => known.has(targets[at]!)) })
    targets.forEach(visit)
  }
  // A table to be created that already exists contains something that a schema cannot express.
  for (const table of [...changed.map(({ after }) => after), ...created]) visit(names.nameOf(table))
  return [...found.values()]
}

/**
 * Returns the tables of a database in the form of a snapshot wherever the server stores both alike: `rehearsed` are the tables of
 * `desired` as the catalog shows them after they were created.
 */
export function inWordsOf(
  desired: Snapshot,
  { catalog, snapshot }: ReadDatabase,
  rehearsed: readonly CatalogTable[],
): Snapshot {
  const dialect = dialects[desired.platform]
  const names = catalogNames(catalog, desired)
  const [here, there] = [catalog, rehearsed].map(
    (tables) => new Map(tables.map((table) => [qualifiedName(table), table])),
  )
  const own = new Map(snapshot.tables.map((table) => [qualifiedName(table), table]))
  const isRehearsed = (table: Table, key: ForeignKey): boolean => there!.has(names.ofTarget(table, key))
  for (const table of desired.tables) {
    const [real, other] = [here!, there!].map((tables) => tables.get(names.nameOf(table)))
    const id = qualifiedName(table)
    if (real && other)
      own.set(id, tableInWords({ desired: table, own: own.get(id), real, rehearsed: other }, isRehearsed, dialect))
  }
  return { ...snapshot, tables: [...own.values()].sort(byQualifiedName) }
}

interface Sides {
  readonly desired: Table
  /** The real table as a schema can express it; absent if it cannot. */
  readonly own: Table | undefined
  readonly real: CatalogTable
  readonly rehearsed: CatalogTable
}

function tableInWords(
  { desired, own, real, rehearsed }: Sides,
  isRehearsed: (table: Table, key: ForeignKey) => boolean,
  dialect: Dialect,
): Table {
  const hasSameKey = real.primaryKey.join('\0') === rehearsed.primaryKey.join('\0')
  const columns = inKeyOrder(real).columns.flatMap((column): Column[] => {
    const [words, known] = [desired, own].map((table) => table?.columns.find(({ name }) => name === column.name))
    const other = rehearsed.columns.find(({ name }) => name === column.name)
    const isSame = other && columnText(column, dialect) === columnText(other, dialect)
    const chosen = isSame ? words : known
    const primaryKey = (hasSameKey ? words : known)?.primaryKey ?? real.primaryKey.includes(column.name)
    return chosen ? [{ ...chosen, primaryKey }] : []
  })
  const indexes = (list: 'indexes' | 'uniques'): Index[] =>
    merged({
      desired: desired[list],
      own: own?.[list] ?? [],
      real: real.indexes.map((index) => inOneSpelling(index, dialect)),
      rehearsed: rehearsed.indexes.map((index) => inOneSpelling(index, dialect)),
      isOf: (index, { name, unique, columns: parts }) =>
        name === undefined
          ? unique === index.unique && namedColumns({ columns: parts }).join('\0') === namedColumns(index).join('\0')
          : name === index.name,
    })
  const keysOf = (table: Table | undefined, isHere: boolean): ForeignKey[] =>
    table?.foreignKeys.filter((key) => isRehearsed(table, key) === isHere) ?? []
  const { description: _, idMethodParameter: __, kinds: ___, partition: ____, ...rest } = desired
  const described = (real.comment === rehearsed.comment ? desired : own)?.description
  const sequence = (real.sequence === rehearsed.sequence ? desired : own)?.idMethodParameter
  const isSameDivision = textOf(real.partition ?? {}) === textOf(rehearsed.partition ?? {})
  const partition = (isSameDivision ? desired : own)?.partition
  return {
    ...rest,
    ...(described !== undefined && { description: described }),
    ...(sequence !== undefined && { idMethodParameter: sequence }),
    ...(real.kinds && { kinds: real.kinds }),
    ...(partition && { partition }),
    columns,
    indexes: indexes('indexes'),
    uniques: indexes('uniques'),
    checks: merged({
      desired: desired.checks,
      own: own?.checks ?? [],
      real: checksOf(real, dialect),
      rehearsed: checksOf(rehearsed, dialect),
      isOf: (check, { name }) => name === check.name,
    }),
    exclusions: merged({
      desired: desired.exclusions,
      own: own?.exclusions ?? [],
      real: real.exclusions ?? [],
      rehearsed: rehearsed.exclusions ?? [],
      isOf: (exclusion, { name }) => name === exclusion.name,
    }),
    foreignKeys: [
      ...merged({
        desired: keysOf(desired, true),
        own: keysOf(own, true),
        real: real.foreignKeys,
        rehearsed: rehearsed.foreignKeys,
        isOf: (key, { name, columns: locals, foreignTable }) =>
          name === undefined
            ? foreignTable === key.foreignTable && key.references.map(({ local }) => local).join() === locals.join()
            : name === key.name,
      }),
      ...keysOf(own, false),
    ],
    vendor: vendorOf({ desired, own, real, rehearsed }, dialect),
  }
}

/** Returns an index with normalized expressions, for servers that store expressions as written. */
const inOneSpelling = (index: CatalogIndex, dialect: Dialect): CatalogIndex => ({
  ...index,
  columns: index.columns.map((column) =>
    column.expression === undefined ? column : { ...column, expression: expressionText(column.expression, dialect) },
  ),
  ...(index.where !== undefined && { where: expressionText(index.where, dialect) }),
})

/** Returns checks with the names that a schema gives them, and normalized expressions for servers that store them as written. */
const checksOf = ({ name: table, checks = [] }: CatalogTable, dialect: Dialect) =>
  checks.map(({ name, expression }) => {
    const text = dialect.sqlExpression(expression) ?? expression
    return {
      name: name ?? generatedName(table, 'c', text, dialect.maxIdentifierLength),
      expression: expressionText(text, dialect),
    }
  })

/** Normalizes whitespace in an expression, and removes quotes and case from names if they do not matter. */
const expressionText = (expression: string, { lexicon, lowersUnquotedNames }: Dialect): string =>
  significantTokens(expression, lexicon)
    .map((token) => (lowersUnquotedNames || token.startsWith("'") ? token : unquotedName(token).toLowerCase()))
    .join(' ')

/** Returns the properties of a column as a string, with canonical type and default. */
function columnText(column: CatalogColumn, { reverse }: Dialect): string {
  const { type, default: written, ...rest } = column
  const guess = reverse.schemaTypeOf(column)?.type ?? 'VARCHAR'
  return textOf({ ...rest, type: reverse.canonical(type), value: reverse.defaultOf(column, guess) ?? written })
}

/** Serializes an object independently of the order of its members. */
const textOf = (thing: object): string =>
  JSON.stringify(thing, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Merges the objects that the server stores alike, in their desired form, with those that only the database has. */
function merged<T, C extends object>(sides: {
  readonly desired: readonly T[]
  readonly own: readonly T[]
  readonly real: readonly C[]
  readonly rehearsed: readonly C[]
  isOf(thing: T, entry: C): boolean
}): T[] {
  const { desired, own, real, rehearsed, isOf } = sides
  const has = (entries: readonly C[], entry: C): boolean => entries.some((other) => textOf(other) === textOf(entry))
  const entryOf = (thing: T, entries: readonly C[]): C | undefined => entries.find((entry) => isOf(thing, entry))
  return [
    // An object that the server does not store is not missing.
    ...desired.filter((thing) => {
      const entry = entryOf(thing, rehearsed)
      return entry === undefined || has(real, entry)
    }),
    ...own.filter((thing) => {
      const entry = entryOf(thing, real)
      return entry !== undefined && !has(rehearsed, entry)
    }),
  ]
}

function vendorOf({ desired, own, real, rehearsed }: Sides, { alter }: Dialect): ReadonlyMap<string, string> {
  const optionOf = (name: string): string => alter.optionOf?.(name) ?? name
  const differs = (name: string): boolean => real.options?.[optionOf(name)] !== rehearsed.options?.[optionOf(name)]
  return new Map([
    ...[...desired.vendor].filter(([name]) => !differs(name)),
    ...[...(own?.vendor ?? [])].filter(([name]) => differs(name)),
  ])
}
