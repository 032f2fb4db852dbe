import { defineBehavior } from '../define-behavior.js'

/** Parameters for several uses of a behavior. The schema reads it: what loads it is a use of the behavior itself. */
export const configStore = defineBehavior({ name: 'config_store', freeParameters: true })

/** A use of a behavior with stored parameters. */
export const configLoad = defineBehavior({ name: 'config_load', freeParameters: true })
