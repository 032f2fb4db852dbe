import { sameAccessors } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { methods, optionalConnection } from '../methods.js'
import type { ColumnNames } from '../table-view.js'
import type { Context } from './prepare-table.js'

/** The column of the slug where it has another name than the methods that users know. */
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
  if (!slug) return []
  return methods(cls, [
    [
      'filterBySlug(string $slug): static',
      `return $this->filterBy${slug.phpName}($slug);`,
      'Finds the row with a slug.',
    ],
    [
      `findOneBySlug(string $slug, ${optionalConnection(cls)}): mixed`,
      'return $this->filterBySlug($slug)->findOne($con);',
      ['The object with a slug.', '', `@return ${cls.model}|null`],
    ],
  ])
}
