export type { BuiltFile, WriteResult } from '../outputs/built-file.js'
export { type ConvertOptions, convertConfig } from '../outputs/config.js'
export { type MapLine, readMapLines } from '../outputs/sql-map.js'
export { type BuildAllOptions, type BuiltProject, buildAll, buildParts, type OutputName } from './all.js'
export { BuildMemory } from './build-memory.js'
export type { BuildOptions } from './compile.js'
export { type CompiledSchema, compileSchema } from './compile-schema.js'
export { buildDiagrams, type DiagramFormat, drawSchema } from './diagram.js'
export { findSchemas, isSearched } from './find-schemas.js'
export { isBuiltSql } from './generated.js'
export { type SchemaOfConnection, schemasByConnection } from './inserted.js'
export {
  buildMigrations,
  isLeftOutOf,
  type MigrationOptions,
  type MigrationPlan,
  planMigrations,
} from './migration.js'
export { buildModel, iterateModel, type ModelBuildOptions } from './model.js'
export { buildOutputs } from './outputs.js'
export { reverseSchema } from './reverse.js'
export { type SchemaModule, schemaModule } from './schema-module.js'
export { catalogSnapshot, comparedSnapshots, storedSnapshot, unwrittenChanges } from './snapshots.js'
export { buildSql, type SqlBuildOptions } from './sql.js'
