import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'

const columnOf = ({ table, params }: CodeContext): ColumnNames =>
  table.col((params as unknown as { readonly deleted_column: string }).deleted_column)

const deletion = 'Orm\\Runtime\\Behavior\\SoftDelete\\Deletion'

const holdsSeconds = ({ column }: ColumnNames): boolean => column.type === 'INTEGER' || column.type === 'BIGINT'

export const unlessReadOnly = ({ table }: CodeContext, code: Php): Php | null => (table.model.readOnly ? null : code)

/** The column, for the runtime: joins leave deleted rows out too. */
export const deletedColumn = (context: CodeContext): Member[] => [
  context.cls.constant({ name: 'DELETED_COLUMN', value: `self::${columnOf(context).constant}` }),
]

/** Instead of the delete, the object is saved with the date. */
export function deleteSoftly(context: CodeContext): Php | null {
  const { cls } = context
  const column = columnOf(context)
  const now = holdsSeconds(column) ? 'time()' : `new ${cls.use('DateTimeImmutable')}()`
  return unlessReadOnly(
    context,
    php`
      if (!$isInsert && ${cls.use(deletion)}::isSoft(${cls.tableMap}::class)) {
          if ($this->${column.getter}() === null) {
              $this->${column.setter}(${now});
              $this->save($con);
              ${cls.tableMap}::removeInstanceFromPool($this);
          }

          return false;
      }
    `,
  )
}

export function modelMethods(context: CodeContext): Member[] {
  const { cls, table } = context
  if (table.model.readOnly) return []
  const con = `?${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con = null`
  return [
    cls.method({
      name: 'forceDelete',
      params: [con],
      returns: 'void',
      doc: 'Deletes the row from the table.',
      body: php`${cls.use(deletion)}::force(${cls.tableMap}::class, fn () => $this->delete($con));`,
    }),
    cls.method({
      name: 'unDelete',
      params: [con],
      returns: 'int',
      doc: 'Restores a deleted row.',
      body: php`
        $this->${columnOf(context).setter}(null);

        return $this->save($con);
      `,
    }),
  ]
}
