import { projectRoot } from '../config/index.js'
import type { Diagnostic } from '../errors/index.js'
import { disk, type InputFile } from '../files.js'
import type { Database } from '../model/index.js'
import { checkOptions } from '../options.js'
import type { ConvertOptions } from '../outputs/config.js'
import {
  type BuiltFile,
  type BuiltOutput,
  type BundledName,
  bundledOutputs,
  everything,
  loadOutputs,
  modelCheck,
  type Output,
  type OutputName,
  type RunOptions,
  runOutputs,
  type StartedOutput,
} from '../outputs/index.js'
import type { BuildMemory } from './build-memory.js'
import { type BuildOptions, buildNames, compile } from './compile.js'

export interface ModelBuildOptions extends BuildOptions {
  /** Output directory. Defaults to that of the configuration. */
  readonly outputDir?: string
}

export interface SqlBuildOptions extends ModelBuildOptions, Pick<RunOptions, 'outputs'> {
  /** Whether to replace an existing `sqldb.map` instead of adding to it. @default false */
  readonly overwrite?: boolean | undefined
  /** Whether the inputs are all schemas of the project, so that a database missing in them no longer exists. @default false */
  readonly whole?: boolean
}

export interface BuildAllOptions
  extends Omit<SqlBuildOptions, 'outputDir'>,
    Pick<ConvertOptions, 'keepEnv' | 'outputFile'> {
  /** Memory of earlier builds of the same project, so that only changes are read and generated. */
  readonly memory?: BuildMemory
  /** Called for each table, as generating many of them takes long. */
  readonly onProgress?: (done: number, total: number) => void
}

/** The files of a whole project, by the configuration key of their directory. */
export interface BuiltProject {
  readonly sqlDir: readonly BuiltFile[]
  readonly phpDir: readonly BuiltFile[]
  readonly phpConfDir: readonly BuiltFile[]
  /** The files of the configured outputs and templates. */
  readonly outputs: readonly BuiltOutput[]
  /** The model that everything was generated from. */
  readonly databases: readonly Database[]
}

const modelNames = [...buildNames, 'outputDir'] as const satisfies (keyof ModelBuildOptions)[]
const sqlNames = [...modelNames, 'outputs', 'overwrite', 'whole'] as const satisfies (keyof SqlBuildOptions)[]
const allNames = [
  ...sqlNames.filter((name) => name !== 'outputDir'),
  'outputFile',
  'memory',
  'onProgress',
] as const satisfies (keyof BuildAllOptions)[]

/** Builds SQL, PHP classes and runtime configuration, reading the schema once. Throws if any of them has errors. */
export async function buildAll(inputs: readonly InputFile[], options: BuildAllOptions = {}): Promise<BuiltProject> {
  checkOptions(options, allNames)
  const { outputs, databases } = await buildParts(inputs, { ...options, make: everything })
  const [sql, model, config, ...others] = outputs.map((output) => ({ ...output, files: [...output.files] }))
  return { sqlDir: sql!.files, phpDir: model!.files, phpConfDir: config!.files, outputs: others, databases }
}

/** Reads the schema and throws whatever buildAll() would throw, but without generating the classes of most tables. */
export async function checkAll(
  inputs: readonly InputFile[],
  options: BuildAllOptions = {},
): Promise<readonly Database[]> {
  const { databases } = await buildParts(inputs, { ...options, make: everything, isCheck: true })
  return databases
}

interface PartOptions extends BuildAllOptions, Pick<RunOptions, 'outputDir'> {
  /** Names of outputs, and output objects. */
  readonly make: readonly (OutputName | Output)[]
  /** Whether only problems are of interest, so that classes may be empty. @default false */
  readonly isCheck?: boolean
}

