import type { Diagnostic } from '../errors/index.js'
import { perhapsRenamed, tableDropped } from '../errors/migration-errors.js'
import { qualifiedName } from '../model/index.js'
import type { DatabaseDiff } from './diff.js'

/** What of a change may hurt, said before it does. */
export function lintDiff(diff: DatabaseDiff, _: { readonly online?: boolean } = {}): Diagnostic[] {
  return [
    ...diff.dropped.map((table) => tableDropped(qualifiedName(table))),
    ...diff.lookAlikes.map(({ kind, table, before, after, rename, added }) =>
      perhapsRenamed(added.origin, kind, qualifiedName(table), before, after, rename),
    ),
  ]
}
