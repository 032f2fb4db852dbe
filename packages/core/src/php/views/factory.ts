import { PhpCode, type PhpValue } from '../../escape/php-literal.js'
import {
  autoIncrementOf,
  type Column,
  columnTypes,
  inheritanceColumnOf,
  largestInteger,
  namedColumns,
  primaryKeyOf,
  type Relation,
  type Table,
} from '../../model/index.js'
import { kindOf } from '../column-kinds.js'
import type { Scope } from '../scope.js'
import { checkLimits, type Limits } from './check-limits.js'

type Spec = Readonly<Record<string, PhpValue>>

export interface FactoryView {
  /** How to generate the value of each column, by phpName. */
  readonly columns: Readonly<Record<string, Spec>>
  /** How to fill each foreign key, by relation name. */
  readonly relations: Readonly<Record<string, Spec>>
  /** The auto-increment column. */
  readonly counter: string | null
}

/** Returns the description of a table for its factory. */
export function factoryView(scope: Scope): FactoryView {
  const { table } = scope
  const relations = madeRelations(scope)
  const foreign = new Set(relations.flatMap((relation) => relation.columns.map(({ own }) => own.name)))
  for (const { literals } of relations) for (const { column } of literals) foreign.add(column.name)
  const limits = checkLimits(table)
  const kept = keptByBehaviors(table)
  const isMade = (column: Column): boolean =>
    !foreign.has(column.name) &&
    !kept.has(column.name) &&
    !column.autoIncrement &&
    column.generated === undefined &&
    column.sequence === undefined &&
    column.mutatorVisibility === 'public' &&
    column !== inheritanceColumnOf(table)
  const { columns: unique, relations: each } = uniqueParts(table, relations, isMade)
  const columns = table.columns.filter(isMade).flatMap((column): [string, Spec][] => {
    const isUnique = unique.has(column.name)
    const limit = limits.get(column.name) ?? {}
    // A default is a valid value, and so is NULL if the valid values are unknown.
    if (!isUnique && (column.default !== undefined || (limit.isUnknown && !column.required))) return []
    const spec = specOf(column, scope, limit)
    if (!spec) return column.required ? [[column.phpName, { is: 'unknown', type: column.type }]] : []
    return [[column.phpName, isUnique ? { ...spec, unique: true } : spec]]
  })
  return {
    columns: Object.fromEntries(columns),
    relations: Object.fromEntries(relations.map((relation) => [relation.name, relationSpec(relation, scope, each)])),
    counter: autoIncrementOf(table)?.phpName ?? null,
  }
}

/** Returns the foreign keys that the factory fills: not those of behaviors, and only the first of several on the same columns. */
function madeRelations({ localRelations, table }: Scope): Relation[] {
  const taken = new Set<string>()
  return localRelations.filter(({ foreignKey, columns }) => {
    if (foreignKey.origin.addedBy !== undefined && table.origin.addedBy === undefined) return false
    const names = columns.map(({ own }) => own.name)
    const isFirst = names.some((name) => !taken.has(name))
    for (const name of names) taken.add(name)
    return isFirst
  })
}

function relationSpec(relation: Relation, { classes, imports }: Scope, each: ReadonlySet<Relation>): Spec {
  const { table, columns } = relation
  const factory = classes.factoryOf(table)
  return {
    model: new PhpCode(
      `${imports.use(classes.ofTable(table).model.fqcn, `Child${classes.ofTable(table).model.short}`)}::class`,
    ),
    factory: factory
      ? new PhpCode(`${imports.use(factory.factory.fqcn, `Child${factory.factory.short}`)}::class`)
      : null,
    columns: Object.fromEntries(columns.map(({ own, other }) => [own.phpName, other.phpName])),
    ...(columns.some(({ own }) => own.required || own.primaryKey) && { required: true }),
    ...(relation.literals.length > 0 && { literals: true }),
    ...(each.has(relation) && { each: true }),
  }
}

