import { checkCascadePaths } from '../checks/check-cascade-paths.js'
import { checkColumns } from '../checks/check-columns.js'
import { checkConstraints } from '../checks/check-constraints.js'
import { checkDomains } from '../checks/check-domains.js'
import { checkForeignKeys } from '../checks/check-foreign-keys.js'
import { checkIndexes } from '../checks/check-indexes.js'
import { checkInheritance } from '../checks/check-inheritance.js'
import { checkKeyBytes } from '../checks/check-key-bytes.js'
import { checkKeys } from '../checks/check-keys.js'
import { checkEnumTypes } from '../checks/check-native-enums.js'
import { checkPartitions } from '../checks/check-partitions.js'
import { checkPhpNames } from '../checks/check-php-names.js'
import { checkRelationNames } from '../checks/check-relation-names.js'
import { checkTableKinds } from '../checks/check-table-kinds.js'
import { checkTables } from '../checks/check-tables.js'
import { checkViews } from '../checks/check-views.js'
import type { Check, SchemaState } from '../state.js'

const partChecks: readonly Check[] = [
  checkTables,
  checkColumns,
  checkKeys,
  checkConstraints,
  checkViews,
  checkTableKinds,
  checkPartitions,
  checkForeignKeys,
  checkInheritance,
  checkPhpNames,
]
const wholeChecks: readonly Check[] = [
  checkIndexes,
  checkKeyBytes,
  checkEnumTypes,
  checkDomains,
  checkCascadePaths,
  checkRelationNames,
]

/** Checks tables and their parts, before anything is derived from them. */
export const validateParts = (state: SchemaState): SchemaState => run(partChecks, state)

/** Checks what requires the complete model: the names of all keys and of all relations. */
export const validateWhole = (state: SchemaState): SchemaState => run(wholeChecks, state)

function run(checks: readonly Check[], state: SchemaState): SchemaState {
  for (const check of checks) for (const draft of state.databases) check(draft, state)
  return state
}
