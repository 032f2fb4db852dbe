export { isTextOf } from './checks/check-defaults.js'
export type { SchemaContext } from './context.js'
export { formatSchema } from './format-schema.js'
export { resolveSchema } from './pipeline.js'
export { booleanMethods, takenByColumn } from './runtime-methods.js'
export type {
  AttributesOf,
  BehaviorParameter,
  BehaviorRegistry,
  BehaviorTrace,
  DatabaseEditor,
  SchemaBehavior,
  TableEditor,
} from './schema-behavior.js'
export { SchemaMemory } from './schema-memory.js'
export type { SchemaSettings } from './schema-settings.js'
export type { ResolvedSchema } from './state.js'
export { unboundPlatform } from './unbound-platform.js'
export { writeSchema } from './write-schema.js'
