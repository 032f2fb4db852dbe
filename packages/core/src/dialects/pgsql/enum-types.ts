import { type Column, clipped, nativeValueTypes, type Table } from '../../model/index.js'
import { type AlterContext, onlyAddsValues, orderedRenames, type TableChange } from '../alter-rules.js'
import { qualified, stringLiteral } from '../clauses.js'
import { platform } from './platform.js'
import { quote } from './quote.js'

/** A type that `CREATE TYPE` creates for columns. */
export interface NamedType {
  /** The name as written in SQL. */
  readonly sql: string
  readonly name: string
  readonly schema: string | undefined
  readonly values: readonly string[]
}

/** Returns the name of a native ENUM column's type, or of the element type of a native SET column. */
export const typeName = ({ enumType }: Pick<Column, 'enumType'>): string =>
  qualified(enumType?.schema, enumType?.name ?? '', quote)

/** Returns whether the schema creates the type of a column. */
export const hasNamedType = ({ type, sqlType }: Column): boolean => sqlType === undefined && nativeValueTypes.has(type)

/** Returns the key of a type; all names of the same type have the same key. */
const keyOf = ({ enumType }: Column): string =>
  qualified(enumType?.schema ?? platform.defaultSchema, enumType?.name ?? '', quote)

const listOf = (key: string): string => `${key}[]`

/** Returns the type of a column in canonical form. */
export const typeKey = (column: Column): string =>
  column.type === 'SET_NATIVE' ? listOf(keyOf(column)) : keyOf(column)

/** Returns the types of all native columns, in the order of the tables. */
export function enumTypesOf(tables: readonly Table[]): ReadonlyMap<string, NamedType> {
  const types = new Map<string, NamedType>()
  for (const column of tables.flatMap(({ columns }) => columns)) {
    if (!hasNamedType(column) || types.has(keyOf(column))) continue
    const { name = '', schema } = column.enumType ?? {}
    types.set(keyOf(column), { sql: typeName(column), name, schema, values: column.valueSet })
  }
  return types
}

