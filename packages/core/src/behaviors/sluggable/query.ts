import { sameAccessors } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

/** The names that users know, where the column has another one. */
export function queryMethods({ table, params, cls }: CodeContext): Member[] {
  const slug = table.col((params as unknown as { slug_column: string }).slug_column)
  if (sameAccessors(slug.phpName, 'Slug')) return []
  return [
    cls.method({
      name: 'filterBySlug',
      params: ['string $slug'],
      returns: 'static',
      doc: 'Finds the row with a slug.',
      body: php`return $this->filterBy${slug.phpName}($slug);`,
    }),
    cls.method({
      name: 'findOneBySlug',
      params: ['string $slug', `?${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con = null`],
      returns: 'mixed',
      doc: ['The object with a slug.', '', `@return ${cls.model}|null`],
      body: php`return $this->filterBySlug($slug)->findOne($con);`,
    }),
  ]
}
