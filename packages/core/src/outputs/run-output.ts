import { posix } from 'node:path'
import type { Config, ConfigPaths } from '../config/index.js'
import { checkKeys, type Diagnostic, type Mark, OrmError } from '../errors/index.js'
import {
  directoryOutside,
  fileOfTwo,
  fileOutside,
  markAt,
  outputFailed,
  outputWarning,
} from '../errors/output-errors.js'
import { pathBelow, writtenPath } from '../escape/index.js'
import { disk, type FileReader, relativePath } from '../files.js'
import type { BuiltFile } from './built-file.js'
import type { Compiled } from './compiled.js'
import type { Output, OutputContext, OutputFile } from './define-output.js'

/** An output that a build runs. */
export interface RunnableOutput {
  readonly output: Output
  /** The module or template. Undefined for an output that is bundled or passed by a program. */
  readonly file?: string
  /** Its location in the configuration. */
  readonly at?: Mark | undefined
}

/** The files of an output. */
export interface BuiltOutput {
  readonly name: string
  /** Same as `from` of its files. Absent for bundled outputs. */
  readonly from?: string
  /** The base directory of the file paths, relative to the working directory. */
  readonly directory: string
  readonly files: readonly BuiltFile[]
}

/** An output whose files are not generated yet. */
export type StartedOutput = Omit<BuiltOutput, 'files'> & { readonly files: Iterable<BuiltFile> }

export interface RunOptions extends Pick<OutputContext, 'keepEnv' | 'outputFile'> {
  readonly whole?: boolean | undefined
  readonly overwrite?: boolean | undefined
  /** Directory of the files, if there is only one output. @default the directory of the output */
  readonly outputDir?: string | undefined
  readonly files?: FileReader | undefined
  /** Reads files that builds have written, for a caller that watches what `files` reads. @default files */
  readonly outputs?: FileReader | undefined
  readonly memory?: Pick<OutputContext, 'memory'> | undefined
  readonly onProgress?: OutputContext['progress'] | undefined
  readonly onWarning?: ((warning: Diagnostic) => void) | undefined
  readonly strict?: boolean | undefined
  /** The project directory. @default '.' */
  readonly root?: string | undefined
  /** Warnings from before the outputs run. */
  readonly warnings?: readonly Diagnostic[]
}

/**
 * Runs outputs one after the other. Throws an OrmError with the problems of all of them. The files of a single output are
 * generated on demand, and its problems thrown then.
 */
export async function runOutputs(
  outputs: readonly RunnableOutput[],
  compiled: Compiled,
  options: RunOptions,
): Promise<StartedOutput[]> {
  const built: StartedOutput[] = []
  const problems: Diagnostic[] = []
  const warnings = [...(options.warnings ?? [])]
  const isAlone = outputs.length === 1 && outputs[0]!.file === undefined
  for (const each of outputs) {
    try {
      const outputDir = isAlone ? options.outputDir : undefined
      const started = await startOutput(each, compiled, { ...options, outputDir }, (warning) => warnings.push(warning))
      built.push(isAlone ? started : { ...started, files: [...started.files] })
    } catch (error) {
      problems.push(...problemsOf(each, error))
    }
  }
  // Bundled outputs never write the same file.
  if (outputs.some(({ file }) => file !== undefined)) problems.push(...filesOfTwo(built, outputs))
  if (options.strict) problems.push(...warnings)
  if (problems.length > 0) throw new OrmError(problems)
  for (const warning of warnings) options.onWarning?.(warning)
  return built
}

/** Returns the files of one output. */
export async function runOutput(output: Output, compiled: Compiled, options: RunOptions): Promise<Iterable<BuiltFile>> {
  const [built] = await runOutputs([{ output }], compiled, options)
  return built!.files
}

async function startOutput(
  each: RunnableOutput,
  { config, databases, schemas, findBehavior }: Compiled,
  options: RunOptions,
  onWarning: (warning: Diagnostic) => unknown,
): Promise<StartedOutput> {
  const { name } = each.output
  const { whole = false, overwrite = false, keepEnv, outputFile, memory, onProgress } = options
  const directory = options.outputDir || directoryOf(each, config)
  const made = await each.output.build(databases, config, {
    directory,
    schemas,
    whole,
    overwrite,
    keepEnv,
    outputFile,
    findBehavior,
    files: options.outputs ?? options.files ?? disk,
    memory: (kind) => memory?.memory(kind),
    progress: (done, total) => onProgress?.(done, total),
    warn: (message) =>
      typeof message === 'string' ? onWarning(outputWarning(name, message)) : options.onWarning?.(message),
  })
  const list = listOf(each, made)
  const files = Symbol.iterator in list ? list : await collected(list)
  const from = each.file === undefined ? {} : { from: ownerOf(name, directory, options.root ?? '.') }
  return {
    name,
    ...from,
    directory,
    files: {
      *[Symbol.iterator]() {
        for (const file of files) yield builtFile(each, file, directory, config, from)
      },
    },
  }
}

/** Returns the owner of an output's files. Two projects with the same directory may have outputs with the same name. */
function ownerOf(name: string, directory: string, root: string): string {
  const way = relativePath(directory, root)
  return /^(?:\.\.\/?)*$/.test(way) ? name : `${name} of ${way}`
}

