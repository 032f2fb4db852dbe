import { aggregateColumn, aggregateMultipleColumns } from './aggregate-column/index.js'
import { aggregateColumnRelation, aggregateMultipleColumnsRelation } from './aggregate-column/relation.js'
import { alternativeCodingStandards } from './alternative-coding-standards/index.js'
import { archivable } from './archivable/index.js'
import { autoAddPk } from './auto-add-pk/index.js'
import { blamable, blameable } from './blameable/index.js'
import { closureTable } from './closure-table/index.js'
import { concreteInheritance, concreteInheritanceParent } from './concrete-inheritance/index.js'
import { configLoad, configStore } from './config-store/index.js'
import type { Behavior } from './define-behavior.js'
import { delegate } from './delegate/index.js'
import { eventDispatcher } from './event-dispatcher/index.js'
import { i18n } from './i18n/index.js'
import { nestedSet } from './nested-set/index.js'
import { outputGroup } from './output-group/index.js'
import { queryCache } from './query-cache/index.js'
import { sluggable } from './sluggable/index.js'
import { softDelete } from './soft-delete/index.js'
import { sortable, sortableCascade, sortableParent } from './sortable/index.js'
import { syncedTable, syncedTableAccessors } from './synced-table/index.js'
import { timestampable } from './timestampable/index.js'
import { uuid } from './uuid/index.js'
import { validate } from './validate/index.js'
import { versionable } from './versionable/index.js'

/** The bundled behaviors. They use only what third-party behaviors can use, too. */
// biome-ignore format: one per line
export const bundled: readonly Behavior[] = [
  aggregateColumn,
  aggregateColumnRelation,
  aggregateMultipleColumns,
  aggregateMultipleColumnsRelation,
  alternativeCodingStandards,
  archivable,
  autoAddPk,
  blamable,
  blameable,
  closureTable,
  concreteInheritance,
  concreteInheritanceParent,
  configLoad,
  configStore,
  delegate,
  eventDispatcher,
  i18n,
  nestedSet,
  outputGroup,
  queryCache,
  sluggable,
  softDelete,
  sortable,
  sortableCascade,
  sortableParent,
  syncedTable,
  syncedTableAccessors,
  timestampable,
  uuid,
  validate,
  versionable,
]
