import { dialects } from '../../dialects/index.js'
import { isNativeType } from '../../escape/index.js'
import { type PhpValue, phpLiteral, phpString } from '../../escape/php-literal.js'
import {
  autoIncrementOf,
  type BehaviorUse,
  type Column,
  type CrossRelation,
  isUniqueKey,
  isUpdatedTimestamp,
  namedColumns,
  primaryKeyOf,
  type Relation,
  typesWhere,
  valueConstant,
} from '../../model/index.js'
import { kindOf } from '../column-kinds.js'
import type { Scope } from '../scope.js'
import { literalOf } from './column-view.js'
import { mappedDefault } from './default-values.js'
import { givenKey, inheritanceOf, storedKey } from './inheritance.js'
import { isLeftOut } from './relation-view.js'

export interface TableMapView {
  /** Constants in print order. */
  readonly constants: readonly ConstantView[]
  /** The model class. OM_CLASS is empty if the class cannot be instantiated. */
  readonly className: string
  readonly packageName: string
  readonly identifierQuoting: boolean
  readonly useIdGenerator: boolean
  /** Statements for properties of few tables, such as a sequence or inheritance. */
  readonly flags: readonly string[]
  /** Whether rows can be objects of several classes. */
  readonly hasClassOfRow: boolean
  readonly behaviors: readonly string[]
}

interface ConstantView {
  readonly name: string
  readonly value: string
}

export function tableMapView(scope: Scope): TableMapView {
  const { table } = scope
  return {
    constants: constants(scope),
    className: table.abstract
      ? `${scope.imports.use(scope.classes.ofTable(table).model.fqcn)}::class`
      : 'self::OM_CLASS',
    packageName: table.package,
    identifierQuoting: table.identifierQuoting,
    useIdGenerator: table.idMethod === 'native',
    flags: [
      ...sequenceCall(scope),
      ...(inheritanceOf(table) ? ['$this->setSingleTableInheritance(true);'] : []),
      ...(table.isCrossRef ? ['$this->setIsCrossRef(true);'] : []),
      ...(table.readOnly ? ['$this->setReadOnly(true);'] : []),
    ],
    hasClassOfRow: inheritanceOf(table) !== undefined,
    behaviors: table.behaviors.map(behaviorEntry),
  }
}

/** Returns the call for the sequence in the schema, as SQL refers to it: with the table's SQL schema, and quoted. */
function sequenceCall({ table, database }: Scope): string[] {
  if (table.idMethodParameter === undefined) return []
  const sequence = dialects[database.platform].sequenceOf(table) ?? table.idMethodParameter
  return [`$this->setPrimaryKeyMethodInfo(${phpString(sequence)});`]
}

