export { type Batch, forBatch, writeBatch } from './batch.js'
export { migrationChecksums } from './checksum.js'
export { describeDiff } from './describe.js'
export {
  type DatabaseDiff,
  type DiffOptions,
  diffDatabases,
  isEmpty,
  noDiff,
  reversedDiff,
} from './diff/index.js'
export type { LookAlike } from './diff/look-alikes.js'
export { migrationDirectory, newMigrationFile } from './directory.js'
export {
  type MigrationFile,
  type MigrationStatement,
  migrationFileName,
  readMigration,
  type WrittenMigration,
  type WrittenStatement,
  writeMigration,
} from './file.js'
export { leaveAlone, managedTables } from './left-alone.js'
export { lintDiff, offendingRows } from './lint.js'
export { lintFile, lintStatements } from './lint-file.js'
export { allowedCodes, switched } from './lint-switches.js'
export { describeOwnTable, ownTablesNeededBy, presentOwnTables } from './own-tables.js'
export { unknownRenames } from './renames.js'
export type { ReverseOptions } from './reverse/context.js'
export { omitDependents } from './reverse/dependents.js'
export { writeDraft } from './reverse/draft.js'
export { Repair } from './reverse/repair.js'
export { draftSchema, type ReversedSchema } from './reverse/reverse-schema.js'
export {
  byQualifiedName,
  emptySnapshot,
  platformOf,
  readSnapshot,
  type Snapshot,
  snapshotOf,
  writeSnapshot,
} from './snapshot.js'
export { migrationStatements } from './statements.js'
export {
  asWanted,
  doubtful,
  inSchemasOf,
  inWordsOf,
  type ReadDatabase,
  sqlSchemaOf,
} from './words.js'
