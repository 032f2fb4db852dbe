import type { ClassBuilder } from './class-builder.js'

/** Returns PHP code for the current time of the application's clock. */
export const now = (cls: ClassBuilder): string => `${cls.use('Orm\\Runtime\\Util\\Clock')}::now()`