/** Matches `name`, `schema.name` and arrays of them: https://www.postgresql.org/docs/current/sql-syntax-lexical.html */
const writtenName = /^\s*(?:("(?:[^"]|"")+"|[\w$]+)\s*\.\s*)?("(?:[^"]|"")+"|[\w$]+)\s*(?:\[|ARRAY\b|$)/i

const bareName = (written: string): string =>
  written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase()

/** Returns the types that columns name by `sqlType`. They were created elsewhere and are never dropped. */
export function namesOfOthers(tables: readonly Table[]): ReadonlySet<string> {
  const keys = tables.flatMap(({ columns }) =>
    columns.flatMap(({ sqlType }) => {
      const [, schema, name] = writtenName.exec(sqlType ?? '') ?? []
      return name === undefined
        ? []
        : [qualified(schema === undefined ? platform.defaultSchema : bareName(schema), bareName(name), quote)]
    }),
  )
  return new Set(keys)
}

export const createType = ({ sql, values }: NamedType): string =>
  `CREATE TYPE ${sql} AS ENUM (${values.map(stringLiteral).join(', ')})`

export const dropTypes = (types: Iterable<NamedType>, condition = ''): string[] =>
  [...types].map(({ sql }) => `DROP TYPE ${condition}${sql}`)

/**
 * Returns the renamed types. A type is renamed if all its remaining columns now have the same new type, and no other type
 * becomes that one. Both must be in the same schema, because moving a type needs another statement:
 * https://www.postgresql.org/docs/current/sql-altertype.html
 */
export function renamedTypes(
  columns: readonly (readonly [before: Column, after: Column])[],
  tablesBefore: readonly Table[],
  tablesAfter: readonly Table[],
): ReadonlyMap<string, string> {
  const [before, after] = [enumTypesOf(tablesBefore), enumTypesOf(tablesAfter)]
  const [known, kept] = [namesOfOthers(tablesBefore), namesOfOthers(tablesAfter)]
  const targets = new Map<string, Set<string | undefined>>()
  for (const [old, now] of columns) {
    if (!hasNamedType(old)) continue
    const found = targets.get(keyOf(old)) ?? new Set()
    targets.set(keyOf(old), found.add(hasNamedType(now) ? keyOf(now) : undefined))
  }
  const renames = [...targets].flatMap(([from, [to, ...others]]): [string, string][] => {
    if (to === undefined || others.length > 0) return []
    const isFree = !before.has(to) && !known.has(to) && !after.has(from) && !kept.has(from)
    return isFree && schemaOf(before.get(from)!) === schemaOf(after.get(to)!) ? [[from, to]] : []
  })
  const isTaken = (type: string): boolean => renames.filter(([, to]) => to === type).length > 1
  return new Map(
    renames.flatMap(([from, to]): [string, string][] => {
      if (isTaken(to)) return []
      return [
        [from, to],
        [listOf(from), listOf(to)],
      ]
    }),
  )
}

const schemaOf = ({ schema = platform.defaultSchema }: NamedType): string | undefined => schema

/**
 * Creates types before the columns that need them, and drops types after their columns. Values can be added and renamed in
 * place; all other changes need a new type, to which the columns are converted through text.
 */
export function sharedTypes(
  changed: readonly TableChange[],
  context: AlterContext,
): [before: string[], after: string[]] {
  const [before, after] = [new Map(enumTypesOf(context.before.tables)), enumTypesOf(context.after.tables)]
  const [known, kept] = [namesOfOthers(context.before.tables), namesOfOthers(context.after.tables)]
  const [first, last]: [string[], string[]] = [[], []]
  for (const [from, to] of context.renamedTypes) {
    const [old, now] = [before.get(from), after.get(to)]
    if (!old || !now) continue
    first.push(`ALTER TYPE ${old.sql} RENAME TO ${quote(now.name)}`)
    before.delete(from)
    before.set(to, { ...now, values: old.values })
  }
  const renames = renamedValues(changed, context)
  for (const [key, now] of after) {
    const old = before.get(key)
    if (!old) first.push(...(known.has(key) ? [] : [createType(now)]))
    else if (old.values.join('\0') !== now.values.join('\0')) {
      const renamed = renames.get(key) ?? new Map<string, string>()
      const values = old.values.map((value) => renamed.get(value) ?? value)
      first.push(...orderedRenames([...renamed]).map(([from, to]) => renameValue(old, from, to)))
      if (onlyAddsValues(values, now.values)) first.push(...addValues(now, values))
      else {
        const name = `${clipped(old.name, platform.maxIdentifierLength - '__old'.length)}__old`
        first.push(`ALTER TYPE ${old.sql} RENAME TO ${quote(name)}`, createType(now))
        last.push(`DROP TYPE ${qualified(old.schema, name, quote)}`)
      }
    }
  }
  const gone = [...before].flatMap(([key, old]) => (after.has(key) || kept.has(key) ? [] : [old]))
  return [first, [...last, ...dropTypes(gone)]]
}

/** Returns the renamed values of each type, by the new name of the type. */
function renamedValues(
  changed: readonly TableChange[],
  { renamedTypes: types }: AlterContext,
): ReadonlyMap<string, Map<string, string>> {
  const renames = new Map<string, Map<string, string>>()
  for (const { before, after, renamedValues: names } of changed.flatMap(({ columns }) => columns)) {
    if (!hasNamedType(before) || !hasNamedType(after)) continue
    const key = keyOf(after)
    if ((types.get(keyOf(before)) ?? keyOf(before)) !== key) continue
    renames.set(key, new Map([...(renames.get(key) ?? []), ...names]))
  }
  return renames
}

const renameValue = ({ sql }: NamedType, from: string, to: string): string =>
  `ALTER TYPE ${sql} RENAME VALUE ${stringLiteral(from)} TO ${stringLiteral(to)}`

/** Adds each new value after the previous one, which exists by then. */
function addValues({ sql, values }: NamedType, known: readonly string[]): string[] {
  const place = (position: number): string => {
    if (values.slice(position).every((value) => !known.includes(value))) return ''
    return position === 0 ? ` BEFORE ${stringLiteral(known[0]!)}` : ` AFTER ${stringLiteral(values[position - 1]!)}`
  }
  return values.flatMap((value, position) =>
    known.includes(value) ? [] : [`ALTER TYPE ${sql} ADD VALUE ${stringLiteral(value)}${place(position)}`],
  )
}
