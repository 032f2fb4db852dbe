import { type Config, type Environment, loadConfig } from '../config/index.js'
import { platforms } from '../dialects/index.js'
import { isError, OrmError, Source, sortDiagnostics } from '../errors/index.js'
import { noSchemaFile } from '../errors/schema-errors.js'
import { disk, type FileReader, type InputFile } from '../files.js'
import { type Database, pluralize } from '../model/index.js'
import { noBehaviors, resolveSchema, type SchemaSettings } from '../schema/index.js'
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
  const { databases, diagnostics } = await resolveSchema(sources, {
    platforms: new Map(Object.entries(config.connections).map(([name, { adapter }]) => [name, platforms[adapter]])),
    settings: schemaSettings(),
    behaviors: noBehaviors,
    files: options.files ?? disk,
  })
  if (diagnostics.some(isError)) {
    const files = sources.map(({ file }) => file)
    throw new OrmError(sortDiagnostics(diagnostics, files))
  }
  return { config, databases }
}

const schemaSettings = (): SchemaSettings => ({
  tablePrefix: '',
  targetPackage: '',
  packageObjectModel: true,
  namespaceAutoPackage: true,
  autoPrefix: false,
  autoPackage: false,
  autoNamespace: false,
  pluralize,
})

// Byte order, so that every machine reads files in the same order.
const byPath = (a: InputFile, b: InputFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
