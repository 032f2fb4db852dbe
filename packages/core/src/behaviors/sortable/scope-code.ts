import type { ClassBuilder } from '../class-builder.js'
import { type Php, php } from '../php.js'
import type { Shape } from './shape.js'

const runtime = 'Orm\\Runtime'

/** Returns code that combines the scope parameters of a method: with several columns, it sets `[$scope, $con]`. */
export function scopeFrom(cls: ClassBuilder, { scopeParameters, scopes }: Shape, con = false): Php {
  if (scopes.length < 2) return php``
  const list = `[${scopeParameters.join(', ')}]`
  const names = cls.use(`${runtime}\\Behavior\\Sortable\\ListArguments`)
  return con ? php`[$scope, $con] = ${names}::scope(${list}, $con);` : php`[$scope] = ${names}::scope(${list});`
}

/** Returns the calls that restrict a query to the row at a rank. */
export const atRank = (shape: Shape): string =>
  shape.isFractional
    ? `restrictToPosition(${scopeArgument(shape)}, $rank)`
    : `restrictToList(${scopeArgument(shape)})->filterByListRank($rank)`

/** Returns the scope argument, which is `null` for tables with only one list. */
export const scopeArgument = ({ scopes }: Shape): string => (scopes.length === 0 ? 'null' : '$scope')
