export {
  type MigrationFile,
  type MigrationStatement,
  migrationFileName,
  migrationVersion,
  readMigration,
  type WrittenMigration,
  type WrittenStatement,
  writeMigration,
} from './file.js'
