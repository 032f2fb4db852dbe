import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import type { ColumnNames } from '../table-view.js'
import { instant } from './model.js'
import { shapeOf, type TimestampableParameters } from './shape.js'

export function queryMethods({ table, params, cls }: CodeContext): Member[] {
  const { created, updated } = shapeOf(table, params as unknown as TimestampableParameters)
  const methods = (column: ColumnNames, did: string): Member[] => [
    cls.method({
      name: `recently${did}`,
      params: ['$nbDays = 7'],
      returns: 'static',
      doc: `Filters by rows ${did.toLowerCase()} in the last days.`,
      body: php`return $this->filterBy${column.phpName}(['min' => time() - $nbDays * 86400]);`,
    }),
    cls.method({
      name: `last${did}First`,
      returns: 'static',
      doc: `Orders by date, the last ${did.toLowerCase()} first.`,
      body: php`return $this->orderBy${column.phpName}('DESC');`,
    }),
    cls.method({
      name: `first${did}First`,
      returns: 'static',
      doc: `Orders by date, the first ${did.toLowerCase()} first.`,
      body: php`return $this->orderBy${column.phpName}('ASC');`,
    }),
  ]
  return [...(updated ? methods(updated, 'Updated') : []), ...(created ? methods(created, 'Created') : [])]
}

const touches = ({ table, params }: CodeContext): boolean =>
  (params as unknown as TimestampableParameters).touch_on_query_update && !table.model.readOnly

export const queryTraits = (context: CodeContext): string[] =>
  touches(context) ? ['Orm\\Runtime\\Behavior\\Timestampable\\TimestampableQueryTrait'] : []

/** `update()` of a query sets the date too where the schema asks for it. */
export function setDateOfQueryUpdate(context: CodeContext): Php | null {
  const { updated } = shapeOf(context.table, context.params as unknown as TimestampableParameters)
  if (!updated || !touches(context)) return null
  return php`
    $now = new ${context.cls.use('DateTimeImmutable')}();
    $this->touchOnUpdate($values, '${updated.phpName}', ${instant(updated)});
  `
}
