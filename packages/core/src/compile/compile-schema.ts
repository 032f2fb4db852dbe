import type { Diagnostic } from '../errors/index.js'
import type { InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import { checkOptions } from '../options.js'
import type { BuildMemory } from './build-memory.js'
import { type BuildOptions, buildNames, compile } from './compile.js'

export interface CompiledSchema {
  /** One database per connection that schemas name, with tables, columns and relations resolved. */
  readonly databases: readonly Database[]
  readonly warnings: readonly Diagnostic[]
}

type CompileOptions = BuildOptions & {
  readonly makesSql?: boolean
  readonly memory?: BuildMemory
  readonly pause?: () => Promise<void>
}

const optionNames = [...buildNames, 'makesSql', 'memory', 'pause'] as const satisfies (keyof CompileOptions)[]

/**
 * Compiles schema files to the model that every output is generated from, for custom outputs. Throws an OrmError with all
 * problems of all files.
 *
 * @param options.makesSql whether problems that concern only SQL are errors; false by default
 * @param options.pause called between the reading steps; an exception from it aborts the reading
 * @param options.memory memory of the last call, so that only changes are read
 * @example const { databases } = await compileSchema(await findSchemas('.'))
 */
export async function compileSchema(
  inputs: readonly InputFile[],
  options: CompileOptions = {},
): Promise<CompiledSchema> {
  checkOptions(options, optionNames)
  const warnings: Diagnostic[] = []
  const onWarning = (warning: Diagnostic) => {
    warnings.push(warning)
    options.onWarning?.(warning)
  }
  const { databases } = await compile(inputs, { makesSql: false, ...options, onWarning }, options.memory?.schema)
  return { databases, warnings }
}