function constants(scope: Scope): ConstantView[] {
  const { table, database, classes, imports, settings } = scope
  const { tableMap, model } = classes.ofTable(table)
  const name = scope.tableName(table)
  const hydrated = table.columns.filter(({ lazyLoad }) => !lazyLoad)
  const key = primaryKeyOf(table)
  const autoIncrement = table.idMethod === 'native' ? autoIncrementOf(table) : undefined
  const made: ConstantView[] = []
  const add = (constant: string, value: PhpValue): void => {
    made.push({ name: constant, value: phpLiteral(value) })
  }
  add('CLASS_NAME', dotted(tableMap.fqcn))
  add('DATABASE_NAME', database.name)
  add('TABLE_NAME', name)
  add('TABLE_PHP_NAME', table.phpName)
  made.push({ name: 'OM_CLASS', value: table.abstract ? "''" : `${imports.use(model.fqcn)}::class` })
  add('CLASS_DEFAULT', dotted(model.fqcn))
  add('NUM_COLUMNS', table.columns.length)
  add('NUM_LAZY_LOAD_COLUMNS', table.columns.length - hydrated.length)
  add('NUM_HYDRATE_COLUMNS', hydrated.length)
  for (const column of table.columns) add(column.constantName, `${name}.${column.name}`)
  for (const { constantName, valueSet } of table.columns) {
    for (const value of new Set(valueSet)) add(valueConstant(constantName, value), value)
  }
  add('DEFAULT_STRING_FORMAT', table.stringFormat)
  if (settings.defaultKeyType !== 'phpName') add('DEFAULT_KEY_TYPE', settings.defaultKeyType)
  if (settings.refuseUnknownKeys) add('REFUSE_UNKNOWN_KEYS', true)
  if (key.length > 0)
    add(
      'PRIMARY_KEY_POSITIONS',
      key.map((column) => hydrated.indexOf(column)),
    )
  const integers = hydrated.filter((column) => scope.hasIntegerInRows(column))
  if (integers.length > 0)
    add(
      'INTEGER_POSITIONS',
      integers.map((column) => hydrated.indexOf(column)),
    )
  if (autoIncrement) add('AUTO_INCREMENT', autoIncrement.name)
  if (table.allowPkInsert) add('ALLOW_PK_INSERT', true)
  const { padsChar, requiredTimestampsAreNow, timestampsOnUpdate } = dialects[database.platform]
  const evaluated = table.columns.filter(
    ({ default: given, type, required, generated }) =>
      generated ||
      given?.kind === 'expression' ||
      (requiredTimestampsAreNow && !given && type === 'TIMESTAMP' && required),
  )
  if (evaluated.length > 0)
    add(
      'DATABASE_DEFAULTS',
      evaluated.map(({ phpName }) => phpName),
    )
  // An own SQL type may be a domain with a default, or number its rows.
  const optional = table.columns.filter(
    (column) =>
      column.required &&
      !column.default &&
      !evaluated.includes(column) &&
      (column.sqlType !== undefined || (column.autoIncrement && column !== autoIncrement)),
  )
  if (optional.length > 0)
    add(
      'OPTIONAL_ON_INSERT',
      optional.map(({ phpName }) => phpName),
    )
  const changing = table.columns.filter(
    ({ default: given, generated, changesOnUpdate }) =>
      generated || (timestampsOnUpdate && (changesOnUpdate || isUpdatedTimestamp(given?.text ?? ''))),
  )
  if (changing.length > 0)
    add(
      'DATABASE_UPDATES',
      changing.map(({ phpName }) => phpName),
    )
  const phpNames = new Map(table.columns.map((column) => [column.name, column.phpName]))
  const unique = table.uniques
    .filter(isUniqueKey)
    .map((index) => namedColumns(index).map((name) => phpNames.get(name)!))
  if (unique.length > 0) add('UNIQUE_KEYS', unique)
  if (key.length > 0) add('FIND_BY_KEY_SQL', findByKeySql(scope, hydrated, key))
  const keyTypes = key.map((column) => scope.storedType(column))
  const converted =
    keyTypes.find((type) => convertedKeys.has(type)) ??
    keyTypes.find((type) => type === 'CHAR' && padsChar) ??
    keyTypes.find((type) => numbersWithSpellings.has(type))
  if (converted) add('KEY_TYPE', converted)
  made.push(
    ...valueSets(table.columns),
    ...objectClasses(table.columns, scope),
    ...lengths(table.columns, scope),
    ...inheritanceConstants(scope, hydrated),
    ...list(
      'COLUMNS',
      table.columns.map((column) => columnEntry(column, scope)),
    ),
    ...list('RELATIONS', [
      ...scope.relations.filter((relation) => !isLeftOut(relation)).map((relation) => relationEntry(relation, scope)),
      ...scope.crossRelations.map((cross) => crossEntry(cross, scope)),
    ]),
  )
  return made
}

/** The runtime makes maps from these entries when they are read, and PHP keeps the constant compiled. */
const list = (name: string, entries: readonly string[]): ConstantView[] =>
  entries.length === 0 ? [] : [{ name, value: `[\n        ${entries.join(',\n        ')},\n    ]` }]

const dotted = (fqcn: string): string => fqcn.replaceAll('\\', '.')

/** Key types whose values are converted before they are bound. */
const convertedKeys = typesWhere(({ kind, canonical }) =>
  kind === 'text' ? canonical : !['integer', 'decimal', 'float'].includes(kind),
)

/** Key types whose values are numbers that databases and applications write in several ways, such as `1.5` and `1.50`. */
const numbersWithSpellings = typesWhere(({ family }) => family === 'decimal' || family === 'float')

/** Returns the classes allowed in each OBJECT column, and those of columns whose values are objects. */
function objectClasses(columns: readonly Column[], { settings }: Scope): ConstantView[] {
  const entries = columns
    .filter((column) => column.type === 'OBJECT' || kindOf(column) === 'instance')
    .map(({ constantName, phpType, type }) => {
      const own = phpType !== undefined && !isNativeType(phpType) ? [phpType] : []
      const more = type === 'OBJECT' ? settings.objectClasses : []
      const classes = [...own, ...more].map((name) => name.replace(/^\\/, ''))
      return `self::${constantName} => ${phpLiteral(classes.includes('any') ? true : [...new Set(classes)])}`
    })
  return entries.length === 0 ? [] : [{ name: 'OBJECT_CLASSES', value: `[${entries.join(', ')}]` }]
}

function valueSets(columns: readonly Column[]): ConstantView[] {
  const sets = columns.filter(({ valueSet }) => valueSet.length > 0)
  if (sets.length === 0) return []
  const entries = sets.map(({ constantName, valueSet }) => `self::${constantName} => ${phpLiteral(valueSet)}`)
  return [{ name: 'VALUE_SETS', value: `[${entries.join(', ')}]` }]
}

function lengths(columns: readonly Column[], scope: Scope): ConstantView[] {
  const entries = columns.flatMap((column) => {
    const limit = scope.lengthLimit(column)
    return limit ? [`self::${column.constantName} => ${phpLiteral([limit.most, limit.unit])}`] : []
  })
  return entries.length === 0 ? [] : [{ name: 'LENGTHS', value: `[${entries.join(', ')}]` }]
}

