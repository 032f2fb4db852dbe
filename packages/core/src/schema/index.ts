export { type BehaviorParameter, type BehaviorRegistry, noBehaviors, type SchemaBehavior } from './behavior.js'
export { resolveSchema } from './pipeline.js'
export type { SchemaSettings } from './settings.js'
export type { SchemaContext, SchemaState } from './state.js'
