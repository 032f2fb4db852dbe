import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

export const parentTraits = (): string[] => [
  'Orm\\Runtime\\Behavior\\ConcreteInheritance\\ConcreteInheritanceParentTrait',
]

export function parentMethods({ table, params, cls }: CodeContext): Member[] {
  const column = table.col((params as unknown as { descendant_column: string }).descendant_column)
  return [
    cls.method({
      name: 'hasChildObject',
      returns: 'bool',
      doc: 'Returns whether the row has a child row.',
      body: php`return $this->${column.getter}() !== null;`,
    }),
    cls.method({
      name: 'getChildObject',
      returns: `?${cls.use('Orm\\Runtime\\ActiveRecord\\ActiveRecordInterface')}`,
      doc: 'Returns the object of the most derived child table.',
      body: php`return $this->childOf($this->${column.getter}());`,
    }),
  ]
}