/** Returns the columns that behaviors fill: those they added, and those their parameters name. */
function keptByBehaviors({ columns, behaviors, origin }: Table): ReadonlySet<string> {
  const added = columns.filter((column) => column.origin.addedBy !== undefined && origin.addedBy === undefined)
  const named = behaviors.flatMap(({ parameters }) =>
    [...parameters].flatMap(([name, value]) =>
      typeof value === 'string' && /^(?!.*scope)(?:.*_column|column|name)$/.test(name) ? [value] : [],
    ),
  )
  return new Set([...added.map(({ name }) => name), ...named])
}

/** Returns for each key what makes its rows unique: a column, or a foreign key that gets a new row each time. */
function uniqueParts(
  table: Table,
  relations: readonly Relation[],
  isMade: (column: Column) => boolean,
): { readonly columns: ReadonlySet<string>; readonly relations: ReadonlySet<Relation> } {
  const columns = new Set<string>()
  const each = new Set<Relation>()
  const counted = autoIncrementOf(table)
  for (const key of [
    primaryKeyOf(table).map(({ name }) => name),
    ...[...table.uniques, ...table.indexes.filter(({ unique }) => unique)].map(namedColumns),
    ...table.exclusions.map((exclusion) => exclusion.parts.flatMap(({ column }) => column ?? [])),
  ]) {
    const parts = table.columns.filter(({ name }) => key.includes(name))
    if (parts.some((column) => column === counted || columns.has(column.name))) continue
    const [first] = parts.filter(isMade).sort((a, b) => variety(b) - variety(a))
    const relation = relations.findLast((candidate) => candidate.columns.some(({ own }) => key.includes(own.name)))
    if (first && (variety(first) > 1 || !relation)) columns.add(first.name)
    else if (relation) each.add(relation)
  }
  return { columns, relations: each }
}

/** Rates how many different values a column can have. */
const variety = ({ type, array }: Column): number => (array ? 0 : (columnTypes[type].variety ?? 0))

function specOf(column: Column, scope: Scope, limits: Limits): Spec | undefined {
  const type = scope.storedType(column)
  const kind = kindOf(column, type)
  const { family, moment, sample } = columnTypes[type]
  if (limits.values) return { is: 'choice', values: limits.values }
  switch (kind) {
    case 'text':
      return textSpec(column, scope, limits)
    case 'binary':
      return { is: 'bytes', size: column.size ?? 1 }
    case 'integer':
    case 'decimal':
    case 'float':
      return numberSpec(column, limits)
    case 'boolean':
      return { is: 'boolean' }
    case 'temporal':
    case 'instant':
      return { is: moment === 'date' || moment === 'time' ? moment : 'moment', of: momentOf(column.name) }
    case 'enum':
    case 'native-enum':
      return { is: 'choice', values: column.valueSet }
    case 'set':
    case 'native-set':
      return { is: 'choices', values: column.valueSet }
    case 'uuid-binary':
      return { is: 'uuid' }
    case 'json':
      return { is: 'json' }
    case 'array':
      return { is: 'words' }
    case 'lob':
      return family === 'geometry' ? undefined : { is: 'bytes', size: Math.min(column.size ?? 16, 16) }
    case 'list':
      return { is: 'empty' }
    case 'instance':
      return undefined
    default:
      return sample === undefined ? undefined : { is: 'text', text: sample }
  }
}

