import { join } from 'node:path'
import { root } from './root.mjs'

/** The `orm` script, for tests whose subject is the process. */
export const ormScript = join(root, 'packages', 'cli', 'bin', 'orm.js')
