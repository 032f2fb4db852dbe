import { phpLiteral } from '../../escape/php-literal.js'
import { sameAccessors } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { forgetInCopy } from '../companion-table.js'
import { methods, optionalConnection } from '../methods.js'
import type { Php } from '../php.js'
import type { ColumnNames, TableView } from '../table-view.js'
import { type Context, historyNameOf } from './prepare-table.js'
import { parentColumnOf } from './tree.js'

/** Returns the slug column if its name differs from that of the public methods. */
function renamedSlug({ table, params }: Context): ColumnNames | undefined {
  const slug = table.col(params.slug_column)
  return sameAccessors(slug.phpName, 'Slug') ? undefined : slug
}

export function modelMethods(context: Context): Member[] {
  const slug = renamedSlug(context)
  if (!slug) return []
  return methods(context.cls, [
    ['getSlug(): ?string', `return $this->${slug.getter}();`, 'Returns the slug.'],
    [
      'setSlug($v): static',
      `return $this->${slug.setter}($v);`,
      'Sets the slug; an empty slug is generated when the object is saved.',
    ],
  ])
}

export function queryMethods(context: Context): Member[] {
  const { cls } = context
  const slug = renamedSlug(context)
  const renamed = methods(cls, [
    slug && [
      'filterBySlug(string $slug): static',
      `return $this->filterBy${slug.phpName}($slug);`,
      'Finds the row with a slug.',
    ],
    slug && [
      `findOneBySlug(string $slug, ${optionalConnection(cls)}): mixed`,
      'return $this->filterBySlug($slug)->findOne($con);',
      ['Finds the object with a slug.', '', `@return ${cls.model}|null`],
    ],
  ])
  return [...renamed, ...historyMethods(context)]
}

function historyMethods({ cls, table, params }: Context): Member[] {
  if (!params.history) return []
  const history = cls.use('Orm\\Runtime\\Behavior\\Sluggable\\SlugHistory')
  const scope = params.scope_column ? 'mixed $scope, ' : ''
  return methods(cls, [
    [
      `findOneBySlugOrHistory(string $slug, ${scope}${optionalConnection(cls)}): mixed`,
      `return ${history}::of(${cls.use(table.classes.tableMap.fqcn)}::class)->find($this, $slug, ${scope ? '$scope' : 'null'}, $con);`,
      ['Finds the object with a slug, or else the last object that had it.', '', `@return ${cls.model}|null`],
    ],
  ])
}

const historyTable = ({ table }: Context): TableView => table.other(historyNameOf(table.model))!

export const forgetHistoryInCopy = (context: Context): Php | null =>
  context.params.history ? forgetInCopy(context.table, historyTable(context)) : null

/** Returns the constant with the query class of old slugs, for the runtime. */
export function historyQuery(context: Context): Member[] {
  const { cls, params } = context
  if (!params.history) return []
  return [
    cls.constant({ name: 'SLUG_HISTORY_QUERY', value: `${cls.use(historyTable(context).classes.query.fqcn)}::class` }),
  ]
}

/** Returns constants that tell the runtime where the parents of rows are: in a column, or in the numbers of a nested set. */
export function treeConstants({ cls, table, params }: Context): Member[] {
  if (!params.tree) return []
  const column = parentColumnOf(table.model, params)
  const constants = [cls.constant({ name: 'SLUG_PARENT', value: phpLiteral(column ?? null) })]
  if (column !== undefined) return constants
  const tree = cls.use('Orm\\Runtime\\Behavior\\NestedSet\\TreeTable')
  return [...constants, cls.constant({ name: 'SLUG_TREE', value: `${tree}::class` })]
}
