import type { Member } from '../class-builder.js'
import { methods } from '../methods.js'
import { now } from '../now.js'
import { type Php, php } from '../php.js'
import { setDatesOfChanges } from './dates-of-changes.js'
import { instant } from './instant.js'
import { type Context, shapeOf } from './shape.js'

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

/** Sets the same instant in both columns of a new row, unless the user has set them. */
export function setDatesOfInsert(context: Context): Php | null {
  const { cls } = context
  const { created, updated } = shapeOf(context)
  const columns = [created, updated].filter((column) => column !== undefined)
  const lines = columns.map(
    (column) => php`
      if (!$this->isColumnModified(${cls.tableMap}::${column.constant})) {
          $this->${column.setter}(${instant(column)});
      }
    `,
  )
  lines.push(...setDatesOfChanges(context, true))
  if (lines.length === 0) return null
  return php`
    $now = ${now(cls)};
    ${lines.join('\n')}
  `
}

/** Sets the current date in a changed row, unless the user has set one. */
export function setDatesOfUpdate(context: Context): Php | null {
  const { cls } = context
  const { updated } = shapeOf(context)
  const changes = setDatesOfChanges(context, false)
  const touch =
    updated &&
    php`
      if (!$this->isColumnModified(${cls.tableMap}::${updated.constant})) {
          $this->${updated.setter}(${instant(updated)});
      }
    `
  if (changes.length > 0) {
    return php`
      if ($this->isModified()) {
          $now = ${now(cls)};
          ${[...changes, ...(touch ? [touch] : [])].join('\n')}
      }
    `
  }
  if (!updated) return null
  return php`
    if ($this->isModified() && !$this->isColumnModified(${cls.tableMap}::${updated.constant})) {
        $now = ${now(cls)};
        $this->${updated.setter}(${instant(updated)});
    }
  `
}
