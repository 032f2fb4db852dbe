export * from './build-entry.js'
export {
  type ConvertStreamOptions,
  configConvert,
  type MigrationStreamOptions,
  migrationDiff,
  modelBuild,
  type OrmProperty,
  type SqlStreamOptions,
  type StreamOptions,
  sqlBuild,
} from './stream/index.js'
