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

/** A database as its catalog has it, and in the terms of a schema. */
export interface ReadDatabase {
  readonly catalog: readonly CatalogTable[]
  readonly snapshot: Snapshot
}

/** The SQL schema of a table where it names one. The vendor parameter is the old form. */
export const sqlSchemaOf = ({ schema, vendor }: Table): string | undefined => schema ?? vendor.get('schema')

/** The names that the catalog has for tables of a schema, where the default SQL schema can be left out. */
function catalogNames(catalog: readonly CatalogTable[], { platform }: Snapshot) {
  const { defaultSchema } = dialects[platform]
  const own = catalog.find(({ isInDefaultSchema }) => isInDefaultSchema)?.schema ?? defaultSchema
  const full = (schema: string | undefined, name: string): string =>
    qualifiedName({ name, ...((schema ?? own) !== undefined && { schema: (schema ?? own)! }) })
  return {
    own,
    full,
    of: (table: Table): string => full(sqlSchemaOf(table), table.name),
    ofTarget: (table: Table, key: ForeignKey): string =>
      full(key.foreignSchema ?? sqlSchemaOf(table), key.foreignTable),
  }
}

/**
 * The catalog with auto-increment columns where `wanted` has them and the server tells them in other words. It has identities for
 * columns that do not say how the database counts: those count from 1 on and take other values too, as such an identity does. And a
 * column outside of the key that takes the numbers of a sequence may be numbered by the one that `id-method-parameter` names.
 */
