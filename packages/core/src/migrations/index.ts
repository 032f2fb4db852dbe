export { migrationChecksums } from './checksum.js'
export { migrationDirectory, newMigrationFile } from './directory.js'
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
