import { defineBehavior } from '../define-behavior.js'

/** Stores parameters for several uses of a behavior. The schema reader handles it: each use becomes that behavior itself. */
export const configStore = defineBehavior({ name: 'config_store', freeParameters: true })

/** A use of a behavior with stored parameters. */
export const configLoad = defineBehavior({ name: 'config_load', freeParameters: true })
