import type { Config, ConfigPaths } from '../config/index.js'
import { checkKeys } from '../errors/index.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'

/** A file of an output. */
export interface OutputFile extends Pick<BuiltFile, 'path' | 'contents'> {
  /** Whether it belongs to the user once it exists, and is never written again. @default false */
  readonly keepExisting?: boolean
  /** What it is, for tools. @default 'output' */
  readonly kind?: BuiltFile['kind']
}

/** What an output gets besides the model and the configuration. */
export interface OutputContext {
  /** The directory that its files go to, relative to the working directory. */
  readonly directory: string
  /** Reports something that the user should know but that does not stop the build. */
  warn(message: string): void
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
  readonly directory?: keyof ConfigPaths | (string & {})
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
