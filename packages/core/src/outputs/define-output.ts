import type { FindBehavior } from '../behaviors/index.js'
import type { Config, ConfigPaths } from '../config/index.js'
import { checkKeys, type Diagnostic } from '../errors/index.js'
import type { FileReader } from '../files.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'

type Directory = keyof ConfigPaths | (string & {})

/** A file of an output. */
export interface OutputFile extends Pick<BuiltFile, 'path' | 'contents' | 'secret' | 'notice' | 'schemas' | 'from'> {
  /** Whether the file belongs to the user once it exists, and is never overwritten. @default false */
  readonly keepExisting?: boolean
  /** Kind of the file, for tools. @default 'output' */
  readonly kind?: BuiltFile['kind']
  /** Its directory, if it differs from that of the output: a key of `paths` in the configuration, or a path. */
  readonly directory?: Directory
}

/** What an output receives besides the model and the configuration. */
export interface OutputContext {
  /** Directory of its files, relative to the working directory. */
  readonly directory: string
  /** The schema files that the model was compiled from. */
  readonly schemas: readonly string[]
  /** Whether these are all schema files of the project, so that a database missing in them no longer exists. */
  readonly whole: boolean
  /** Whether the user allows replacing files that Orm did not write. */
  readonly overwrite: boolean
  /** Whether `%env.NAME%` is left to PHP, if the build sets it. */
  readonly keepEnv?: boolean | undefined
  /** Name of the file, if the build sets it. */
  readonly outputFile?: string | undefined
  /** Reads files that earlier builds have written. */
  readonly files: FileReader
  /** Finds the behaviors that tables use. */
  readonly findBehavior: FindBehavior
  /** Returns what the output keeps between builds, created in the first build. Undefined if there is only this build. */
  memory<Kept extends object>(kind: new () => Kept): Kept | undefined
  /** Reports progress: the number of finished tables and of all tables. */
  progress(done: number, total: number): void
  /** Reports a warning, which does not stop the build. But a warning passed as a string fails a strict build. */
  warn(message: string | Diagnostic): void
}

type Made<File> = Iterable<File> | AsyncIterable<File>

/** Generates files from the model. */
export interface Output {
  /** Name in messages, unique in a project. */
  readonly name: string
  /**
   * Directory of its files: a key of `paths` in the configuration, or a path inside the project.
   *
   * @default `generated-<name>` in `paths.outputDir`
   */
  readonly directory?: Directory
  /** Returns the files. It must depend only on its arguments: the same model gives the same files. */
  build(
    databases: readonly Database[],
    config: Config,
    context: OutputContext,
  ): Made<OutputFile> | Promise<Made<OutputFile>>
}

/** Version of this interface. An output made for another version is rejected. */
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
