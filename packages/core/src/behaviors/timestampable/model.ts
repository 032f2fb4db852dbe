import type { Member } from '../class-builder.js'
import { methods } from '../methods.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import { type Context, holdsSeconds, shapeOf } from './shape.js'

export function modelMethods(context: Context): Member[] {
  const { cls } = context
  const { updated } = shapeOf(context)
  return methods(cls, [
    updated && [
      'keepUpdateDateUnchanged(): static',
      `$this->modifiedColumns[${cls.tableMap}::${updated.constant}] = true;\n\nreturn $this;`,
      'Keeps the date of the last change in the next save().',
    ],
  ])
}

/** A new row has one instant in both columns, unless the user has set them. */
export function setDatesOfInsert(context: Context): Php | null {
  const { cls } = context
  const { created, updated } = shapeOf(context)
  const columns = [created, updated].filter((column) => column !== undefined)
  if (columns.length === 0) return null
  const lines = columns.map(
    (column) => php`
      if (!$this->isColumnModified(${cls.tableMap}::${column.constant})) {
          $this->${column.setter}(${instant(column)});
      }
    `,
  )
  return php`
    $now = new ${cls.use('DateTimeImmutable')}();
    ${lines.join('\n')}
  `
}

/** A row that changes gets the current date, unless the user has set one. */
export function setDatesOfUpdate(context: Context): Php | null {
  const { cls } = context
  const { updated } = shapeOf(context)
  if (!updated) return null
  return php`
    if ($this->isModified() && !$this->isColumnModified(${cls.tableMap}::${updated.constant})) {
        $now = new ${cls.use('DateTimeImmutable')}();
        $this->${updated.setter}(${instant(updated)});
    }
  `
}

/** The instant `$now` as a column holds it. */
export const instant = ({ column }: ColumnNames): string =>
  holdsSeconds(column.type) ? '$now->getTimestamp()' : '$now'
