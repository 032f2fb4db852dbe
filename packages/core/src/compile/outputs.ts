import { projectRoot } from '../config/index.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { disk, type InputFile } from '../files.js'
import { type BuiltOutput, type Compiled, loadOutputs, runOutputs } from '../outputs/index.js'
import { type BuildOptions, compile } from './compile.js'

/** Schema files to the files of the outputs and templates that the configuration names. */
export const buildOutputs = async (
  inputs: readonly InputFile[],
  options: BuildOptions = {},
): Promise<readonly BuiltOutput[]> => outputsOf(await compile(inputs, { ...options, makesSql: false }), options)

/** The same from a model at hand; files that bundled outputs write in the same build are not written twice. */
export async function outputsOf(
  { config, databases }: Pick<Compiled, 'config' | 'databases'>,
  options: BuildOptions,
  bundled: readonly BuiltOutput[] = [],
): Promise<readonly BuiltOutput[]> {
  const warnings: Diagnostic[] = []
  const onWarning = (warning: Diagnostic) => void warnings.push(warning)
  const { files = disk, plugins } = options
  const outputs = await loadOutputs(config, { root: projectRoot(options.configDir), files, plugins, onWarning })
  const built = await runOutputs(outputs, { databases, config, bundled, onWarning })
  if (options.strict && warnings.length > 0) throw new OrmError(warnings)
  for (const warning of warnings) options.onWarning?.(warning)
  return built
}
