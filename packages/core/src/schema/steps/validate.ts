import { checkCascadePaths } from '../checks/cascade-paths.js'
import type { Check } from '../checks/check.js'
import { checkColumns } from '../checks/columns.js'
import { checkForeignKeys } from '../checks/foreign-keys.js'
import { checkIndexes } from '../checks/indexes.js'
import { checkInheritance } from '../checks/inheritance.js'
import { checkKeys } from '../checks/keys.js'
import { checkPhpNames } from '../checks/php-names.js'
import { checkRelationNames } from '../checks/relation-names.js'
import { checkTables } from '../checks/tables.js'
import type { SchemaState } from '../state.js'

const partChecks: readonly Check[] = [
  checkTables,
  checkColumns,
  checkKeys,
  checkForeignKeys,
  checkInheritance,
  checkPhpNames,
]
const wholeChecks: readonly Check[] = [checkIndexes, checkCascadePaths, checkRelationNames]

/** What tables and their parts mean, before anything is derived from them. */
export const validateParts = (state: SchemaState): SchemaState => run(partChecks, state)

/** What depends on everything being there: names of all keys, and of all relations. */
export const validateWhole = (state: SchemaState): SchemaState => run(wholeChecks, state)

function run(checks: readonly Check[], state: SchemaState): SchemaState {
  for (const check of checks) for (const draft of state.databases) check(draft, state)
  return state
}
