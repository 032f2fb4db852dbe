import type { Relation } from '../../model/index.js'
import { tableClasses } from '../class-names.js'
import type { Imports } from '../imports.js'
import { methodHead } from '../signature.js'
import { parameterName } from './column.js'

/** A foreign key of the table, as its model class shows it. */
export interface ManyToOneView {
  readonly name: string
  readonly property: string
  readonly target: string
  /** The only pair of columns. */
  readonly localProperty: string
  readonly localPhpName: string
  readonly foreignPhpName: string
  readonly targetQuery: string
  readonly reverseName: string
}

/** Rows of another table that point at this one. */
export interface OneToManyView {
  readonly name: string
  readonly plural: string
  readonly target: string
  readonly reverseName: string
  readonly parameter: string
  readonly pluralParameter: string
  /** Property of the rows to delete. */
  readonly scheduled: string
  /** Whether a row that leaves the collection is deleted; otherwise its foreign key becomes null. */
  readonly deletesOrphans: boolean
  readonly getHead: string
  readonly setHead: string
  readonly countHead: string
}

const modelIn = (imports: Imports, relation: Relation): string => {
  const { model } = tableClasses(relation.table)
  return imports.use(model.fqcn, `Child${model.short}`)
}

export const queryIn = (imports: Imports, relation: Relation): string => {
  const { query } = tableClasses(relation.table)
  return imports.use(query.fqcn, `Child${query.short}`)
}

export function manyToOneView(relation: Relation, imports: Imports): ManyToOneView {
  const [pair] = relation.columns
  return {
    name: relation.name,
    property: `a${relation.name}`,
    target: modelIn(imports, relation),
    localProperty: pair!.own.name.toLowerCase(),
    localPhpName: pair!.own.phpName,
    foreignPhpName: pair!.other.phpName,
    targetQuery: queryIn(imports, relation),
    reverseName: relation.reverseName,
  }
}

export function oneToManyView(relation: Relation, imports: Imports, types: RelationTypes): OneToManyView {
  const { name, pluralName: plural, foreignKey } = relation
  const { criteria, connection, collection, objectCollection } = types
  const pluralParameter = parameterName(plural)
  const connectionParameter = `?${connection} $con = null`
  return {
    name,
    plural,
    target: modelIn(imports, relation),
    reverseName: relation.reverseName,
    parameter: parameterName(name),
    pluralParameter,
    scheduled: `${pluralParameter}ScheduledForDeletion`,
    deletesOrphans: foreignKey.onDelete === 'CASCADE' || relation.columns.every(({ other }) => other.required),
    getHead: methodHead(
      `public function get${plural}`,
      [`?${criteria} $criteria = null`, connectionParameter],
      objectCollection,
    ),
    setHead: methodHead(
      `public function set${plural}`,
      [`${collection} $${pluralParameter}`, connectionParameter],
      'static',
    ),
    countHead: methodHead(
      `public function count${plural}`,
      [`?${criteria} $criteria = null`, 'bool $distinct = false', connectionParameter],
      'int',
    ),
  }
}

/** Names of runtime classes as the file at hand imports them. */
export interface RelationTypes {
  readonly criteria: string
  readonly connection: string
  readonly collection: string
  readonly objectCollection: string
}
