export {
  type BuildOptions,
  type BuiltFile,
  buildModel,
  buildSql,
  type ConvertOptions,
  convertConfig,
  type MapLine,
  readMapLines,
  type SqlBuildOptions,
} from './build/index.js'
export {
  type Adapter,
  adapters,
  type Config,
  type ConfigFormat,
  type ConfigInput,
  type ConnectionConfig,
  configFormats,
  defaultConfig,
  type Environment,
  escapeParameters,
  type LoadConfigOptions,
  loadConfig,
  utf8,
  withConnections,
  withOverrides,
  writeFormat,
} from './config/index.js'
export {
  type CatalogColumn,
  type CatalogForeignKey,
  type CatalogIndex,
  type CatalogTable,
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
  noSuchConnection,
  notUtf8,
  statementFailed,
  tablesHoldRows,
} from './errors/database-errors.js'
export {
  type Code,
  catalogue,
  codeFrame,
  type Diagnostic,
  type DiagnosticRecord,
  diagnosticRecord,
  didYouMean,
  formatDiagnostic,
  type Mark,
  type Note,
  OrmError,
  type Place,
  remainder,
  type Severity,
  Source,
  shownDiagnostics,
} from './errors/index.js'
export { disk, type FileReader, type InputFile } from './files.js'
export { type OptionName, type OrmOptions, optionTable } from './options.js'
export { type ReversedSchema, type ReverseOptions, reverseSchema } from './reverse/index.js'
export { writeSchema } from './schema/index.js'
export { configConvert, modelBuild, type SqlStreamOptions, type StreamOptions, sqlBuild } from './stream/index.js'
export {
  findSchemas,
  isChange,
  type WriteModelOptions,
  type WriteOptions,
  type WriteResult,
  writeFiles,
  writeModel,
} from './write/index.js'
