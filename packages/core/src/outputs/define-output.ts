import type { FindBehavior } from '../behaviors/index.js'
import type { Config, ConfigPaths } from '../config/index.js'
import { checkKeys, type Diagnostic } from '../errors/index.js'
import type { FileReader } from '../files.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'

type Directory = keyof ConfigPaths | (string & {})

/** A file of an output. */
export interface OutputFile extends Pick<BuiltFile, 'path' | 'contents' | 'secret' | 'notice' | 'schemas' | 'from'> {
  /** Whether it belongs to the user once it exists, and is never written again. @default false */
  readonly keepExisting?: boolean
  /** What it is, for tools. @default 'output' */
  readonly kind?: BuiltFile['kind']
  /** Where it goes, if not to the directory of the output: a key of `paths` in the configuration, or a path. */
  readonly directory?: Directory
}

/** What an output gets besides the model and the configuration. */
export interface OutputContext {
  /** The directory that its files go to, relative to the working directory. */
  readonly directory: string
  /** The schema files that the model was made from. */
  readonly schemas: readonly string[]
  /** Whether these are all schema files of the project, so that a database which they do not have is gone. */
  readonly whole: boolean
  /** Whether the user agrees that files which Orm did not write are replaced. */
  readonly overwrite: boolean
  /** Whether `%env.NAME%` is left to PHP, if the build says so. */
  readonly keepEnv?: boolean | undefined
  /** The name of the file, if the build says so. */
  readonly outputFile?: string | undefined
  /** Reads what earlier builds have written. */
  readonly files: FileReader
  /** The behaviors that tables use. */
  readonly findBehavior: FindBehavior
  /** What the output keeps from one build to the next, made at the first one; undefined if this build is the only one. */
  memory<Kept extends object>(kind: new () => Kept): Kept | undefined
  /** Tells how many tables of how many are done. */
  progress(done: number, total: number): void
  /** Reports something that the user should know but that does not stop the build; a text stops a strict build. */
  warn(message: string | Diagnostic): void
}

type Made<File> = Iterable<File> | AsyncIterable<File>

/** Turns the model into files. */
export interface Output {
  /** Unique in a project; people read it in messages. */
  readonly name: string
  /**
   * Where its files go: a key of `paths` in the configuration, or a path inside the project.
   *
   * @default `generated-<name>` in `paths.outputDir`
   */
  readonly directory?: Directory
  /** Must depend on what it gets alone: the same model gives the same files. */
  build(
    databases: readonly Database[],
    config: Config,
    context: OutputContext,
  ): Made<OutputFile> | Promise<Made<OutputFile>>
}

/** The version of this interface; an output that was made for another one is refused. */
export const outputVersion = 1

const outputKeys = ['name', 'directory', 'build'] satisfies (keyof Output)[]

/**
 * Declares an output.
 *
 * @example export default defineOutput({ name: 'names', build: (databases) => [{ path: 'names.txt', contents: … }] })
 */
export function defineOutput(output: Output): Output {
  const { name, directory, build } = output
  checkKeys('defineOutput()', output, outputKeys)
  if (typeof name !== 'string' || !/^[A-Za-z][\w.-]*$/.test(name)) {
    throw new TypeError('defineOutput() needs a name of letters, digits and hyphens')
  }
  if (typeof build !== 'function') throw new TypeError(`output "${name}" needs a function build()`)
  if (directory !== undefined && (typeof directory !== 'string' || directory === '')) {
    throw new TypeError(`"directory" of output "${name}" must be a string`)
  }
  return Object.assign({ ...output }, { outputVersion })
}
