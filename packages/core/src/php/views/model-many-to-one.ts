import { primaryKeyOf, type Relation } from '../../model/index.js'
import type { Imports } from '../imports.js'
import type { Scope } from '../scope.js'
import { comparisonOf, getterCall, literalOf, ownValue } from './column-view.js'
import { storedDefault } from './default-values.js'
import { hasReverse, isSaved, savesRows } from './relation-view.js'

/** The foreign keys of a table in its model class. */
export interface ModelManyToOneView {
  readonly names: Imports['names']
  readonly hasRelations: boolean
  readonly saves: boolean
  readonly relations: readonly ManyToOneView[]
}

export interface ManyToOneView {
  readonly name: string
  readonly property: string
  /** The related class, or the interface that the schema sets instead. */
  readonly type: string
  readonly query: string
  /** Condition that the foreign key columns have values. */
  readonly isFilled: string
  /** The call that finds the object. */
  readonly find: string
  /** Property of the found object for the inverse relation, if that is a single object. */
  readonly backProperty: string | undefined
  readonly assignments: readonly string[]
  /** Statement that links the new object back to this one. */
  readonly link: string
  /** Condition that the cached object no longer matches the columns. */
  readonly isStale: string
  /** Whether the object is saved with this one. */
  readonly isSaved: boolean
}

export function modelManyToOneView(scope: Scope): ModelManyToOneView {
  const relations = scope.localRelations.map((relation) => manyToOneView(relation, scope))
  return {
    names: scope.names,
    hasRelations: relations.length > 0,
    saves: relations.length > 0 && savesRows(scope),
    relations,
  }
}

function manyToOneView(relation: Relation, scope: Scope): ManyToOneView {
  const { name, table: target, columns, literals, foreignKey, reverseName } = relation
  const property = `a${name}`
  const isOne = reverseOf(relation)?.kind === 'one-to-one'
  const filled: string[] = []
  const stale: string[] = []
  const assignments: string[] = []
  for (const { own, other } of columns) {
    const value = ownValue(own)
    const getter = getterCall(other)
    const fallback = storedDefault(own, scope.dialect.nativeEnums?.sets)
    filled.push(`${value} !== null`)
    stale.push(`$this->${property}->${getter} ${comparisonOf(own, other)} ${value}`)
    assignments.push(
      `$this->set${own.phpName}(${fallback === 'null' ? `$v?->${getter}` : `$v === null ? ${fallback} : $v->${getter}`});`,
    )
  }
  for (const { column, value } of literals) {
    const literal = literalOf(column, value)
    filled.push(`${ownValue(column)} === ${literal}`)
    stale.push(`${ownValue(column)} !== ${literal}`)
    assignments.push(`$this->set${column.phpName}($v === null ? null : ${literal});`)
  }
  return {
    name,
    property,
    type: foreignKey.interface ? scope.mentioned(foreignKey.interface) : scope.model(target),
    query: scope.query(target),
    isFilled: filled.join(' && '),
    find: find(relation),
    backProperty: isOne && hasReverse(relation) ? `single${reverseName}` : undefined,
    assignments,
    link: link(relation, isOne),
    isStale: stale.length > 1 ? `(${stale.join(' || ')})` : stale[0]!,
    isSaved: isSaved(relation.table, scope),
  }
}

const reverseOf = (relation: Relation): Relation | undefined =>
  relation.table.relations.find(({ isLocal, foreignKey }) => !isLocal && foreignKey === relation.foreignKey)

function link(relation: Relation, isOne: boolean): string {
  if (!hasReverse(relation)) return ''
  return `$v?->${isOne ? 'set' : 'add'}${relation.reverseName}($this);`
}

/** Returns the lookup: by primary key if the foreign key is exactly that key, otherwise by columns. */
function find({ table, columns }: Relation): string {
  const values: string[] = []
  const key = primaryKeyOf(table)
  for (const column of key) {
    const pair = columns.find(({ other }) => other === column)
    if (pair) values.push(ownValue(pair.own))
  }
  if (values.length === key.length && key.length === columns.length) {
    return `findPk(${values.length === 1 ? values[0] : `[${values.join(', ')}]`}, $con)`
  }
  const filters = columns.map(({ own, other }) => `filterBy${other.phpName}(${ownValue(own)})`)
  return `${filters.join('->')}->findOne($con)`
}