/** Builds some outputs, in the order of the bundled ones. The files of a single output are generated on demand. */
export async function buildParts(
  inputs: readonly InputFile[],
  { make, isCheck = false, ...options }: PartOptions,
): Promise<{
  readonly outputs: readonly StartedOutput[]
  readonly databases: readonly Database[]
  /** Names of tables that were omitted because of errors. */
  readonly leftOut: readonly string[]
  readonly usesModules: boolean
}> {
  const { memory, files = disk, plugins } = options
  const compiled = await compile(inputs, { ...options, makesSql: make.includes('sql') }, memory?.schema)
  const warnings: Diagnostic[] = []
  const root = projectRoot(options.configDir)
  const loading = {
    root,
    files,
    plugins,
    onWarning: (each: Diagnostic) => void warnings.push(each),
  }
  const loaded = make.includes('outputs') ? await loadOutputs(compiled.config, loading) : []
  const bundled = isCheck ? { ...bundledOutputs, model: modelCheck } : bundledOutputs
  const chosen = Object.values(bundled).filter(({ name }) => make.includes(name as BundledName))
  const atHand = make.filter((output) => typeof output !== 'string')
  const all = [...[...chosen, ...atHand].map((output) => ({ output })), ...loaded]
  const outputs = await runOutputs(all, compiled, { ...options, root, warnings })
  const { databases, leftOut, usesModules } = compiled
  return { outputs: make.includes('model') ? outputs.map(withoutLoader) : outputs, databases, leftOut, usesModules }
}

/** Removes the loader from the output `config`, as the one in the output `model` lists the tables. */
const withoutLoader = (output: StartedOutput): StartedOutput =>
  output.name === 'config' ? { ...output, files: [...output.files].filter(({ kind }) => kind !== 'loader') } : output

const buildOne =
  (name: BundledName, names: readonly string[]) =>
  async (inputs: readonly InputFile[], options: SqlBuildOptions = {}): Promise<Iterable<BuiltFile>> => {
    checkOptions(options, names)
    return (await buildParts(inputs, { ...options, make: [name] })).outputs[0]!.files
  }

/** Builds one SQL file per database, and the map from files to connections. */
export const buildSql = async (inputs: readonly InputFile[], options?: SqlBuildOptions): Promise<BuiltFile[]> => [
  ...(await buildOne('sql', sqlNames)(inputs, options)),
]

/**
 * Builds PHP classes: five per table, and the list of all table maps. Each file is generated on demand, so that thousands
 * need not be in memory at the same time. Problems of classes are thrown only at the end: code that writes the files must
 * be able to undo that, as `writeModel()` is.
 */
export const iterateModel: (inputs: readonly InputFile[], options?: ModelBuildOptions) => Promise<Iterable<BuiltFile>> =
  buildOne('model', modelNames)

/** Same as iterateModel(), but returns a list. */
export const buildModel = async (inputs: readonly InputFile[], options?: ModelBuildOptions): Promise<BuiltFile[]> => [
  ...(await iterateModel(inputs, options)),
]

/** Builds the files of the configured outputs and templates. */
export async function buildOutputs(
  inputs: readonly InputFile[],
  options: BuildOptions = {},
): Promise<readonly BuiltOutput[]> {
  checkOptions(options, buildNames)
  const { outputs } = await buildParts(inputs, { ...options, make: ['outputs'] })
  return outputs.map((output) => ({ ...output, files: [...output.files] }))
}

const formats = { dot: 'diagram', markdown: 'dictionary' } as const

export type DiagramFormat = keyof typeof formats

const diagramFormats = Object.keys(formats) as DiagramFormat[]

/** Builds one diagram per database and format, by default in every format. */
export async function buildDiagrams(
  inputs: readonly InputFile[],
  options: BuildOptions & { readonly formats?: readonly DiagramFormat[] } = {},
): Promise<BuiltFile[]> {
  checkOptions(options, [...buildNames, 'formats'])
  const make = (options.formats ?? diagramFormats).map((format) => formats[format])
  const { outputs } = await buildParts(inputs, { ...options, make })
  return outputs.flatMap(({ files }) => [...files])
}
