import type { InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import { type ConvertOptions, convertConfig } from '../outputs/config.js'
import type { BuiltFile, BuiltOutput } from '../outputs/index.js'
import { modelFiles } from '../outputs/model.js'
import { sqlFiles } from '../outputs/sql.js'
import type { BuildMemory } from './build-memory.js'
import { compile } from './compile.js'
import { outputsOf } from './outputs.js'
import type { SqlBuildOptions } from './sql.js'

export interface BuildAllOptions extends Omit<SqlBuildOptions, 'outputDir'>, Pick<ConvertOptions, 'keepEnv'> {
  /** What earlier builds of the same project left, to read and to make only what changed. */
  readonly memory?: BuildMemory
  /** Called for each table in turn, which takes long where there are many. */
  readonly onProgress?: (done: number, total: number) => void
}

/** The files of a whole project, by the directory of the configuration that they belong to. */
export interface BuiltProject {
  readonly sqlDir: readonly BuiltFile[]
  readonly phpDir: readonly BuiltFile[]
  readonly phpConfDir: readonly BuiltFile[]
  /** What the outputs and templates of the configuration made. */
  readonly outputs: readonly BuiltOutput[]
  /** The model that all of it was made from. */
  readonly databases: readonly Database[]
}

/** SQL, PHP classes and runtime configuration over one reading of the schema; throws if any of them has errors. */
export async function buildAll(inputs: readonly InputFile[], options: BuildAllOptions = {}): Promise<BuiltProject> {
  const { keepEnv, memory, onProgress } = options
  const compiled = await compile(inputs, options, memory?.schema)
  const conf = await convertConfig(compiled.config, { ...(keepEnv !== undefined && { keepEnv }) })
  const files = {
    sqlDir: await sqlFiles(compiled, options, memory?.statements),
    phpDir: [...modelFiles(compiled, { tableFiles: memory?.tableFiles, onProgress })],
    // The loader among the classes is the real one.
    phpConfDir: conf.filter(({ kind }) => kind !== 'loader'),
  }
  const { paths } = compiled.config
  const outputs = await outputsOf(compiled, options, [
    { name: 'sql', directory: paths.sqlDir, files: files.sqlDir },
    { name: 'model', directory: paths.phpDir, files: files.phpDir },
    { name: 'config', directory: paths.phpConfDir, files: files.phpConfDir },
  ])
  return { ...files, outputs, databases: compiled.databases }
}
