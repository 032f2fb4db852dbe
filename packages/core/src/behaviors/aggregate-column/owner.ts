import { qualifiedName } from '../../model/index.js'
import { phpString } from '../../php/literal.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { php } from '../php.js'

export const runtime = 'Orm\\Runtime\\Behavior\\AggregateColumn'

interface Owner {
  readonly behavior: string
  readonly id: string
  readonly foreign_table: string
  readonly foreign_schema: string
  readonly name: string
}

/** `compute…()` and `update…()` of the table that has the columns. */
export function ownerMethods(
  { table, cls }: CodeContext,
  { behavior, id, foreign_table, foreign_schema, name }: Owner,
  isList: boolean,
): Member[] {
  const child = table.other(foreign_table, foreign_schema || undefined)
  const relation = child?.model.behaviors.find(
    ({ name, parameters }) =>
      name === `${behavior}_relation` &&
      parameters.get('foreign_table') === qualifiedName(table.model) &&
      parameters.get('aggregate_id') === id,
  )
  if (!child || !relation || table.model.readOnly) return []
  const aggregate = cls.use(`${runtime}\\Aggregate`)
  const map = cls.use(child.classes.tableMap.fqcn)
  const of = `${aggregate}::of(${map}::class, ${phpString(relation.id)})`
  const con = `${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con`
  return [
    cls.method({
      name: `compute${name}`,
      params: [con],
      returns: isList ? 'array' : 'mixed',
      doc: isList
        ? ['What the rows say now.', '', '@return list<mixed> in the order of the columns']
        : 'What the rows say now.',
      body: php`return ${of}->compute($this, $con)${isList ? '' : '[0]'};`,
    }),
    cls.method({
      name: `update${name}`,
      params: [con],
      returns: 'void',
      doc: 'Stores what the rows say now.',
      body: php`$this->storeAggregates(${of}, $con);`,
    }),
  ]
}

export const ownerTraits = ({ table }: CodeContext): string[] =>
  table.model.readOnly ? [] : [`${runtime}\\AggregateOwnerTrait`]
