import { type Column, clipped, nativeValueTypes, type Table } from '../../model/index.js'
import { type AlterContext, onlyAddsValues, orderedRenames, type TableChange } from '../alter-rules.js'
import { qualified, stringLiteral } from '../clauses.js'
import { platform } from './platform.js'
import { quote } from './quote.js'

/** A type that `CREATE TYPE` has made for columns. */
export interface NamedType {
  /** As SQL writes it. */
  readonly sql: string
  readonly name: string
  readonly schema: string | undefined
  readonly values: readonly string[]
}

/** The name of the type of a native ENUM column, or of the elements of a native SET column. */
export const typeName = ({ enumType }: Pick<Column, 'enumType'>): string =>
  qualified(enumType?.schema, enumType?.name ?? '', quote)

/** Whether the type of a column is one that the schema creates. */
export const hasNamedType = ({ type, sqlType }: Column): boolean => sqlType === undefined && nativeValueTypes.has(type)

/** The same for all names of one type. */
const keyOf = ({ enumType }: Column): string =>
  qualified(enumType?.schema ?? platform.defaultSchema, enumType?.name ?? '', quote)

/** The type of a column in one spelling. */
export const typeKey = (column: Column): string => (column.type === 'SET_NATIVE' ? `${keyOf(column)}[]` : keyOf(column))

/** The types of all native columns, in the order of the tables. */
export function enumTypesOf(tables: readonly Table[]): ReadonlyMap<string, NamedType> {
  const types = new Map<string, NamedType>()
  for (const column of tables.flatMap(({ columns }) => columns)) {
    if (!hasNamedType(column) || types.has(keyOf(column))) continue
    const { name = '', schema } = column.enumType ?? {}
    types.set(keyOf(column), { sql: typeName(column), name, schema, values: column.valueSet })
  }
  return types
}

/** `name`, `schema.name` and arrays of them: https://www.postgresql.org/docs/current/sql-syntax-lexical.html */
const writtenName = /^\s*(?:("(?:[^"]|"")+"|[\w$]+)\s*\.\s*)?("(?:[^"]|"")+"|[\w$]+)\s*(?:\[|ARRAY\b|$)/i

const bareName = (written: string): string =>
  written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase()

/** Types that columns name by `sqlType`: somebody else has created them, and they stay. */
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
 * Types come before the columns that need them and go after those that have. A value can be added and renamed where it is;
 * for all other changes there is a new type, which the columns take over, text by text.
 */
export function sharedTypes(
  changed: readonly TableChange[],
  context: AlterContext,
): [before: string[], after: string[]] {
  const [before, after] = [enumTypesOf(context.before.tables), enumTypesOf(context.after.tables)]
  const [known, kept] = [namesOfOthers(context.before.tables), namesOfOthers(context.after.tables)]
  const renames = renamedValues(changed)
  const [first, last]: [string[], string[]] = [[], []]
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

/** The new names of the values of each type. */
function renamedValues(changed: readonly TableChange[]): ReadonlyMap<string, Map<string, string>> {
  const renames = new Map<string, Map<string, string>>()
  for (const { before, after, renamedValues: names } of changed.flatMap(({ columns }) => columns)) {
    if (!hasNamedType(before) || !hasNamedType(after) || keyOf(before) !== keyOf(after)) continue
    renames.set(keyOf(before), new Map([...(renames.get(keyOf(before)) ?? []), ...names]))
  }
  return renames
}

const renameValue = ({ sql }: NamedType, from: string, to: string): string =>
  `ALTER TYPE ${sql} RENAME VALUE ${stringLiteral(from)} TO ${stringLiteral(to)}`

/** Each new value goes behind the one before it, which is there by then. */
function addValues({ sql, values }: NamedType, known: readonly string[]): string[] {
  const place = (position: number): string => {
    if (values.slice(position).every((value) => !known.includes(value))) return ''
    return position === 0 ? ` BEFORE ${stringLiteral(known[0]!)}` : ` AFTER ${stringLiteral(values[position - 1]!)}`
  }
  return values.flatMap((value, position) =>
    known.includes(value) ? [] : [`ALTER TYPE ${sql} ADD VALUE ${stringLiteral(value)}${place(position)}`],
  )
}
