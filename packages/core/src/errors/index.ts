export { BuildError } from './build-error.js'
export { type Code, catalogue } from './catalogue.js'
export {
  asError,
  asWarning,
  type Diagnostic,
  foldWarnings,
  isError,
  markOf,
  type Note,
  type Severity,
  sortDiagnostics,
} from './diagnostic.js'
export {
  codeFrame,
  type DiagnosticRecord,
  diagnosticRecord,
  formatDiagnostic,
  remainder,
  shownDiagnostics,
} from './format.js'
export { checkKeys, didYouMean, nearness, quoted } from './nearest.js'
export { mostErrors, OrmError } from './orm-error.js'
export { installedPageOf, pageOf } from './page.js'
export { type Rendering, renderDiagnostics, renderingFor } from './render.js'
export { type Mark, type Place, Source, type SourceText } from './source.js'
export { terminalLine, terminalText } from './terminal-text.js'
