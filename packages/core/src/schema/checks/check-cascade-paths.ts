import { severalCascadePaths } from '../../errors/schema/foreign-key-errors.js'
import { type ForeignKey, hasConstraint, qualifiedName, type Table } from '../../model/index.js'
import type { Check, DatabaseDraft } from '../state.js'

/** Reports cascade paths that meet, for servers that reject a table which a deletion elsewhere reaches on two paths. */
export const checkCascadePaths: Check = (draft, state) => {
  if (!draft.platform.refusesSeveralCascadePaths) return
  for (const table of draft.model.tables) {
    const reached = new Map<Table, ForeignKey>()
    for (const key of cascading(table, draft)) {
      const again = walk(table, key, draft, reached)
      if (!again) continue
      const at = key.origin.at(key.onDelete ? 'onDelete' : 'onUpdate')
      state.report(
        severalCascadePaths(at, qualifiedName(draft.targets.get(key)!), qualifiedName(again), draft.platform.name),
      )
    }
  }
}

const cascading = (table: Table, { targets }: DatabaseDraft): ForeignKey[] =>
  table.foreignKeys.filter(
    (key) => targets.has(key) && hasConstraint(key) && [key.onDelete, key.onUpdate].some(cascades),
  )

const cascades = (action: ForeignKey['onDelete']): boolean =>
  action === 'CASCADE' || action === 'SET NULL' || action === 'SET DEFAULT'

/** Follows a foreign key upwards. Returns the first table that an earlier key has reached too, or the start itself. */
function walk(
  start: Table,
  first: ForeignKey,
  draft: DatabaseDraft,
  reached: Map<Table, ForeignKey>,
): Table | undefined {
  const waiting = [first]
  for (let key = waiting.pop(); key; key = waiting.pop()) {
    const target = draft.targets.get(key)!
    if (target === start) return target
    const by = reached.get(target)
    if (by && by !== first) return target
    if (by) continue
    reached.set(target, first)
    for (const next of cascading(target, draft)) waiting.push(next)
  }
  return undefined
}
