export { resolveSchema } from './pipeline.js'
export type { SchemaState } from './state.js'
