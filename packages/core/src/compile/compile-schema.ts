import type { Diagnostic } from '../errors/index.js'
import type { InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import type { BuildMemory } from './build-memory.js'
import { type BuildOptions, compile } from './compile.js'

export interface CompiledSchema {
  /** One for each connection that schemas name, with tables, columns and relations resolved. */
  readonly databases: readonly Database[]
  readonly warnings: readonly Diagnostic[]
}

/**
 * Schema files to the model that every output is made from, for outputs of your own; throws an OrmError with every
 * problem of every file.
 *
 * @param options.makesSql whether problems that only SQL has are errors; false by default
 * @param options.pause called between the steps of reading; what it throws ends the reading
 * @param options.memory what the last call left, to read only what changed since
 * @example const { databases } = await compileSchema(await findSchemas('.'))
 */
export async function compileSchema(
  inputs: readonly InputFile[],
  options: Omit<BuildOptions, 'onWarning'> & {
    readonly makesSql?: boolean
    readonly memory?: BuildMemory
    readonly pause?: () => Promise<void>
  } = {},
): Promise<CompiledSchema> {
  const warnings: Diagnostic[] = []
  const onWarning = (warning: Diagnostic) => warnings.push(warning)
  const { databases } = await compile(inputs, { makesSql: false, ...options, onWarning }, options.memory?.schema)
  return { databases, warnings }
}
