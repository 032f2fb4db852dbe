export type { BuiltFile } from './built-file.js'
export { defineOutput, type Output, type OutputContext, type OutputFile } from './define-output.js'
export { loadOutputs } from './load-outputs.js'
export { type BuiltOutput, runOutputs } from './run-output.js'
