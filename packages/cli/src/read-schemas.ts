import type { Config, Diagnostic, InputFile, OrmOptions } from 'orm-core/internal'
import { disk, findSchemas, loadConfig } from 'orm-core/internal/config'
import { optionsFor } from 'orm-project/internal'
import type { Io } from './io.js'

/** Options of commands that read schemas and are no build. A migration without the tables that have errors would drop them. */
export const schemaOptions = optionsFor(
  ['sql'],
  ['keepEnv', 'overrides', 'overwrite', 'dryRun', 'check', 'watch', 'outputDir', 'validate', 'keepGoing'],
)

/** The configuration and the schema files that a command is about, and what it passes on to the compiler. */
export interface ReadSchemas {
  readonly config: Config
  readonly inputs: readonly InputFile[]
  /** Filled while the command works. */
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
  const config = await loadConfig({ ...(options as Omit<OrmOptions, 'overrides'>), ...more, env: io.env })
  const warnings: Diagnostic[] = []
  const onWarning = (warning: Diagnostic) => warnings.push(warning)
  const inputs = await findSchemas(schemaDir || config.paths.schemaDir, disk, {
    recursive: recursive ?? config.generator.recursive,
    ...(!strict && { onWarning }),
  })
  const compiling = {
    config,
    strict,
    onWarning,
    ...(plugins !== undefined && { plugins }),
    ...(configDir && { configDir }),
  }
  return { config, inputs, warnings, compiling }
}
