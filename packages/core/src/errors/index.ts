export { BuildError } from './build-error.js'
export { type Code, catalogue } from './catalogue.js'
export { type Diagnostic, isError, type Note, type Severity, sortDiagnostics, upToDate } from './diagnostic.js'
export {
  codeFrame,
  type DiagnosticRecord,
  diagnosticRecord,
  formatDiagnostic,
  remainder,
  shownDiagnostics,
} from './format.js'
export { didYouMean } from './nearest.js'
export { OrmError } from './orm-error.js'
export { type Mark, type Place, Section, Source, type SourceText } from './source.js'
