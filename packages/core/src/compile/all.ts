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

export interface BuildAllOptions
  extends Omit<SqlBuildOptions, 'outputDir'>,
    Pick<ConvertOptions, 'keepEnv' | 'outputFile'> {
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

/** What can be made of a project. */
export type OutputName = (typeof outputNames)[number]

/** What a build of everything makes; `outputs` are those that the configuration names. */
const outputNames = ['sql', 'model', 'config', 'outputs'] as const

/** SQL, PHP classes and runtime configuration over one reading of the schema; throws if any of them has errors. */
export async function buildAll(inputs: readonly InputFile[], options: BuildAllOptions = {}): Promise<BuiltProject> {
  const { phpDir, ...others } = await buildParts(inputs, { ...options, make: outputNames })
  return { ...others, phpDir: [...phpDir] }
}

/** Some of them. Classes alone are made when they are asked for, once, and their problems thrown at the end. */
export async function buildParts(
  inputs: readonly InputFile[],
  { make, ...options }: BuildAllOptions & { readonly make: readonly OutputName[] },
): Promise<Omit<BuiltProject, 'phpDir'> & { readonly phpDir: Iterable<BuiltFile> }> {
  const { keepEnv, outputFile, memory, onProgress } = options
  const compiled = await compile(inputs, { ...options, makesSql: make.includes('sql') }, memory?.schema)
  const { config, databases } = compiled
  const conf = make.includes('config') ? await convertConfig(config, { keepEnv, outputFile }) : []
  const classes = make.includes('model') ? modelFiles(compiled, { tableFiles: memory?.tableFiles, onProgress }) : []
  const hasOutputs = make.includes('outputs')
  const files = {
    sqlDir: make.includes('sql') ? await sqlFiles(compiled, options, memory?.statements) : [],
    phpDir: hasOutputs ? [...classes] : classes,
    // The loader among the classes is the real one.
    phpConfDir: make.includes('model') ? conf.filter(({ kind }) => kind !== 'loader') : conf,
  }
  const outputs = hasOutputs
    ? await outputsOf(compiled, options, [
        { name: 'sql', directory: config.paths.sqlDir, files: files.sqlDir },
        { name: 'model', directory: config.paths.phpDir, files: [...files.phpDir] },
        { name: 'config', directory: config.paths.phpConfDir, files: files.phpConfDir },
      ])
    : []
  return { ...files, outputs, databases }
}