function textSpec(column: Column, scope: Scope, { shortest, longest }: Limits): Spec | undefined {
  const { type, sqlType, size } = column
  const { family, sample, comparesSize } = columnTypes[type]
  if (family === 'uuid') return { is: 'uuid' }
  if (family === 'bits') return { is: 'text', text: '1'.repeat(size ?? 1) }
  if (sample !== undefined) return { is: 'text', text: sample }
  // The format of such a type is unknown.
  if (
    sqlType !== undefined &&
    !/^(?:n?(?:var)?char|character|text|clob|citext|(?:tiny|medium|long)text)\b/i.test(sqlType)
  )
    return undefined
  const declared = comparesSize ? (size ?? scope.dialect.defaultSizes[type]) : size
  const inSql = /\((\d+)/.exec(sqlType ?? '')?.[1]
  const sizes = [declared, inSql === undefined ? undefined : Number(inSql), longest].filter(
    (each) => each !== undefined,
  )
  return {
    is: 'text',
    of: wordOf(column.name),
    ...(sizes.length > 0 && { size: Math.min(...sizes) }),
    ...(shortest !== undefined && { least: shortest }),
  }
}

const ranges: readonly (readonly [RegExp, number, number])[] = [
  [/(^|_)age$/, 18, 90],
  [/year/, 1950, 2025],
  [/(^|_)(quantity|count|number|amount_of)$/, 1, 20],
  [/pages/, 40, 900],
  [/(percent|rate)/, 0, 100],
  [/(rating|stars|score)/, 1, 5],
  [/(price|amount|cost|total|fee|salary)/, 1, 500],
  [/(^|_)(lat|latitude)$/, -90, 90],
  [/(^|_)(lng|lon|longitude)$/, -180, 180],
  [/month/, 1, 12],
  [/(^|_)day$/, 1, 28],
]

function numberSpec({ name, type, size, scale, unsigned }: Column, { least, most }: Limits): Spec {
  const [, from, to] = ranges.find(([pattern]) => pattern.test(name)) ?? [undefined, 1, 1000]
  const { family } = columnTypes[type]
  const digits = family === 'decimal' ? (scale ?? 0) : family === 'integer' || family === 'year' ? 0 : 2
  const room = family === 'decimal' && size !== undefined ? 10 ** (size - digits) - 1 : Number.MAX_SAFE_INTEGER
  const widest = family === 'year' ? 2155 : largestInteger(type)
  const highest = Math.min(widest, room, most ?? Infinity)
  const lowest = Math.max(least ?? (family === 'year' ? 1950 : unsigned ? 0 : from), unsigned ? 0 : -Infinity)
  const start = lowest <= highest ? Math.min(lowest, highest) : highest
  return {
    is: digits === 0 && family !== 'float' ? 'integer' : 'decimal',
    least: least ?? Math.min(start, highest),
    most: Math.max(Math.min(Math.max(to, least === undefined ? to : least + 1000), highest), least ?? start),
    highest,
    ...(digits > 0 && { digits }),
  }
}

const moments: readonly (readonly [RegExp, string])[] = [
  [/birth|born/, 'birth'],
  [/expir|valid_(?:to|until)|due|deadline|(^|_)(?:end|ends|until)/, 'future'],
]

const momentOf = (name: string): string => moments.find(([pattern]) => pattern.test(name))?.[1] ?? 'past'

const words: readonly (readonly [RegExp, string])[] = [
  [/e_?mail/, 'email'],
  [/first_?name|given_?name|forename/, 'firstName'],
  [/last_?name|sur_?name|family_?name/, 'lastName'],
  [/user_?name|login|nick/, 'userName'],
  [/pass(?:word|wd)|secret|token|hash/, 'password'],
  [/(^|_)(?:url|uri|link|website|homepage)$/, 'url'],
  [/phone|mobile|(^|_)tel|fax/, 'phone'],
  [/company|organi[sz]ation|publisher|vendor|brand/, 'company'],
  [/city|town/, 'city'],
  [/country_?code/, 'countryCode'],
  [/country/, 'country'],
  [/zip|post_?code|postal/, 'postcode'],
  [/street|address/, 'street'],
  [/isbn/, 'isbn'],
  [/slug|path/, 'slug'],
  [/locale|language|(^|_)lang$/, 'language'],
  [/currency/, 'currency'],
  [/colou?r/, 'color'],
  [/(^|_)ip(?:_|$)/, 'ip'],
  [/title|subject|headline|caption|label/, 'title'],
  [/(?:desc|text|body|content|comment|summary|note|bio|abstract|message|review)/, 'text'],
  [/(?:author|person|customer|(^|_)user|owner|employee|member)_?name|full_?name/, 'name'],
  [/name/, 'name'],
]

const wordOf = (name: string): string => words.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? 'words'
