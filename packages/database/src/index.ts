export { BrowseError } from './browse/browse-error.js'
export {
  Browser,
  type BrowserOptions,
  type Count,
  isLocal,
  openBrowser,
  type QueryResult,
  type RowDetails,
} from './browse/browser.js'
export type { Cells, Change, ChangePlan, PlannedChange } from './browse/changes.js'
export type { Lists, Move, MoveRequest, OrderKind } from './browse/moves.js'
export {
  type Cursor,
  type Filter,
  filterOperators,
  type Link,
  type Page,
  type PageRequest,
  type PageRow,
  type RowsRequest,
} from './browse/page.js'
export type { ShownColumn, ShownRelation, ShownTable, ShownViews } from './browse/tables.js'
export type { Cell, ValueKind } from './browse/values.js'
export type { OnMissing } from './connect/connect.js'
export { type Loss, lossText } from './execute/losses.js'
export { type TableRows, type TableRowsOptions, tableRows } from './execute/table-rows.js'
export {
  type InsertOptions,
  type InsertPlan,
  type InsertReport,
  insertSql,
  type Progress,
  planInsert,
} from './insert/insert.js'
export { type InsertTaskOptions, insertTask, type MigrateTaskOptions, migrateTask } from './insert/tasks.js'
export {
  type ReverseDatabaseOptions,
  reverseDatabase,
  type ServerState,
  serverState,
  testConnection,
} from './introspect/reverse.js'
export { type RepairOptions, type RepairReport, repairLists } from './lists/repair.js'
export { type Baseline, existingTables, migrationBaseline } from './migrations/baseline.js'
export type { BatchProgress } from './migrations/batches.js'
export { type Drift, databaseSnapshots, migrationDrift } from './migrations/drift.js'
export { type ExplainedMigration, explainMigrate, type StatementEffect } from './migrations/effects.js'
export {
  type DoneMigration,
  type MigrateDownOptions,
  type MigrateOptions,
  type MigrationProgress,
  type MigrationState,
  migrate,
  migrateDown,
  migrationStatus,
  type PlannedMigration,
  type PlannedStatement,
  planDown,
  planMigrate,
} from './migrations/migrate.js'
export { type PushOptions, type PushReport, pushSchema } from './migrations/push.js'
export { rebasedSnapshots } from './migrations/rebase.js'
export { migrationResolve, type ResolvedMigration, type ResolveOptions } from './migrations/resolve.js'
export { dumpRows } from './seeds/dump-rows.js'
export { type SeedOptions, type SeedReport, writeSeeds } from './seeds/write-seeds.js'
export type { PlanStep } from './session/browse-rules.js'
