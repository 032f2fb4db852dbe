import { sameAccessors } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

/** The names that users know, where the column has another one. */
export function modelMethods({ table, params, cls }: CodeContext): Member[] {
  const slug = table.col((params as unknown as { slug_column: string }).slug_column)
  if (sameAccessors(slug.phpName, 'Slug')) return []
  return [
    cls.method({
      name: 'getSlug',
      returns: '?string',
      doc: 'Returns the slug.',
      body: php`return $this->${slug.getter}();`,
    }),
    cls.method({
      name: 'setSlug',
      params: ['$v'],
      returns: 'static',
      doc: 'Sets the slug; an empty slug is generated when the object is saved.',
      body: php`return $this->${slug.setter}($v);`,
    }),
  ]
}
