import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

/** For code that works with rows of both tables. */
export const emptyAccessors = ({ params, cls }: CodeContext): Member[] =>
  (params as unknown as { names: readonly string[] }).names.flatMap((name) => [
    cls.method({
      name: `get${name}`,
      returns: 'mixed',
      doc: 'Returns null: this table does not have the column.',
      body: php`return null;`,
    }),
    cls.method({
      name: `set${name}`,
      params: ['$v'],
      returns: 'static',
      doc: 'Does nothing: this table does not have the column.',
      body: php`return $this;`,
    }),
  ])
