import { secondTypes } from '../../model/index.js'
import type { Member } from '../class-builder.js'
import { methods, optionalConnection } from '../methods.js'
import { now } from '../now.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import type { Context } from './prepare-table.js'

const columnOf = ({ table, params }: Context): ColumnNames => table.col(params.deleted_column)

const deletion = 'Orm\\Runtime\\Behavior\\Deletion'

const holdsSeconds = ({ column }: ColumnNames): boolean => secondTypes.has(column.type)

/** Returns the constant with the column for the runtime: joins also skip deleted rows. */
export const deletedColumn = (context: Context): Member[] => [
  context.cls.constant({ name: 'DELETED_COLUMN', value: `self::${columnOf(context).constant}` }),
]

/** Saves the object with the date instead of deleting it. */
export function deleteSoftly(context: Context): Php {
  const { cls } = context
  const column = columnOf(context)
  const date = `${now(cls)}${holdsSeconds(column) ? '->getTimestamp()' : ''}`
  return php`
    if (!$isInsert && ${cls.use(deletion)}::isSoft(${cls.tableMap}::class)) {
        if ($this->${column.getter}() === null) {
            $this->${column.setter}(${date});
            $this->save($con);
            ${cls.tableMap}::removeInstanceFromPool($this);
        }

        return false;
    }
  `
}

export function modelMethods(context: Context): Member[] {
  const { cls } = context
  const con = optionalConnection(cls)
  return methods(cls, [
    [
      `forceDelete(${con}): void`,
      `${cls.use(deletion)}::force(${cls.tableMap}::class, fn () => $this->delete($con));`,
      'Deletes the row from the table.',
    ],
    [
      `unDelete(${con}): int`,
      `$this->${columnOf(context).setter}(null);\n\nreturn $this->save($con);`,
      'Restores a deleted row.',
    ],
  ])
}
