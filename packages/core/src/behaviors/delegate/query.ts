import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'
import { delegatesOf } from './shape.js'

export const queryTraits = (): string[] => ['Orm\\Runtime\\Behavior\\Delegate\\DelegateQueryTrait']

export function queryMethods(context: CodeContext): Member[] {
  const { cls } = context
  return delegatesOf(context).flatMap(({ view, relation, columns }) => {
    const query = cls.use(view.classes.query.fqcn, `Child${view.classes.query.short}`)
    const use = `$this->delegateQuery('${relation.name}', '${relation.foreignKey.defaultJoin}', ${query}::class)`
    return columns.flatMap(({ phpName }): Member[] => [
      cls.method({
        name: `filterBy${phpName}`,
        params: ['mixed $value = null', '?string $comparison = null'],
        returns: 'static',
        body: php`return ${use}->filterBy${phpName}($value, $comparison)->endUse();`,
      }),
      cls.method({
        name: `orderBy${phpName}`,
        params: [`string $order = ${cls.use('Orm\\Runtime\\ActiveQuery\\Criteria')}::ASC`],
        returns: 'static',
        body: php`return ${use}->orderBy${phpName}($order)->endUse();`,
      }),
    ])
  })
}
