import { phpString } from '../../escape/php-literal.js'
import { type BehaviorUse, qualifiedName } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { methods, requiredConnection } from '../methods.js'
import { type Php, php } from '../php.js'
import type { TableView } from '../table-view.js'

export const runtime = 'Orm\\Runtime\\Behavior\\AggregateColumn'

interface Owner {
  readonly behavior: string
  readonly foreign_table: string
  readonly foreign_schema: string
}

/** The part of the context that hooks use. The parameters depend on the behavior. */
type Context = Pick<CodeContext, 'table' | 'cls' | 'id'>

/** Returns the aggregate's name in methods: its column, or the aggregated table, numbered if there are several. */
export function aggregateName(owner: TableView, id: string): string {
  const parameter = (use: BehaviorUse, name: string): string | undefined => {
    const value = use.parameters.get(name)
    return typeof value === 'string' ? value.trim() || undefined : undefined
  }
  const childOf = (use: BehaviorUse) => owner.other(parameter(use, 'foreign_table')!, parameter(use, 'foreign_schema'))!
  const use = owner.model.behaviors.find((one) => one.id === id)!
  const uses = owner.model.behaviors.filter(({ name }) => name === use.name)
  const column = parameter(use, 'name')
  if (column !== undefined) return owner.col(column).phpName
  const child = childOf(use)
  const number = uses.filter((one) => childOf(one).model === child.model).indexOf(use)
  return `AggregatedColumnsFrom${child.phpName}${number > 0 ? number : ''}`
}

/** Builds `compute…()` and `update…()` for the table with the aggregate columns. */
export function ownerMethods(
  { table, cls, id }: Context,
  { behavior, foreign_table, foreign_schema }: Owner,
  isList: boolean,
): Member[] {
  const child = table.other(foreign_table, foreign_schema || undefined)
  const relation = child?.model.behaviors.find(
    ({ name, parameters }) =>
      name === `${behavior}_relation` &&
      parameters.get('foreign_table') === qualifiedName(table.model) &&
      parameters.get('aggregate_id') === id,
  )
  if (!child || !relation) return []
  const name = aggregateName(table, id)
  const aggregate = cls.use(`${runtime}\\Aggregate`)
  const map = cls.use(child.classes.tableMap.fqcn)
  const of = `${aggregate}::of(${map}::class, ${phpString(relation.id)})`
  const con = requiredConnection(cls)
  const computes = 'Computes the aggregate from the current rows.'
  return methods(cls, [
    isList
      ? [
          `compute${name}(${con}): array`,
          `return ${of}->compute($this, $con);`,
          [computes, '', '@return list<mixed> in column order'],
        ]
      : [`compute${name}(${con}): mixed`, `return ${of}->compute($this, $con)[0];`, computes],
    [`update${name}(${con}): void`, `$this->storeAggregates(${of}, $con);`, 'Computes the aggregate and saves it.'],
  ])
}

/** Resets the aggregates of a copy, which does not have the counted rows. */
export function forgetInCopy({ table, cls }: Context, columns: readonly string[]): Php {
  const names = columns.map((name) => `${cls.tableMap}::${table.col(name).constant}`)
  return php`$this->forgetAggregates([${names.join(', ')}]);`
}

export const ownerTraits = (): string[] => [`${runtime}\\AggregateOwnerTrait`]
