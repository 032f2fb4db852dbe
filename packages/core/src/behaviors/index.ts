export { type Parameter, p, type Values } from './behavior-parameters.js'
export type { ClassBuilder, Member } from './class-builder.js'
export {
  type Companion,
  copyColumns,
  copyForeignKeys,
  copyIndexes,
  ensureCompanion,
  moveColumns,
  referToMain,
} from './companion-table.js'
export { type Behavior, type BehaviorFile, type CodeContext, defineBehavior } from './define-behavior.js'
export { contributionsOf, type FindBehavior, filesOf } from './merge-contributions.js'
export { Php, php } from './php.js'
export { createRegistry } from './registry.js'
export type { ColumnNames, TableView } from './table-view.js'
export { validateLeniently } from './validate/index.js'
