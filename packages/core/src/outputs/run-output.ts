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
import { relativePath } from '../files.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'
import type { Output, OutputFile } from './define-output.js'

/** An output of the project. */
export interface ProjectOutput {
  readonly output: Output
  /** The module or template. */
  readonly file: string
  /** Where the configuration names it. */
  readonly at: Mark | undefined
}

/** The files of an output. */
export interface BuiltOutput {
  readonly name: string
  /** The directory that the paths of the files are relative to, itself relative to the working directory. */
  readonly directory: string
  readonly files: readonly BuiltFile[]
}

export interface RunOptions {
  readonly databases: readonly Database[]
  readonly config: Config
  /** What else the build writes. */
  readonly bundled: readonly BuiltOutput[]
  readonly onWarning: (warning: Diagnostic) => void
}

/** Runs the outputs of a project, one after the other; throws an OrmError with the problems of all of them. */
export async function runOutputs(
  outputs: readonly ProjectOutput[],
  { databases, config, bundled, onWarning }: RunOptions,
): Promise<BuiltOutput[]> {
  const built: BuiltOutput[] = []
  const problems: Diagnostic[] = []
  for (const each of outputs) {
    const { name } = each.output
    try {
      const directory = directoryOf(each, config)
      const context = { directory, warn: (message: string) => onWarning(outputWarning(name, message)) }
      const files: BuiltFile[] = []
      for await (const file of filesOf(each, await each.output.build(databases, config, context))) {
        files.push(builtFile(each, file, directory))
      }
      built.push({ name, directory, files })
    } catch (error) {
      problems.push(...problemsOf(each, error))
    }
  }
  problems.push(...filesOfTwo(built, outputs, bundled))
  if (problems.length > 0) throw new OrmError(problems)
  return built
}

/** A text can be gone through like a list, but is not one. */
function filesOf({ output }: ProjectOutput, made: unknown): AsyncIterable<OutputFile> | Iterable<OutputFile> {
  const isList = typeof made === 'object' && made !== null && (Symbol.iterator in made || Symbol.asyncIterator in made)
  if (!isList) throw new TypeError(`build() of output "${output.name}" must return a list of { path, contents }`)
  return made as Iterable<OutputFile>
}

const fileKeys = ['path', 'contents', 'keepExisting', 'kind'] satisfies (keyof OutputFile)[]

function builtFile({ output, at, file: source }: ProjectOutput, file: OutputFile, directory: string): BuiltFile {
  if (typeof file !== 'object' || file === null) throw new TypeError('build() must return a list of { path, contents }')
  checkKeys('a file', file, fileKeys)
  const { path, contents, keepExisting = false, kind = 'output' } = file
  if (typeof path !== 'string' || typeof contents !== 'string') {
    throw new TypeError(
      `"path" and "contents" of a file must be strings${typeof path === 'string' ? `, file "${path}"` : ''}`,
    )
  }
  if (typeof keepExisting !== 'boolean') throw new TypeError(`"keepExisting" of file "${path}" must be a boolean`)
  const below = writtenPath(path)
  if (below === undefined) throw new OrmError([fileOutside(at ?? moduleMark(source), output.name, path, directory)])
  return { path: below, contents, kind, keepExisting, from: output.name }
}

/** Where the files of an output go. */
function directoryOf({ output, at }: ProjectOutput, { paths }: Config): string {
  const { name, directory } = output
  if (directory === undefined)
    return `${paths.outputDir === '.' || paths.outputDir === '' ? '' : `${paths.outputDir.replace(/\/+$/, '')}/`}generated-${name}`
  const configured = Object.hasOwn(paths, directory) ? paths[directory as keyof ConfigPaths] : undefined
  if (configured) return configured
  const below = pathBelow(directory)
  if (below === undefined) throw new OrmError([directoryOutside(at, name, directory, Object.keys(paths))])
  return below || '.'
}

/** The diagnostics for anything that the code of an output throws. */
function problemsOf({ output, file, at }: ProjectOutput, error: unknown): readonly Diagnostic[] {
  if (error instanceof OrmError) return error.diagnostics
  const reason = error instanceof Error ? error.message : String(error)
  return [outputFailed(placeInModule(error, file) ?? at, output.name, reason, error)]
}

const moduleMark = (file: string): Mark => markAt({ file: relativePath('', file), line: 1, column: 1 })

/** The innermost place of a stack that is in a module; a module that was loaded again has a number behind its address. */
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

/** Some disks do not tell upper from lower case. */
const keyOf = (directory: string, path: string): string => relativePath('', `${directory}/${path}`).toLowerCase()

/** Files of outputs that others write too. */
function filesOfTwo(
  built: readonly BuiltOutput[],
  outputs: readonly ProjectOutput[],
  bundled: readonly BuiltOutput[],
): Diagnostic[] {
  const problems: Diagnostic[] = []
  const owners = new Map<string, string>()
  for (const { name, directory, files } of [...bundled, ...built]) {
    const own = outputs.find(({ output }) => output.name === name)
    for (const { path } of files) {
      const key = keyOf(directory, path)
      const first = owners.get(key)
      if (first === undefined) owners.set(key, name)
      else if (own) {
        const shown = relativePath('', `${directory}/${path}`)
        problems.push(fileOfTwo(own.at ?? moduleMark(own.file), shown, first, name))
      }
    }
  }
  return problems
}