export function withCountersOf(wanted: Snapshot, catalog: readonly CatalogTable[]): CatalogTable[] {
  const names = catalogNames(catalog, wanted)
  const known = new Map(wanted.tables.map((table) => [names.of(table), table]))
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

/** The tables of a database, each in the SQL schema that `wanted` writes for it. */
export function inSchemasOf(wanted: Snapshot, { catalog, snapshot }: ReadDatabase): Snapshot {
  const names = catalogNames(catalog, wanted)
  if (names.own === undefined) return snapshot
  const known = new Map(wanted.tables.map((table) => [names.of(table), table]))
  const domains = new Map(
    wanted.tables
      .flatMap(({ columns }) => columns.flatMap(({ domain }) => domain ?? []))
      .map((domain) => [names.full(domain.schema, domain.name), domain.schema]),
  )
  const written = (id: string, schema: string | undefined): string | undefined =>
    known.has(id) ? known.get(id)!.schema : schema
  const tables = snapshot.tables.map((table): Table => {
    const { schema: _, ...rest } = table
    const schema = written(names.of(table), table.schema)
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
  const views = new Map(wanted.objects.map((object) => [names.full(object.schema, object.name), object]))
  const objects = snapshot.objects.map(({ schema, ...object }): ScriptObject => {
    const id = names.full(schema, object.name)
    const own = views.has(id) ? views.get(id)!.schema : schema
    return { ...object, ...(own !== undefined && { schema: own }) }
  })
  return { ...snapshot, tables: tables.sort(byQualifiedName), objects: objects.sort(byQualifiedName) }
}

/** A column whose native type is in the SQL schema of its table, as the table is now. */
function withTypeIn(schema: string | undefined, column: Column, { schema: old }: Table): Column {
  if (!column.enumType || column.enumType.schema !== old) return column
  return { ...column, enumType: { name: column.enumType.name, ...(schema !== undefined && { schema }) } }
}

/** A column whose domain is in the SQL schema that a snapshot writes for it. */
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
 * The tables of a snapshot that seem to differ from those of a database, with those that they refer to: what the server makes
 * of them decides. Foreign keys to other tables are left out.
 */
export function doubtful(wanted: Snapshot, { catalog, snapshot }: ReadDatabase): Table[] {
  const names = catalogNames(catalog, wanted)
  const there = new Set(catalog.map(qualifiedName))
  const { changed, created } = diffDatabases(snapshot, wanted)
  const known = new Map(wanted.tables.map((table) => [names.of(table), table] as const).filter(([id]) => there.has(id)))
  const found = new Map<string, Table>()
  const visit = (id: string): void => {
    const table = known.get(id)
    if (!table || found.has(id)) return
    const targets = table.foreignKeys.map((key) => names.ofTarget(table, key))
    found.set(id, { ...table, foreignKeys: table.foreignKeys.filter((_, at) => known.has(targets[at]!)) })
    targets.forEach(visit)
  }
  // One that is created although it is there has something that no schema can say.
  for (const table of [...changed.map(({ after }) => after), ...created]) visit(names.of(table))
  return [...found.values()]
}

/**
 * The tables of a database in the words of a snapshot, as far as the server makes the same of both: `made` are tables of
 * `wanted` as the catalog has them once they are created.
 */
export function inWordsOf(
  wanted: Snapshot,
  { catalog, snapshot }: ReadDatabase,
  made: readonly CatalogTable[],
): Snapshot {
  const dialect = dialects[wanted.platform]
  const names = catalogNames(catalog, wanted)
  const [here, rehearsed] = [catalog, made].map(
    (tables) => new Map(tables.map((table) => [qualifiedName(table), table])),
  )
  const own = new Map(snapshot.tables.map((table) => [qualifiedName(table), table]))
  const isRehearsed = (table: Table, key: ForeignKey): boolean => rehearsed!.has(names.ofTarget(table, key))
  for (const table of wanted.tables) {
    const [real, other] = [here!, rehearsed!].map((tables) => tables.get(names.of(table)))
    const id = qualifiedName(table)
    if (real && other)
      own.set(id, tableInWords({ wanted: table, own: own.get(id), real, made: other }, isRehearsed, dialect))
  }
  return { ...snapshot, tables: [...own.values()].sort(byQualifiedName) }
}

interface Sides {
  readonly wanted: Table
  /** What a schema can say of the real one; not there where it can say nothing. */
  readonly own: Table | undefined
  readonly real: CatalogTable
  readonly made: CatalogTable
}

function tableInWords(
  { wanted, own, real, made }: Sides,
  isRehearsed: (table: Table, key: ForeignKey) => boolean,
  dialect: Dialect,
): Table {
  const hasSameKey = real.primaryKey.join('\0') === made.primaryKey.join('\0')
  const columns = inKeyOrder(real).columns.flatMap((column): Column[] => {
    const [words, known] = [wanted, own].map((table) => table?.columns.find(({ name }) => name === column.name))
    const other = made.columns.find(({ name }) => name === column.name)
    const isSame = other && columnText(column, dialect) === columnText(other, dialect)
    const chosen = isSame ? words : known
    const primaryKey = (hasSameKey ? words : known)?.primaryKey ?? real.primaryKey.includes(column.name)
    return chosen ? [{ ...chosen, primaryKey }] : []
  })
  const indexes = (list: 'indexes' | 'uniques'): Index[] =>
    merged({
      wanted: wanted[list],
      own: own?.[list] ?? [],
      real: real.indexes.map((index) => inOneSpelling(index, dialect)),
      made: made.indexes.map((index) => inOneSpelling(index, dialect)),
      isOf: (index, { name, unique, columns: parts }) =>
        name === undefined
          ? unique === index.unique && namedColumns({ columns: parts }).join('\0') === namedColumns(index).join('\0')
          : name === index.name,
    })
  const keysOf = (table: Table | undefined, isHere: boolean): ForeignKey[] =>
    table?.foreignKeys.filter((key) => isRehearsed(table, key) === isHere) ?? []
  const { description: _, idMethodParameter: __, kinds: ___, partition: ____, ...rest } = wanted
  const described = (real.comment === made.comment ? wanted : own)?.description
  const sequence = (real.sequence === made.sequence ? wanted : own)?.idMethodParameter
  const isSameDivision = textOf(real.partition ?? {}) === textOf(made.partition ?? {})
  const partition = (isSameDivision ? wanted : own)?.partition
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
      wanted: wanted.checks,
      own: own?.checks ?? [],
      real: checksOf(real, dialect),
      made: checksOf(made, dialect),
      isOf: (check, { name }) => name === check.name,
    }),
    exclusions: merged({
      wanted: wanted.exclusions,
      own: own?.exclusions ?? [],
      real: real.exclusions ?? [],
      made: made.exclusions ?? [],
      isOf: (exclusion, { name }) => name === exclusion.name,
    }),
    foreignKeys: [
      ...merged({
        wanted: keysOf(wanted, true),
        own: keysOf(own, true),
        real: real.foreignKeys,
        made: made.foreignKeys,
        isOf: (key, { name, columns: locals, foreignTable }) =>
          name === undefined
            ? foreignTable === key.foreignTable && key.references.map(({ local }) => local).join() === locals.join()
            : name === key.name,
      }),
      ...keysOf(own, false),
    ],
    vendor: vendorOf({ wanted, own, real, made }, dialect),
  }
}

