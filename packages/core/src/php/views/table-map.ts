import {
  autoIncrementOf,
  type BehaviorUse,
  type Column,
  type CrossRelation,
  primaryKeyOf,
  qualifiedName,
  type Relation,
  type SchemaType,
  valueConstant,
} from '../../model/index.js'
import { type PhpValue, phpLiteral, phpString } from '../literal.js'
import type { Scope } from '../scope.js'
import { literalOf } from './column.js'
import { mappedDefault } from './defaults.js'
import { givenKey, inheritanceOf, storedKey } from './inheritance.js'
import { isLeftOut } from './relation.js'

export interface TableMapView {
  /** `NAME = literal`, in print order. */
  readonly constants: readonly string[]
  /** The model class; OM_CLASS is empty where no object can be made of it. */
  readonly className: string
  readonly packageName: string
  readonly identifierQuoting: boolean
  readonly useIdGenerator: boolean
  /** Statements for what most tables are not. */
  readonly flags: readonly string[]
  readonly columns: readonly string[]
  readonly relations: readonly string[]
  readonly behaviors: readonly string[]
}

export function tableMapView(scope: Scope): TableMapView {
  const { table } = scope
  return {
    constants: constants(scope),
    className: table.abstract ? `${scope.imports.use(scope.classes.of(table).model.fqcn)}::class` : 'self::OM_CLASS',
    packageName: table.package,
    identifierQuoting: table.identifierQuoting,
    useIdGenerator: table.idMethod === 'native',
    flags: [
      ...(table.idMethodParameter === undefined
        ? []
        : [`$this->setPrimaryKeyMethodInfo(${phpString(table.idMethodParameter)});`]),
      ...(inheritanceOf(table) ? ['$this->setSingleTableInheritance(true);'] : []),
      ...(table.isCrossRef ? ['$this->setIsCrossRef(true);'] : []),
      ...(table.readOnly ? ['$this->setReadOnly(true);'] : []),
    ],
    columns: table.columns.map((column) => columnCall(column, scope)),
    relations: [
      ...scope.relations.filter((relation) => !isLeftOut(relation)).map((relation) => relationCall(relation, scope)),
      ...scope.crossRelations.map((cross) => crossCall(cross, scope)),
    ],
    behaviors: table.behaviors.map(behaviorEntry),
  }
}

function constants(scope: Scope): string[] {
  const { table, database, classes, imports, settings } = scope
  const { tableMap, model } = classes.of(table)
  const name = qualifiedName(table)
  const hydrated = table.columns.filter(({ lazyLoad }) => !lazyLoad)
  const key = primaryKeyOf(table)
  const autoIncrement = table.idMethod === 'native' ? autoIncrementOf(table) : undefined
  const literals = (entries: readonly (readonly [string, PhpValue])[]): string[] =>
    entries.map(([constant, value]) => `${constant} = ${phpLiteral(value)}`)
  return [
    ...literals([
      ['CLASS_NAME', dotted(tableMap.fqcn)],
      ['DATABASE_NAME', database.name],
      ['TABLE_NAME', name],
      ['TABLE_PHP_NAME', table.phpName],
    ]),
    `OM_CLASS = ${table.abstract ? "''" : `${imports.use(model.fqcn)}::class`}`,
    ...literals([
      ['CLASS_DEFAULT', dotted(model.fqcn)],
      ['NUM_COLUMNS', table.columns.length],
      ['NUM_LAZY_LOAD_COLUMNS', table.columns.length - hydrated.length],
      ['NUM_HYDRATE_COLUMNS', hydrated.length],
      ...table.columns.map((column): [string, PhpValue] => [column.constantName, `${name}.${column.name}`]),
      ...table.columns.flatMap(valueConstants),
      ['DEFAULT_STRING_FORMAT', table.stringFormat],
      ...(settings.defaultKeyType === 'phpName' ? [] : ([['DEFAULT_KEY_TYPE', settings.defaultKeyType]] as const)),
      ...(key.length > 0 ? ([['PRIMARY_KEY_POSITIONS', key.map((column) => hydrated.indexOf(column))]] as const) : []),
      ...(autoIncrement ? ([['AUTO_INCREMENT', autoIncrement.name]] as const) : []),
      ...(table.allowPkInsert ? ([['ALLOW_PK_INSERT', true]] as const) : []),
      ...(key.length > 0 ? ([['FIND_BY_KEY_SQL', findByKeySql(scope, hydrated, key)]] as const) : []),
      ...(key.length === 1 && convertedKeys.has(scope.typeOf(key[0]!))
        ? ([['KEY_TYPE', scope.typeOf(key[0]!)]] as const)
        : []),
    ]),
    ...valueSets(table.columns),
    ...inheritanceConstants(scope, hydrated),
  ]
}

const dotted = (fqcn: string): string => fqcn.replaceAll('\\', '.')

/** Types of keys that are not bound as they are. */
const convertedKeys: ReadonlySet<SchemaType> = new Set<SchemaType>([
  'DATE',
  'TIME',
  'DATETIME',
  'TIMESTAMP',
  'BOOLEAN',
  'BOOLEAN_EMU',
  'BINARY',
  'VARBINARY',
  'LONGVARBINARY',
  'BLOB',
  'ENUM',
  'SET',
  'UUID_BINARY',
])

