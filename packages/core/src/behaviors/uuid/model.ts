import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import { columnName, type UuidParameters } from './shape.js'

const columnOf = ({ table, params }: CodeContext) =>
  table.col(columnName(table.model, params as unknown as UuidParameters))

/** A UUID that the user has set is kept. */
export function giveUuid(context: CodeContext): Php | null {
  if (context.table.model.readOnly) return null
  const { property, setter } = columnOf(context)
  const { version } = context.params as unknown as UuidParameters
  return php`
    if ($this->${property} === null) {
        $this->${setter}(${context.cls.use('Orm\\Runtime\\Behavior\\Uuid\\Uuid')}::v${version}());
    }
  `
}

/** A copy is another row. */
export function forgetInCopy(context: CodeContext): Php | null {
  return context.table.model.readOnly ? null : php`$this->${columnOf(context).setter}(null);`
}
