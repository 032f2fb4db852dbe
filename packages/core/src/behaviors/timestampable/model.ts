import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import { holdsSeconds, shapeOf, type TimestampableParameters } from './shape.js'

export function modelMethods({ table, params, cls }: CodeContext): Member[] {
  const { updated } = shapeOf(table, params as unknown as TimestampableParameters)
  if (!updated || table.model.readOnly) return []
  return [
    cls.method({
      name: 'keepUpdateDateUnchanged',
      returns: 'static',
      doc: 'Keeps the date of the last change in the next save().',
      body: php`
        $this->modifiedColumns[${cls.tableMap}::${updated.constant}] = true;

        return $this;
      `,
    }),
  ]
}

/** A new row has one instant in both columns, unless the user has set them. */
export function setDatesOfInsert({ table, params, cls }: CodeContext): Php | null {
  const { created, updated } = shapeOf(table, params as unknown as TimestampableParameters)
  const columns = [created, updated].filter((column) => column !== undefined)
  if (columns.length === 0 || table.model.readOnly) return null
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
export function setDatesOfUpdate({ table, params, cls }: CodeContext): Php | null {
  const { updated } = shapeOf(table, params as unknown as TimestampableParameters)
  if (!updated || table.model.readOnly) return null
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