const valueConstants = ({ constantName, valueSet }: Column): [string, PhpValue][] =>
  valueSet.map((value) => [valueConstant(constantName, value), value])

function valueSets(columns: readonly Column[]): string[] {
  const sets = columns.filter(({ valueSet }) => valueSet.length > 0)
  if (sets.length === 0) return []
  return [
    `VALUE_SETS = [${sets.map(({ constantName, valueSet }) => `self::${constantName} => ${phpLiteral(valueSet)}`).join(', ')}]`,
  ]
}

function inheritanceConstants(scope: Scope, hydrated: readonly Column[]): string[] {
  const { table, classes, imports } = scope
  const inheritance = inheritanceOf(table)
  if (!inheritance) return []
  const { column, children } = inheritance
  const modelOf = (child: (typeof children)[number]): string => imports.use(classes.ofChild(table, child).model.fqcn)
  const keys = new Map<string, string>()
  for (const child of children) keys.set(`CLASSKEY_${child.constantSuffix}`, givenKey(column, child))
  for (const child of children) {
    const constant = `CLASSKEY_${child.className.replace(/\W+/g, '_').toUpperCase()}`
    if (!keys.has(constant)) keys.set(constant, givenKey(column, child))
  }
  return [
    ...[...keys].map(([constant, key]) => `${constant} = ${key}`),
    ...children.map((child) => `CLASSNAME_${child.constantSuffix} = ${modelOf(child)}::class`),
    `CLASS_KEY_POSITION = ${hydrated.indexOf(column)}`,
    ...(children.length > 0
      ? [
          `CLASS_KEYS = [${children.map((child) => `${storedKey(column, child)} => ${modelOf(child)}::class`).join(', ')}]`,
        ]
      : []),
  ]
}

// Unqualified names and :p0, as model-api §3.2 has it.
function findByKeySql({ table, quote }: Scope, columns: readonly Column[], key: readonly Column[]): string {
  const conditions = key.map(({ name }, index) => `${quote(name)} = :p${index}`)
  const from = qualifiedName(table).split('.').map(quote).join('.')
  return `SELECT ${columns.map(({ name }) => quote(name)).join(', ')} FROM ${from} WHERE ${conditions.join(' AND ')}`
}

function columnCall(column: Column, scope: Scope): string {
  const pair = scope.table.relations
    .filter(({ isLocal }) => isLocal)
    .flatMap((relation) => relation.columns.map(({ own, other }) => ({ own, other, table: relation.table })))
    .find(({ own }) => own === column)
  const method = `add${pair ? 'Foreign' : ''}${column.primaryKey ? 'Primary' : ''}${pair || column.primaryKey ? 'Key' : 'Column'}`
  const optional: PhpValue[] = [column.size ?? null, mappedDefault(column)]
  while (optional.at(-1) === null) optional.pop()
  const args: PhpValue[] = [
    column.name,
    column.phpName,
    scope.typeOf(column),
    ...(pair ? [qualifiedName(pair.table), pair.other.name] : []),
    column.required,
    ...optional,
  ]
  const chained = [
    ...(column.primaryString ? ['->setPrimaryString(true)'] : []),
    ...(column.lazyLoad ? ['->setLazyLoad(true)'] : []),
    ...(column.valueSet.length > 0 ? [`->setValueSet(self::VALUE_SETS[self::${column.constantName}])`] : []),
  ]
  return `$this->${method}(${args.map(phpLiteral).join(', ')})${chained.join('')};`
}

function relationCall(relation: Relation, { names }: Scope): string {
  const { foreignKey, literals } = relation
  const kind = relation.kind.replaceAll('-', '_').toUpperCase()
  const pairs = relation.columns.map(({ own, other }): PhpValue => [own.name, other.name])
  const constants = literals.map(
    ({ column }): PhpValue => (relation.isLocal ? [column.name, null] : [null, column.name]),
  )
  const values = literals.map(({ column, value }, index) => `${pairs.length + index} => ${literalOf(column, value)}`)
  const optional = [
    foreignKey.onDelete ? phpString(foreignKey.onDelete) : 'null',
    foreignKey.onUpdate ? phpString(foreignKey.onUpdate) : 'null',
    relation.kind === 'one-to-many' ? phpString(relation.pluralName) : 'null',
    ...(literals.length > 0 ? ['true', `[${values.join(', ')}]`] : []),
  ]
  while (optional.at(-1) === 'null') optional.pop()
  const args = [
    phpString(relation.name),
    phpString(qualifiedName(relation.table)),
    `${names.RelationMap}::${kind}`,
    phpLiteral([...pairs, ...constants]),
    ...optional,
  ]
  return `$this->addRelation(${args.join(', ')});`
}

function crossCall({ name, pluralName, outgoing }: CrossRelation, { names }: Scope): string {
  const args = [
    phpString(name),
    phpString(qualifiedName(outgoing[0]!.table)),
    `${names.RelationMap}::MANY_TO_MANY`,
    '[]',
    'null',
    'null',
    phpString(pluralName),
  ]
  return `$this->addRelation(${args.join(', ')});`
}

const behaviorEntry = ({ id, parameters }: BehaviorUse): string =>
  `${phpString(id)} => ${phpLiteral(Object.fromEntries(parameters) as PhpValue)}`
