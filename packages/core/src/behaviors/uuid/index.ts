import { BuildError } from '../../errors/index.js'
import { type Column, primaryKeyOf, type Table } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import { type CodeContext, defineBehavior, type TableContext } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'

const parameters = {
  column: p.string({ default: '', doc: 'the column that holds it' }),
  version: p.enum(['7', '4'], { default: '7', doc: 'the version of the UUIDs: 7 ascends with time, 4 is random' }),
}

type Context = CodeContext<typeof parameters>

/** A UUID for each row, made by PHP when the row is inserted. */
export const uuid = defineBehavior({
  name: 'uuid',
  // Other behaviors need to see the key.
  order: 10,
  parameters,
  modifyTable: prepareTable,
  object: unlessReadOnly({
    // A UUID that the user has set is kept.
    preInsertRow: (context: Context) => {
      const { property, setter } = columnOf(context)
      return php`
        if ($this->${property} === null) {
            $this->${setter}(${context.cls.use('Orm\\Runtime\\Behavior\\Uuid\\Uuid')}::v${context.params.version}());
        }
      `
    },
    setsOwnColumnsOnly: true,
    // A copy is another row.
    postCopy: (context: Context) => php`$this->${columnOf(context).setter}(null);`,
  }),
})

const columnOf = ({ table, params }: Context) => table.col(columnName(table.model, params.column))

const isUuid = ({ type }: Column): boolean => type === 'UUID' || type === 'UUID_BINARY'

/** The column: the one that is named, else a primary key that is a UUID, else `uuid`. */
function columnName(table: Table, named: string): string {
  const [key, further] = primaryKeyOf(table)
  return named || (key && !further && isUuid(key) ? key.name : 'uuid')
}

/** Whether a column can hold the text of a UUID. */
const holdsUuid = (column: Column): boolean =>
  isUuid(column) || ((column.type === 'CHAR' || column.type === 'VARCHAR') && (column.size ?? 255) >= 36)

/** Adds the column where it is missing: as the key of a table that has none, else as a unique one. */
function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const name = columnName(table.table, params.column)
  const declared = table.findColumn(name)
  if (declared) {
    if (holdsUuid(declared)) return
    throw new BuildError(`column "${name}" is ${declared.type}, which does not hold a UUID`, {
      node: declared,
      hint: 'use UUID, UUID_BINARY, or CHAR or VARCHAR of 36 characters or more; or name another column',
    })
  }
  const isKey = primaryKeyOf(table.table).length === 0 && !table.hasBehavior('concrete_inheritance')
  table.addColumn({ name, type: 'UUID', ...(isKey ? { primaryKey: true } : { required: true }) })
  if (!isKey) table.addUnique([name])
}
