export type { BuiltFile, WriteResult } from '../outputs/built-file.js'
export { type ConvertOptions, convertConfig, convertNames } from '../outputs/config.js'
export { type MapLine, readMapLines } from '../outputs/sql-map.js'
export { BuildMemory } from './build-memory.js'
export { databaseNameIn } from './build-schema.js'
export {
  type BuildAllOptions,
  type BuiltProject,
  buildAll,
  buildDiagrams,
  buildModel,
  buildOutputs,
  buildParts,
  buildSql,
  type DiagramFormat,
  iterateModel,
  type ModelBuildOptions,
  type SqlBuildOptions,
} from './builds.js'
export { type BuildOptions, buildNames, type Purpose, withSchemaErrors } from './compile.js'
export { type CompiledSchema, compileSchema } from './compile-schema.js'
export { findSchemas, isSearched } from './find-schemas.js'
export { isBuiltSql } from './generated.js'
export { type SchemaOfConnection, schemasByConnection } from './inserted.js'
export { type KnownBehaviors, knownBehaviors } from './known-behaviors.js'
export {
  buildMigrations,
  isLeftOutOf,
  type MigrationOptions,
  type MigrationPlan,
  migrationNames,
  planMigrations,
} from './migration.js'
export { reverseSchema } from './reverse.js'
export { type SchemaModule, schemaModule } from './schema-module.js'
export {
  catalogSnapshot,
  checkMigrationPlatform,
  comparedSnapshots,
  storedSnapshot,
  unwrittenChanges,
} from './snapshots.js'
