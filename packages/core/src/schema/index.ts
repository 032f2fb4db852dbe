export type { SchemaContext } from './context.js'
export { SchemaMemory } from './memory.js'
export { resolveSchema } from './pipeline.js'
export { booleanMethods, takenByColumn } from './runtime-methods.js'
export type {
  AttributesOf,
  BehaviorParameter,
  BehaviorRegistry,
  DatabaseEditor,
  SchemaBehavior,
  TableEditor,
} from './schema-behavior.js'
export type { SchemaSettings } from './settings.js'
export type { ResolvedSchema } from './state.js'
export { writeSchema } from './write.js'
