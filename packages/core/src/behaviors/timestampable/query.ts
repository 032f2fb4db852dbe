import type { Member } from '../class-builder.js'
import { methods } from '../methods.js'
import { now } from '../now.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import { touchChanged } from './dates-of-changes.js'
import { instant } from './instant.js'
import { type Context, shapeOf } from './shape.js'

export function queryMethods(context: Context): Member[] {
  const { created, updated } = shapeOf(context)
  const dateMethods = (column: ColumnNames, did: string): Member[] =>
    methods(context.cls, [
      [
        `recently${did}($nbDays = 7): static`,
        `return $this->filterBy${column.phpName}(['min' => ${now(context.cls)}->getTimestamp() - $nbDays * 86400]);`,
        `Filters by rows ${did.toLowerCase()} in the last days.`,
      ],
      [
        `last${did}First(): static`,
        `return $this->orderBy${column.phpName}('DESC');`,
        `Orders by date, the last ${did.toLowerCase()} first.`,
      ],
      [
        `first${did}First(): static`,
        `return $this->orderBy${column.phpName}('ASC');`,
        `Orders by date, the first ${did.toLowerCase()} first.`,
      ],
    ])
  return [...(updated ? dateMethods(updated, 'Updated') : []), ...(created ? dateMethods(created, 'Created') : [])]
}

const touches = ({ table, params }: Context): boolean => params.touch_on_query_update && !table.model.readOnly

export const queryTraits = (context: Context): string[] =>
  touches(context) ? ['Orm\\Runtime\\Behavior\\Timestampable\\TimestampableQueryTrait'] : []

/** Makes `update()` of a query also set the date, if the schema enables it. */
export function setDateOfQueryUpdate(context: Context): Php | null {
  const { updated } = shapeOf(context)
  const changes = touchChanged(context)
  if ((!updated && changes.length === 0) || !touches(context)) return null
  const touch = updated && `$this->touchOnUpdate($values, '${updated.phpName}', ${instant(updated)});`
  // Objects that are saved individually set their own dates, and only if they change.
  return php`
    if (!$forceIndividualSaves) {
        $now = ${now(context.cls)};
        ${[...changes, ...(touch ? [touch] : [])].join('\n')}
    }
  `
}