/** Returns the list that an output returned. A string is rejected although it is iterable. */
function listOf({ output }: RunnableOutput, made: unknown): AsyncIterable<OutputFile> | Iterable<OutputFile> {
  const isList = typeof made === 'object' && made !== null && (Symbol.iterator in made || Symbol.asyncIterator in made)
  if (!isList) throw new TypeError(`build() of output "${output.name}" must return a list of { path, contents }`)
  return made as Iterable<OutputFile>
}

async function collected<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

/** Keys allowed in files of project outputs. All other keys are for the classes and their loader. */
const fileKeys = ['path', 'contents', 'keepExisting', 'kind', 'secret', 'notice'] satisfies (keyof OutputFile)[]

/** Kinds of files that project outputs may write. Writers treat other kinds specially. */
const openKinds: readonly BuiltFile['kind'][] = ['output', 'sql', 'config', 'diagram', 'schema']

function builtFile(
  each: RunnableOutput,
  file: OutputFile,
  directory: string,
  config: Config,
  from: Pick<BuiltFile, 'from'>,
): BuiltFile {
  const { output, at, file: source } = each
  // Keeps the object of a file that was not generated again, so that the writer recognizes it.
  if (source === undefined && file.directory === undefined && isWhole(file) && writtenPath(file.path) === file.path) {
    return file
  }
  if (typeof file !== 'object' || file === null) throw new TypeError('build() must return a list of { path, contents }')
  if (source !== undefined) checkKeys('a file', file, fileKeys)
  const { path, contents, keepExisting = false, kind = 'output', directory: elsewhere, ...more } = file
  if (typeof path !== 'string' || typeof contents !== 'string') {
    throw new TypeError(
      `"path" and "contents" of a file must be strings${typeof path === 'string' ? `, file "${path}"` : ''}`,
    )
  }
  if (typeof keepExisting !== 'boolean') throw new TypeError(`"keepExisting" of file "${path}" must be a boolean`)
  if (source !== undefined && !openKinds.includes(kind)) {
    throw new TypeError(`"kind" of file "${path}" must be one of ${openKinds.join(', ')}`)
  }
  const below = writtenPath(path)
  if (below === undefined) throw new OrmError([fileOutside(at ?? moduleMark(source), output.name, path, directory)])
  const place = elsewhere === undefined ? '' : relativePath(directory, placeOf(each, elsewhere, config))
  return { ...more, path: posix.join(place, below), contents, kind, keepExisting, ...from }
}

const isWhole = (file: OutputFile): file is OutputFile & BuiltFile =>
  file.kind !== undefined && file.keepExisting !== undefined

/** Returns the directory of an output. */
function directoryOf(each: RunnableOutput, config: Config): string {
  const { name, directory } = each.output
  return directory === undefined
    ? pathIn(config.paths.outputDir, `generated-${name}`)
    : placeOf(each, directory, config)
}

function placeOf({ output, at }: RunnableOutput, directory: string, { paths }: Config): string {
  const configured = Object.hasOwn(paths, directory) ? paths[directory as keyof ConfigPaths] : undefined
  if (configured) return configured
  const below = pathBelow(directory)
  if (below === undefined) throw new OrmError([directoryOutside(at, output.name, directory, Object.keys(paths))])
  return below || '.'
}

const pathIn = (directory: string, name: string): string =>
  directory === '.' || directory === '' ? name : `${directory.replace(/\/+$/, '')}/${name}`

/** Returns diagnostics for anything that an output throws. */
function problemsOf({ output, file, at }: RunnableOutput, error: unknown): readonly Diagnostic[] {
  if (error instanceof OrmError) return error.diagnostics
  // An unexpected error in a bundled output is a bug in Orm.
  if (file === undefined) throw error
  const reason = error instanceof Error ? error.message : String(error)
  return [outputFailed(placeInModule(error, file) ?? at, output.name, reason, error)]
}

const moduleMark = (file: string | undefined): Mark | undefined =>
  file === undefined ? undefined : markAt({ file: relativePath('', file), line: 1, column: 1 })

/** Returns the innermost location of a stack inside a module. A reloaded module has a number after its address. */
function placeInModule(error: unknown, file: string): Mark | undefined {
  const { stack } = Object(error) as { readonly stack?: unknown }
  if (typeof stack !== 'string') return undefined
  for (const [, address = '', line, column] of stack.matchAll(
    /^\s*at .*?\(?((?:file:\/\/|[A-Za-z]:\\|\/)[^()\n]*?):(\d+):(\d+)\)?$/gm,
  )) {
    const path = decodeURI(address.replace(/^file:\/\/(?=\/)/, '').replace(/\?.*$/, ''))
    if (path === file) return markAt({ file: relativePath('', file), line: Number(line), column: Number(column) })
  }
  return undefined
}

/** Ignores case, as some file systems do. */
const keyOf = (directory: string, path: string): string => relativePath('', `${directory}/${path}`).toLowerCase()

/** Reports files of project outputs that another output writes, too. */
function filesOfTwo(built: readonly StartedOutput[], outputs: readonly RunnableOutput[]): Diagnostic[] {
  const problems: Diagnostic[] = []
  const owners = new Map<string, string>()
  for (const { name, directory, files } of built) {
    const { file, at } = outputs.find(({ output }) => output.name === name)!
    for (const { path } of files) {
      const key = keyOf(directory, path)
      const first = owners.get(key)
      if (first === undefined) owners.set(key, name)
      else if (file !== undefined) {
        const shown = relativePath('', `${directory}/${path}`)
        problems.push(fileOfTwo(at ?? moduleMark(file), shown, first, name))
      }
    }
  }
  return problems
}
