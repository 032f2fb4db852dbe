import { phpLiteral } from '../../escape/php-literal.js'
import type { OutputGroups, Table } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { methods } from '../methods.js'
import type { Context } from './prepare-table.js'

/** Returns column positions and relation names by group. */
function groupsOf(table: Table): Record<string, { columns: number[]; relations: string[] }> {
  const ofTable = table.outputGroups ?? []
  const groupsFor = ({ further, ignored }: OutputGroups = { further: [], ignored: [] }): readonly string[] => [
    ...new Set([...ofTable.filter((group) => !ignored.includes(group)), ...further]),
  ]
  // A group that all columns ignore is included, too.
  const groups: Record<string, { columns: number[]; relations: string[] }> = {}
  const group = (name: string) => (groups[name] ??= { columns: [], relations: [] })
  for (const name of ofTable) group(name)
  table.columns.forEach((column, position) => {
    for (const name of groupsFor(column.outputGroups)) group(name).columns.push(position)
  })
  for (const { name: relation, isLocal, foreignKey } of table.relations) {
    const given = isLocal ? foreignKey.outputGroups : foreignKey.refOutputGroups
    for (const name of groupsFor(given)) group(name).relations.push(relation)
  }
  return groups
}

export const groupConstant = ({ table, cls }: Context): Member[] => [
  cls.constant({
    name: 'OUTPUT_GROUPS',
    value: phpLiteral(groupsOf(table.model)),
    doc: 'Positions of columns and names of relations, by group.',
  }),
]

export const collectionAttribute = ({ cls, params }: Context): Member[] => {
  const { object_collection_class: collection } = params
  if (collection === '') return []
  const value = `${cls.use(collection)}::class`
  return [cls.attribute({ name: 'collectionClassName', type: 'string|false|null', value })]
}

/** Sets the collection class, unless the user has a custom one, found by its name or set in code. */
export const collectionMethod = ({ cls, params }: Context): Member[] => {
  if (params.object_collection_class !== '') return []
  const collection = cls.use('Orm\\Runtime\\Behavior\\OutputGroup\\OutputGroupCollection')
  return methods(cls, [
    ['getCollectionClassName(): ?string', `return parent::getCollectionClassName() ?? ${collection}::class;`],
  ])
}
