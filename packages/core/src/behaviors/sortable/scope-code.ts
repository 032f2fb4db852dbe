import type { ClassBuilder } from '../class-builder.js'
import { type Php, php } from '../php.js'
import type { Shape } from './shape.js'

const runtime = 'Orm\\Runtime'

/** The scope that the parameters of a method hold: `[$scope, $con]` is set when there are several columns. */
export function scopeFrom(cls: ClassBuilder, { scopeParameters, scopes }: Shape, con = false): Php {
  if (scopes.length < 2) return php``
  const list = `[${scopeParameters.join(', ')}]`
  const names = cls.use(`${runtime}\\Behavior\\Sortable\\ListArguments`)
  return con ? php`[$scope, $con] = ${names}::scope(${list}, $con);` : php`[$scope] = ${names}::scope(${list});`
}

/** The calls that restrict a query to the row at a rank. */
export const atRank = (shape: Shape): string =>
  shape.isFractional
    ? `restrictToPosition(${scopeArgument(shape)}, $rank)`
    : `restrictToList(${scopeArgument(shape)})->filterByListRank($rank)`

/** `null` stands for the scope of tables that have one list only. */
export const scopeArgument = ({ scopes }: Shape): string => (scopes.length === 0 ? 'null' : '$scope')
