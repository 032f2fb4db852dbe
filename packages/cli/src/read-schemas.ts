import type { Config, Diagnostic, InputFile, OrmOptions } from 'orm-core/internal'
import { disk, findAndReadConfig, findSchemas } from 'orm-core/internal/config'
import { optionsFor } from 'orm-project/internal'
import type { Io } from './io.js'

/**
 * Options of commands that read schemas without building. They cannot skip tables with errors, because a migration would then
 * drop these tables.
 */
export const schemaOptions = optionsFor(
  ['sql'],
  ['keepEnv', 'overrides', 'overwrite', 'dryRun', 'check', 'watch', 'outputDir', 'validate', 'keepGoing'],
)

/** The configuration and schema files of a command, and the options for the compiler. */
export interface ReadSchemas {
  readonly config: Config
  readonly inputs: readonly InputFile[]
  /** Filled while the command runs. */
  readonly warnings: Diagnostic[]
  readonly compiling: Pick<OrmOptions, 'plugins' | 'strict' | 'configDir'> & {
    readonly config: Config
    readonly onWarning: (warning: Diagnostic) => void
  }
}

export async function readSchemas(
  options: OrmOptions,
  io: Io,
  more: { readonly keepEnv?: boolean } = {},
): Promise<ReadSchemas> {
  const { schemaDir, recursive, strict = false, plugins, configDir } = options
  const warnings: Diagnostic[] = []
  const onWarning = (warning: Diagnostic) => warnings.push(warning)
  const find = ({ paths, generator }: Config): Promise<readonly InputFile[]> =>
    findSchemas(schemaDir || paths.schemaDir, disk, {
      recursive: recursive ?? generator.recursive,
      ...(!strict && { onWarning }),
    })
  const loading = { ...(options as Omit<OrmOptions, 'overrides'>), ...more, env: io.env }
  const config = await findAndReadConfig(loading).catch(async (error) => {
    const { withSchemaErrors } = await import('orm-core/internal/compile')
    throw await withSchemaErrors(error, find, loading)
  })
  const inputs = await find(config)
  const compiling = {
    config,
    strict,
    onWarning,
    ...(plugins !== undefined && { plugins }),
    ...(configDir && { configDir }),
  }
  return { config, inputs, warnings, compiling }
}
