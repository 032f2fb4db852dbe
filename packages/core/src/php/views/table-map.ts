import { autoIncrementOf, type Column, primaryKeyOf, type Relation, type Table } from '../../model/index.js'
import { tableClasses } from '../class-names.js'
import { type PhpValue, phpLiteral, phpString } from '../literal.js'
import { runtime } from '../runtime-names.js'
import { callStatement } from '../signature.js'
import { defaultOf } from './column.js'
import { type FileHead, fileHead, importsOf } from './file-head.js'

export interface TableMapView extends FileHead {
  readonly imports: readonly string[]
  readonly table: string
  readonly parent: string
  readonly traits: readonly string[]
  /** `NAME = literal`, in print order. */
  readonly constants: readonly string[]
  readonly packageName: string
  readonly identifierQuoting: boolean
  readonly useIdGenerator: boolean
  readonly columns: readonly string[]
  readonly relations: readonly string[]
}

export function tableMapView(table: Table, database: string): TableMapView {
  const { tableMap, model } = tableClasses(table)
  const imports = importsOf(tableMap)
  const traits = [runtime.instancePoolTrait, runtime.tableMapTrait].map((name) => imports.use(name))
  return {
    ...fileHead(table, tableMap),
    table: table.name,
    parent: imports.use(runtime.tableMap),
    traits,
    constants: constants(table, database, imports.use(model.fqcn)),
    packageName: table.package,
    identifierQuoting: table.identifierQuoting,
    useIdGenerator: table.idMethod === 'native',
    columns: table.columns.map((column) => columnCall(table, column)),
    relations: table.relations.map((relation) => relationCall(relation, () => imports.use(runtime.relationMap))),
    imports: imports.lines,
  }
}

function constants(table: Table, database: string, model: string): string[] {
  const { tableMap, model: modelClass } = tableClasses(table)
  const dotted = (fqcn: string): string => fqcn.replaceAll('\\', '.')
  const hydrated = table.columns.filter(({ lazyLoad }) => !lazyLoad)
  const key = primaryKeyOf(table)
  const literals: [string, PhpValue][] = [
    ['CLASS_NAME', dotted(tableMap.fqcn)],
    ['DATABASE_NAME', database],
    ['TABLE_NAME', table.name],
    ['TABLE_PHP_NAME', table.phpName],
  ]
  const afterModel: [string, PhpValue][] = [
    ['CLASS_DEFAULT', dotted(modelClass.fqcn)],
    ['NUM_COLUMNS', table.columns.length],
    ['NUM_LAZY_LOAD_COLUMNS', table.columns.length - hydrated.length],
    ['NUM_HYDRATE_COLUMNS', hydrated.length],
    ...table.columns.map(({ constantName, name }): [string, PhpValue] => [constantName, `${table.name}.${name}`]),
    ['DEFAULT_STRING_FORMAT', table.stringFormat],
    ['PRIMARY_KEY_POSITIONS', key.map((column) => hydrated.indexOf(column))],
  ]
  const autoIncrement = table.idMethod === 'native' ? autoIncrementOf(table) : undefined
  if (autoIncrement) afterModel.push(['AUTO_INCREMENT', autoIncrement.name])
  if (key.length > 0) afterModel.push(['FIND_BY_KEY_SQL', findByKeySql(table, hydrated, key)])
  const line = ([name, value]: [string, PhpValue]): string => `${name} = ${phpLiteral(value)}`
  return [...literals.map(line), `OM_CLASS = ${model}::class`, ...afterModel.map(line)]
}

// Unqualified names and :p0, as model-api §3.2 has it.
function findByKeySql(table: Table, columns: readonly Column[], key: readonly Column[]): string {
  const conditions = key.map(({ name }, index) => `${name} = :p${index}`)
  return `SELECT ${columns.map(({ name }) => name).join(', ')} FROM ${table.name} WHERE ${conditions.join(' AND ')}`
}

function columnCall(table: Table, column: Column): string {
  const pair = table.relations
    .filter(({ isLocal }) => isLocal)
    .flatMap((relation) => relation.columns.map(({ own, other }) => ({ own, other, table: relation.table })))
    .find(({ own }) => own === column)
  const method = `add${pair ? 'Foreign' : ''}${column.primaryKey ? 'Primary' : ''}${pair || column.primaryKey ? 'Key' : 'Column'}`
  const optional: PhpValue[] = [column.size ?? null, defaultOf(column)]
  while (optional.at(-1) === null) optional.pop()
  const args: PhpValue[] = [
    column.name,
    column.phpName,
    column.type,
    ...(pair ? [pair.table.name, pair.other.name] : []),
    column.required,
    ...optional,
  ]
  const suffix = column.primaryString ? '->setPrimaryString(true)' : ''
  return callStatement(`$this->${method}`, args.map(phpLiteral)).replace(/;$/, `${suffix};`)
}

function relationCall(relation: Relation, relationMap: () => string): string {
  const { foreignKey } = relation
  const kind = relation.kind.replaceAll('-', '_').toUpperCase()
  const mappings = relation.columns.map(({ own, other }): PhpValue => [own.name, other.name])
  const optional = [
    foreignKey.onDelete ? phpString(foreignKey.onDelete) : 'null',
    foreignKey.onUpdate ? phpString(foreignKey.onUpdate) : 'null',
    relation.kind === 'one-to-many' ? phpString(relation.pluralName) : 'null',
  ]
  while (optional.at(-1) === 'null') optional.pop()
  return callStatement('$this->addRelation', [
    phpString(relation.name),
    phpString(relation.table.name),
    `${relationMap()}::${kind}`,
    phpLiteral(mappings),
    ...optional,
  ])
}
