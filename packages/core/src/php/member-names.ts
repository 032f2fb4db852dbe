import { phpProperty } from '../escape/index.js'
import type { Column, CrossRelation, Relation, Table } from '../model/index.js'
import { kindOf } from './column-kinds.js'
import { modelState } from './runtime-names.js'
import { isAccessorOf, parameterName } from './views/column-view.js'
import { isPair } from './views/model-many-to-many.js'

/**
 * Whether two members of a table's classes may have the same name. Nothing is rendered: it compares all names that templates
 * can produce, even those that settings omit, so the result may be true without a real clash. Behaviors are not included.
 */
export function mayHaveMemberTwice(table: Table): boolean {
  const model: string[] = [...fixedMethods]
  const query: string[] = []
  const properties: string[] = [...modelState, 'skipsReload']
  for (const column of table.columns) addColumn(column, model, query, properties)
  for (const relation of table.relations) addRelation(relation, model, query, properties)
  for (const cross of table.crossRelations) addCrossRelation(cross, table, model, query, properties)
  return hasRepeated(lowerCase(model)) || hasRepeated(lowerCase(query)) || hasRepeated(properties)
}

/** Template methods whose names are the same in all models. */
const fixedMethods: readonly string[] = [
  ...['__construct', 'applyDefaultValues', 'hasOnlyDefaultValues', 'getPrimaryKey', 'setPrimaryKey', 'initRelation'],
  ...['ensureConsistency', 'saveReferencedObjects', 'saveReferringObjects', 'hydrate', 'hydrateRow', 'hydrateOwnRow'],
  ...['toArray', '__toString', 'keyParents', 'relatedWorkWaits', 'save', 'doSave'],
]

function addColumn(column: Column, model: string[], query: string[], properties: string[]): void {
  const { name, phpName, phpSingularName, hasSingular, lazyLoad } = column
  const property = phpProperty(name)
  properties.push(property, `${property}_isUnserialized`)
  model.push(`get${phpName}`, `set${phpName}`)
  query.push(`filterBy${phpName}`)
  if (lazyLoad) {
    properties.push(`${property}_isLoaded`)
    model.push(`load${phpName}`)
  }
  const isAccessor = kindOf(column) === 'boolean' ? isAccessorOf(column) : undefined
  if (isAccessor !== undefined) model.push(isAccessor)
  if (!hasSingular) return
  model.push(`has${phpSingularName}`, `add${phpSingularName}`, `remove${phpSingularName}`)
  query.push(`filterBy${phpSingularName}`)
}

function addRelation(relation: Relation, model: string[], query: string[], properties: string[]): void {
  const { kind, name, pluralName, table } = relation
  query.push(
    ...[`filterBy${name}`, `join${name}`, `use${name}Query`, `with${name}Query`, `use${name}ExistsQuery`],
    ...[`use${name}NotExistsQuery`, `useIn${name}Query`, `useGroupBy${name}Query`, `useNotIn${name}Query`],
  )
  if (kind !== 'one-to-many') {
    properties.push(kind === 'one-to-one' ? `single${name}` : `a${name}`)
    model.push(`get${name}`, `set${name}`)
    return
  }
  addCollection(name, pluralName, model)
  properties.push(
    ...[`coll${pluralName}`, `coll${pluralName}Partial`, `${parameterName(pluralName)}ScheduledForDeletion`],
  )
  model.push(`resetPartial${pluralName}`, `add${name}`)
  for (const { name: other, isLocal } of table.relations) if (isLocal) model.push(`get${pluralName}Join${other}`)
}

function addCrossRelation(
  cross: CrossRelation,
  table: Table,
  model: string[],
  query: string[],
  properties: string[],
): void {
  const { name, pluralName, outgoing } = cross
  addCollection(name, pluralName, model)
  if (isPair(cross)) {
    properties.push(`coll${pluralName}`, `coll${pluralName}Partial`)
    model.push(`add${name}`)
    query.push(`filterBy${name}`)
    return
  }
  for (const partner of outgoing) {
    model.push(`add${partner.name}`)
    model.push(`create${partner.pluralName}Query`, `get${partner.pluralName}`, `count${partner.pluralName}`)
    if (!table.relations.some((relation) => relation.name === partner.name)) query.push(`filterBy${partner.name}`)
  }
}

/** Adds the methods that all object collections have. */
function addCollection(name: string, plural: string, model: string[]): void {
  model.push(
    ...[`init${plural}`, `clear${plural}`, `is${plural}Loaded`, `get${plural}`, `set${plural}`, `count${plural}`],
    ...[`remove${name}`, `doAdd${name}`, `relationTo${plural}`],
  )
}

/** Lowers the case, as PHP ignores it in method names. Converts one joined string, which is faster for dozens of names. */
const lowerCase = (names: readonly string[]): string[] => names.join('\n').toLowerCase().split('\n')

const hasRepeated = (names: readonly string[]): boolean => new Set(names).size < names.length