/** An index whose expressions have one spelling where the server keeps what it was told. */
const inOneSpelling = (index: CatalogIndex, dialect: Dialect): CatalogIndex => ({
  ...index,
  columns: index.columns.map((column) =>
    column.expression === undefined ? column : { ...column, expression: expressionText(column.expression, dialect) },
  ),
  ...(index.where !== undefined && { where: expressionText(index.where, dialect) }),
})

/** Checks under the names that a schema has for them, in one spelling where the server keeps what it was told. */
const checksOf = ({ name: table, checks = [] }: CatalogTable, dialect: Dialect) =>
  checks.map(({ name, expression }) => {
    const text = dialect.sqlExpression(expression) ?? expression
    return {
      name: name ?? generatedName(table, 'c', text, dialect.maxIdentifierLength),
      expression: expressionText(text, dialect),
    }
  })

/** An expression without blanks, and without quotes and capital letters where names are the same without them. */
const expressionText = (expression: string, { lexicon, lowersUnquotedNames }: Dialect): string =>
  significantTokens(expression, lexicon)
    .map((token) => (lowersUnquotedNames || token.startsWith("'") ? token : unquotedName(token).toLowerCase()))
    .join(' ')

/** What a column is, in one spelling of its type and of its default. */
function columnText(column: CatalogColumn, { reverse }: Dialect): string {
  const { type, default: written, ...rest } = column
  const guess = reverse.typeOf(column)?.type ?? 'VARCHAR'
  return textOf({ ...rest, type: reverse.canonical(type), value: reverse.defaultOf(column, guess) ?? written })
}

/** The same for the same members, in whatever order. */
const textOf = (thing: object): string =>
  JSON.stringify(thing, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Those that the server keeps alike in the words of one side, and those that only the database has. */
function merged<T, C extends object>(sides: {
  readonly wanted: readonly T[]
  readonly own: readonly T[]
  readonly real: readonly C[]
  readonly made: readonly C[]
  isOf(thing: T, entry: C): boolean
}): T[] {
  const { wanted, own, real, made, isOf } = sides
  const has = (entries: readonly C[], entry: C): boolean => entries.some((other) => textOf(other) === textOf(entry))
  const entryOf = (thing: T, entries: readonly C[]): C | undefined => entries.find((entry) => isOf(thing, entry))
  return [
    // What the server does not keep is not missing.
    ...wanted.filter((thing) => {
      const entry = entryOf(thing, made)
      return entry === undefined || has(real, entry)
    }),
    ...own.filter((thing) => {
      const entry = entryOf(thing, real)
      return entry !== undefined && !has(made, entry)
    }),
  ]
}

function vendorOf({ wanted, own, real, made }: Sides, { alter }: Dialect): ReadonlyMap<string, string> {
  const optionOf = (name: string): string => alter.optionOf?.(name) ?? name
  const differs = (name: string): boolean => real.options?.[optionOf(name)] !== made.options?.[optionOf(name)]
  return new Map([
    ...[...wanted.vendor].filter(([name]) => !differs(name)),
    ...[...(own?.vendor ?? [])].filter(([name]) => differs(name)),
  ])
}
