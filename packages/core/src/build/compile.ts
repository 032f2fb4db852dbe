import { type Config, type Environment, loadConfig } from '../config/index.js'
import { isError, OrmError, Source, sortDiagnostics } from '../errors/index.js'
import { noSchemaFile } from '../errors/schema-errors.js'
import type { FileReader, InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import { resolveSchema } from '../schema/index.js'
import { decodeXml } from '../xml/index.js'

/** What a build needs to know besides its input files. */
export interface BuildOptions {
  /** A configuration at hand; without it, one is looked for in `configDir`. */
  readonly config?: Config
  readonly configDir?: string
  /** Variables for `%env.NAME%` in the configuration. */
  readonly env?: Environment
  /** Where configuration is read from. */
  readonly files?: FileReader
}

export interface Compiled {
  readonly config: Config
  readonly databases: readonly Database[]
}

/** Schema files and configuration to a resolved model; throws an OrmError with every problem of every file. */
export async function compile(inputs: readonly InputFile[], options: BuildOptions): Promise<Compiled> {
  const config = options.config ?? (await loadConfig(options))
  if (inputs.length === 0) throw new OrmError([noSchemaFile(config.paths.schemaDir)])
  const sources = [...inputs].sort(byPath).map(({ path, contents }) => new Source(path, decodeXml(contents)))
  const { databases, diagnostics } = resolveSchema(sources, Object.keys(config.connections))
  if (diagnostics.some(isError)) {
    const files = sources.map(({ file }) => file)
    throw new OrmError(sortDiagnostics(diagnostics, files))
  }
  return { config, databases }
}

// Byte order, so that every machine reads files in the same order.
const byPath = (a: InputFile, b: InputFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
