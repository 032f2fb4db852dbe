/**
 * The entry `orm-core/internal/compile`: the compiler alone, for builds. Loading `orm-core/internal`, which can read databases,
 * migrations and seeds too, takes a tenth more of `sql:build` of 100 tables.
 */
import './host.js'

export { BuildMemory } from '../compile/build-memory.js'
export { buildParts, checkAll } from '../compile/builds.js'
export { schemaModule } from '../compile/schema-module.js'
