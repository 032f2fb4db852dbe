import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import { columnsOf, type parameters } from './shape.js'

type Context = CodeContext<typeof parameters>

const runtime = 'Orm\\Runtime\\Behavior\\Blameable\\Blame'

/** Sets the current user in both columns of a new row, unless the application has set another one. */
export function blameOnInsert(context: Context): Php | null {
  const { created, updated } = columnsOf(context.params)
  return setUser(context, [created, updated], '$user !== null')
}

/** Sets the current user in a changed row, unless the application has set another one. */
export function blameOnUpdate(context: Context): Php | null {
  const { updated } = columnsOf(context.params)
  return setUser(context, [updated], '$user !== null && $this->isModified()')
}

function setUser({ table, cls }: Context, names: readonly (string | undefined)[], condition: string): Php | null {
  const columns = names.flatMap((name): ColumnNames[] => (name === undefined ? [] : [table.col(name)]))
  if (columns.length === 0) return null
  const lines = columns.map(
    (column) => php`
      if (${condition} && !$this->isColumnModified(${cls.tableMap}::${column.constant})) {
          $this->${column.setter}($user);
      }
    `,
  )
  return php`
    $user = ${cls.use(runtime)}::currentUser();
    ${lines.join('\n')}
  `
}
