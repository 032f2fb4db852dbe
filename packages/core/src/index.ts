export {
  type BuildOptions,
  type BuiltFile,
  buildModel,
  buildSql,
  convertConfig,
  type MapLine,
  readMapLines,
  type SqlBuildOptions,
} from './build/index.js'
export {
  type Adapter,
  type Config,
  type ConnectionConfig,
  type Environment,
  type LoadConfigOptions,
  loadConfig,
  withConnections,
  withPlatform,
} from './config/index.js'
export {
  type DialectName,
  dialects,
  droppedTables,
  type Lexicon,
  type Statement,
  splitStatements,
} from './dialects/index.js'
export {
  badDsn,
  badMapEntry,
  cannotConnect,
  connectionLost,
  driverMissing,
  insertNotConfirmed,
  noSqlMap,
  statementFailed,
  tablesHoldRows,
} from './errors/database-errors.js'
export {
  type Code,
  catalogue,
  codeFrame,
  type Diagnostic,
  didYouMean,
  formatDiagnostic,
  type Mark,
  type Note,
  OrmError,
  type Place,
  type Severity,
  Source,
} from './errors/index.js'
export { disk, type FileReader, type InputFile } from './files.js'
export { type OptionName, type OrmOptions, optionTable } from './options.js'
export { configConvert, modelBuild, type StreamOptions, sqlBuild } from './stream/index.js'
export { findSchemas, type WriteResult, writeFiles } from './write/index.js'
