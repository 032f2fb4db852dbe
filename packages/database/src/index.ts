export type { OnMissing } from './connect.js'
export {
  type InsertOptions,
  type InsertPlan,
  type InsertReport,
  insertSql,
  type Progress,
  planInsert,
} from './insert.js'
export { type Loss, lossText } from './losses.js'
export { type Baseline, migrationBaseline } from './migrations/baseline.js'
export { type Drift, databaseSnapshots, migrationDrift } from './migrations/drift.js'
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
  planDown,
  planMigrate,
} from './migrations/migrate.js'
export { rebasedSnapshots } from './migrations/rebase.js'
export { type PushOptions, type PushReport, pushSchema } from './push.js'
export { type ReverseDatabaseOptions, reverseDatabase, serverVersion, testConnection } from './reverse.js'
