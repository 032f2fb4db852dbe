import { config } from './config.js'
import type { Output } from './define-output.js'
import { diagram, dictionary } from './diagram.js'
import type { BundledName } from './directories.js'
import { model } from './model.js'
import { sql } from './sql.js'

/** The bundled outputs, in the order in which a build runs them. */
export const bundledOutputs: Readonly<Record<BundledName, Output>> = { sql, model, config, diagram, dictionary }
