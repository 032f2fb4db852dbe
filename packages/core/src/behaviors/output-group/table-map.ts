import { phpLiteral } from '../../escape/php-literal.js'
import type { OutputGroups, Table } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

/** Column positions and relation names, by group. */
function groupsOf(table: Table): Record<string, { columns: number[]; relations: string[] }> {
  const ofTable = table.outputGroups ?? []
  const groupsFor = ({ further, ignored }: OutputGroups = { further: [], ignored: [] }): readonly string[] => [
    ...new Set([...ofTable.filter((group) => !ignored.includes(group)), ...further]),
  ]
  // A group that all columns ignore is there, too.
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

export const groupConstant = ({ table, cls }: CodeContext): Member[] => [
  cls.constant({
    name: 'OUTPUT_GROUPS',
    value: phpLiteral(groupsOf(table.model)),
    doc: 'Positions of columns and names of relations, by group.',
  }),
]

const collectionOf = ({ params }: CodeContext): string =>
  (params as unknown as { object_collection_class: string }).object_collection_class

export const collectionAttribute = (context: CodeContext): Member[] => {
  const collection = collectionOf(context)
  if (collection === '') return []
  const value = `${context.cls.use(collection)}::class`
  return [context.cls.attribute({ name: 'collectionClassName', type: 'string|false|null', value })]
}

/** A collection class of the user, found by its name or set by code, takes precedence. */
export const collectionMethod = (context: CodeContext): Member[] => {
  const { cls } = context
  if (collectionOf(context) !== '') return []
  const collection = cls.use('Orm\\Runtime\\Behavior\\OutputGroup\\OutputGroupCollection')
  return [
    cls.method({
      name: 'getCollectionClassName',
      returns: '?string',
      body: php`return parent::getCollectionClassName() ?? ${collection}::class;`,
    }),
  ]
}
