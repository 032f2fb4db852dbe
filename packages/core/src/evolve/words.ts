import { type CatalogColumn, type CatalogTable, type Dialect, dialects } from '../dialects/index.js'
import { type Column, type ForeignKey, foreignSchemaOf, type Index, qualifiedName, type Table } from '../model/index.js'
import { diffDatabases } from './diff.js'
import { byQualifiedName, type Snapshot } from './snapshot.js'

/** A database as its catalog has it, and in the terms of a schema. */
export interface ReadDatabase {
  readonly catalog: readonly CatalogTable[]
  readonly snapshot: Snapshot
}

/** The tables of a database, each in the SQL schema that `wanted` writes for it: the default one can be left out. */
export function inSchemasOf(wanted: Snapshot, { catalog, snapshot }: ReadDatabase): Snapshot {
  const own = catalog.find(({ isInDefaultSchema }) => isInDefaultSchema)?.schema
  if (own === undefined) return snapshot
  const known = new Set(wanted.tables.map(qualifiedName))
  const placed = (schema: string | undefined, name: string): { readonly schema?: string; readonly name: string } => {
    const full = { schema: schema ?? own, name }
    if (known.has(qualifiedName(full))) return full
    if (full.schema === own && known.has(name)) return { name }
    return { name, ...(schema !== undefined && { schema }) }
  }
  const tables = snapshot.tables.map(({ schema: _, ...table }): Table => {
    const place = placed(_, table.name)
    return {
      ...table,
      ...place,
      foreignKeys: table.foreignKeys.map(({ foreignSchema: __, ...key }) => {
        const target = placed(__ ?? _, key.foreignTable).schema ?? (place.schema === undefined ? undefined : own)
        return { ...key, ...(target !== place.schema && { foreignSchema: target }) } as ForeignKey
      }),
    }
  })
  return { ...snapshot, tables: tables.sort(byQualifiedName) }
}

/**
 * The tables of a snapshot that seem to differ from those of a database, with those that they refer to: what the server makes
 * of them decides. Foreign keys to other tables are left out.
 */
export function doubtful(wanted: Snapshot, { catalog, snapshot }: ReadDatabase): Table[] {
  const there = new Set(catalog.flatMap((table) => idsOf(table)))
  const { changed, created } = diffDatabases(snapshot, wanted)
  const byId = new Map(
    wanted.tables.map((table) => [qualifiedName(table), table] as const).filter(([id]) => there.has(id)),
  )
  const found = new Map<string, Table>()
  const visit = (table: Table): void => {
    if (found.has(qualifiedName(table))) return
    const keys = table.foreignKeys.filter((key) => byId.has(targetId(table, key)))
    found.set(qualifiedName(table), { ...table, foreignKeys: keys })
    for (const key of keys) visit(byId.get(targetId(table, key))!)
  }
  // One that is created although it is there has something that no schema can say.
  for (const table of [...changed.map(({ after }) => after), ...created]) {
    if (byId.has(qualifiedName(table))) visit(table)
  }
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
  const find = (tables: readonly CatalogTable[], id: string) => tables.find((table) => idsOf(table).includes(id))
  const own = new Map(snapshot.tables.map((table) => [qualifiedName(table), table]))
  for (const table of wanted.tables) {
    const id = qualifiedName(table)
    const [real, other] = [find(catalog, id), find(made, id)]
    if (real && other) own.set(id, tableInWords({ wanted: table, own: own.get(id), real, made: other }, made, dialect))
  }
  return { ...snapshot, tables: [...own.values()].sort(byQualifiedName) }
}

/** The names by which a snapshot may have a table. */
const idsOf = (table: CatalogTable): string[] => [
  qualifiedName(table),
  ...(table.isInDefaultSchema ? [table.name] : []),
]

const targetId = (table: Table, key: ForeignKey): string => {
  const schema = foreignSchemaOf(table, key)
  return qualifiedName({ name: key.foreignTable, ...(schema !== undefined && { schema }) })
}

interface Sides {
  readonly wanted: Table
  /** What a schema can say of the real one; not there where it can say nothing. */
  readonly own: Table | undefined
  readonly real: CatalogTable
  readonly made: CatalogTable
}

function tableInWords({ wanted, own, real, made }: Sides, rehearsed: readonly CatalogTable[], dialect: Dialect): Table {
  const hasSameKey = real.primaryKey.join('\0') === made.primaryKey.join('\0')
  const columns = real.columns.flatMap((column): Column[] => {
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
      real: real.indexes,
      made: made.indexes,
      isOf: (index, { name, unique, columns: parts }) =>
        name === undefined ? unique === index.unique && namesOf(parts) === namesOf(index.columns) : name === index.name,
    })
  const isRehearsed = (table: Table, key: ForeignKey): boolean =>
    rehearsed.some((other) => idsOf(other).includes(targetId(table, key)))
  const keysOf = (table: Table | undefined, isHere: boolean): ForeignKey[] =>
    table?.foreignKeys.filter((key) => isRehearsed(table, key) === isHere) ?? []
  const { description: _, idMethodParameter: __, ...rest } = wanted
  const described = (real.comment === made.comment ? wanted : own)?.description
  const sequence = (real.sequence === made.sequence ? wanted : own)?.idMethodParameter
  return {
    ...rest,
    ...(described !== undefined && { description: described }),
    ...(sequence !== undefined && { idMethodParameter: sequence }),
    columns,
    indexes: indexes('indexes'),
    uniques: indexes('uniques'),
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

const namesOf = (columns: readonly { readonly name: string }[]): string => columns.map(({ name }) => name).join('\0')

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