function inheritanceConstants(scope: Scope, hydrated: readonly Column[]): ConstantView[] {
  const { table, classes, imports } = scope
  const inheritance = inheritanceOf(table)
  if (!inheritance) return []
  const { column, children } = inheritance
  const keys = new Map<string, string>()
  for (const child of children) keys.set(`CLASSKEY_${child.constantSuffix}`, givenKey(column, child))
  for (const child of children) {
    const constant = `CLASSKEY_${child.className.replace(/\W+/g, '_').toUpperCase()}`
    if (!keys.has(constant)) keys.set(constant, givenKey(column, child))
  }
  const classOf = (child: (typeof children)[number]): string =>
    `${imports.use(classes.ofChild(table, child).model.fqcn)}::class`
  const entries = children.map((child) => `${storedKey(column, child)} => ${classOf(child)}`)
  // Rows built by user code may contain the value of an ENUM column, which Propel compares, instead of its position.
  const words = kindOf(column) === 'enum' ? children.filter(({ key }) => !/^-?\d+$/.test(key)) : []
  for (const child of words) entries.push(`${givenKey(column, child)} => ${classOf(child)}`)
  return [
    ...[...keys].map(([name, value]) => ({ name, value })),
    ...children.map((child) => ({ name: `CLASSNAME_${child.constantSuffix}`, value: classOf(child) })),
    { name: 'CLASS_KEY_POSITION', value: String(hydrated.indexOf(column)) },
    ...(children.length > 0 ? [{ name: 'CLASS_KEYS', value: `[${entries.join(', ')}]` }] : []),
  ]
}

// Uses unqualified names and :p0, as users know the statement from logs.
function findByKeySql({ table, quote, tableName }: Scope, columns: readonly Column[], key: readonly Column[]): string {
  const conditions = key.map(({ name }, index) => `${quote(name)} = :p${index}`)
  const from = tableName(table).split('.').map(quote).join('.')
  return `SELECT ${columns.map(({ name }) => quote(name)).join(', ')} FROM ${from} WHERE ${conditions.join(' AND ')}`
}

function columnEntry(column: Column, scope: Scope): string {
  const referred = scope.foreignParts.get(column)?.find(({ other }) => other)
  const initial = mappedDefault(column)
  const given = {
    notNull: column.required || undefined,
    size: column.size,
    defaultValue: initial ?? undefined,
    primaryKey: column.primaryKey || undefined,
    foreignKey: referred && [scope.tableName(referred.relation.table), referred.other!.name],
    primaryString: column.primaryString || undefined,
    lazyLoad: column.lazyLoad || undefined,
    generated: column.generated ? true : undefined,
    unsigned: column.unsigned || undefined,
  }
  const optional = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`'${name}' => ${phpLiteral(value)}`],
  )
  const entry = [phpString(column.name), phpString(column.phpName), `'${scope.mappedType(column)}'`, ...optional]
  return `${phpString(normalized(column.name))} => [${entry.join(', ')}]`
}

/** The name as ColumnMap::normalizeName() returns it. */
const normalized = (name: string): string =>
  name.slice(name.lastIndexOf('.') + 1).replace(/[a-z]/g, (letter) => letter.toUpperCase())

const relationKinds: Readonly<Record<Relation['kind'], string>> = {
  'many-to-one': "'MANY_TO_ONE'",
  'one-to-many': "'ONE_TO_MANY'",
  'one-to-one': "'ONE_TO_ONE'",
}

function relationEntry(relation: Relation, { tableName }: Scope): string {
  const { kind, foreignKey, literals } = relation
  let pairs = relation.columns.map(({ own, other }) => [own.name, other.name].map(phpString))
  // Pairs of local and foreign column. Each has a colon, so that it differs from a constant value.
  if (literals.length > 0 || relation.columns.some(({ own, other }) => `${own.name} ${other.name}`.includes(':'))) {
    pairs = relation.columns.map(({ own, other }) =>
      (relation.isLocal ? [own, other] : [other, own]).map(({ name }) => phpString(`:${name}`)),
    )
    for (const { column, value } of literals) pairs.push([phpString(`:${column.name}`), literalOf(column, value)])
  }
  const optional = [
    foreignKey.onDelete ? phpString(foreignKey.onDelete) : 'null',
    foreignKey.onUpdate ? phpString(foreignKey.onUpdate) : 'null',
    kind === 'one-to-many' ? phpString(relation.pluralName) : 'null',
  ]
  if (literals.length > 0) optional.push('true')
  while (optional.at(-1) === 'null') optional.pop()
  const columns = `[${pairs.map((pair) => `[${pair.join(', ')}]`).join(', ')}]`
  const entry = [phpString(tableName(relation.table)), relationKinds[kind], columns, ...optional]
  return `${phpString(relation.name)} => [${entry.join(', ')}]`
}

const crossEntry = ({ name, pluralName, outgoing }: CrossRelation, { tableName }: Scope): string =>
  `${phpString(name)} => [${phpString(tableName(outgoing[0]!.table))}, 'MANY_TO_MANY', [], null, null, ${phpString(pluralName)}]`

const behaviorEntry = ({ id, parameters }: BehaviorUse): string =>
  `${phpString(id)} => ${phpLiteral(Object.fromEntries(parameters) as PhpValue)}`
