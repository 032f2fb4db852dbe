import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { objectTransform } from 'through2'
import Vinyl from 'vinyl'
import type { BuildOptions, BuiltFile } from '../compile/index.js'
import type { Config } from '../config/index.js'
import {
  lostCharacters,
  noInput,
  notAFile,
  streamContents,
  usedStream,
  withoutContents,
} from '../errors/config-errors.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { disk, relativePath } from '../files.js'
import { checkOptions } from '../options.js'
import type { Arrived } from './complete.js'
import { withExisting } from './existing.js'

/** Options of every stream that reads schema files. */
export type StreamOptions = BuildOptions & {
  /** Directory that the files will be written to. @default the directory in the configuration */
  readonly outputDir?: string
}

/** Properties of an emitted file, for the code that writes it. */
export interface OrmProperty
  extends Pick<BuiltFile, 'kind' | 'keepExisting' | 'secret' | 'schemas' | 'from' | 'directory'> {
  /** The files that it was generated from. */
  readonly sources: readonly string[]
  /** Directory that schema file names in notices are relative to. */
  readonly schemaDir: string
}

/** The parts of a vinyl file that a stream needs. Files are recognized by shape, as hosts bring their own copy of vinyl. */
interface FileLike {
  readonly path: string
  readonly base: string
  readonly relative: string
  readonly contents: unknown
  isNull(): boolean
  isStream(): boolean
  isDirectory(): boolean
}

interface Made {
  readonly config: Config
  readonly files: readonly BuiltFile[]
  /** The base directory of the files. */
  readonly directory: string
}

/**
 * Returns a stream that collects its inputs, because schemas refer to each other, and emits the built files at the end. If
 * there are problems, it emits one error with all diagnostics, and no file.
 *
 * @param nothing returns the problem if there is no input
 */
export function buildStream<Options extends Pick<StreamOptions, 'files'>>(
  name: string,
  options: Options,
  optionNames: readonly string[],
  make: (inputs: Arrived[], options: Options) => Promise<Made>,
  nothing: (name: string) => Diagnostic = noInput,
): NodeJS.ReadWriteStream {
  checkOptions(options, optionNames)
  const stream = objectTransform(async function* collectThenEmit(files: AsyncIterable<FileLike>) {
    const inputs: Arrived[] = []
    const unread: string[] = []
    for await (const file of files) {
      checkFile(name, file)
      if (file.isStream()) throw new OrmError([streamContents(relativePath('', file.path))])
      if (file.isNull()) {
        if (!file.isDirectory()) unread.push(relativePath('', file.path))
        yield file
      }
      // Relative to the working directory, as in other hosts. Includes are resolved relative to the file.
      else inputs.push({ path: relativePath('', file.path), contents: asRead(file), base: file.base })
    }
    if (inputs.length === 0) throw new OrmError(unread.length > 0 ? unread.map(withoutContents) : [nothing(name)])
    const made = await make(withoutCopies(inputs), options)
    const origin = {
      directory: resolve(made.directory),
      schemaDir: resolve(made.config.paths.schemaDir),
      sources: inputs.map(({ path }) => resolve(path)),
    }
    for (const file of await withExisting(made.files, options.files ?? disk, origin)) {
      const { path, contents, kind, keepExisting, secret, schemas, from, directory: below } = file
      const { directory, ...more } = origin
      const orm: OrmProperty = {
        kind,
        keepExisting,
        ...more,
        ...(secret && { secret }),
        ...(schemas && { schemas }),
        ...(from && { from }),
        ...(below && { directory: below }),
      }
      yield new Vinyl({
        base: directory,
        path: resolve(directory, path),
        contents: Buffer.from(contents),
        orm,
        // Writers take the file mode from the stat of a vinyl file.
        ...(secret && { stat: { mode: 0o100600 } as NonNullable<Vinyl['stat']> }),
      })
    }
  })
  return failingNext(name, stream)
}

/**
 * Makes an error of the stream also end the stream that it is piped to. Node's `pipe()` leaves that stream waiting, and
 * `src()` of gulp 5 drops errors of the stream that it is piped to, so that nobody would see them.
 */
function failingNext(
  name: string,
  stream: NodeJS.ReadWriteStream & Pick<Readable, 'destroyed' | 'readableEnded'>,
): NodeJS.ReadWriteStream {
  const pipe = stream.pipe.bind(stream)
  const own = new Set<unknown>()
  stream.pipe = (destination, pipeOptions) => {
    // An ended stream ignores what is written to it, so the task would succeed without a file.
    if (stream.destroyed || stream.readableEnded) throw new OrmError([usedStream(name)])
    const piped = pipe(destination, pipeOptions)
    const known = new Set<unknown>(stream.listeners('error'))
    const listening = destination.listenerCount('error')
    const fail = (error: Error): void => {
      // gulp pipes the last stream of a task into its own one, and listens only to the last stream. Emitting the error
      // where nobody listens would end the process, with the tasks that `--continue` has not run yet.
      const isTold = stream.listeners('error').some((listener) => !known.has(listener) && !own.has(listener))
      const isAlone = destination.listenerCount('error') <= listening
      const { destroy } = destination as unknown as { destroy?(error?: Error): void }
      destroy?.call(destination, isTold && isAlone ? undefined : error)
    }
    own.add(fail)
    stream.once('error', fail)
    return piped
  }
  return stream
}

function checkFile(name: string, file: Partial<FileLike>): void {
  if (typeof file.isNull !== 'function') {
    const isText = typeof file === 'string' || file instanceof Uint8Array
    throw new OrmError([notAFile(name, isText ? 'text' : 'something else')])
  }
  if (!file.path) throw new OrmError([notAFile(name, 'a file without a path')])
}

/** Removes repeated files, which merged streams may contain. */
function withoutCopies(inputs: readonly Arrived[]): Arrived[] {
  const seen = new Map<string, Buffer>()
  return inputs.filter(({ path, contents }) => {
    const bytes = Buffer.from(contents as string)
    const isCopy = seen.get(path)?.equals(bytes)
    seen.set(path, bytes)
    return !isCopy
  })
}

/**
 * Returns the contents of a file as it was read. gulp's src() decodes a file, by default as UTF-8, and re-encodes it as UTF-8,
 * but the XML declaration still names the original encoding. Text in another encoding is practically never valid UTF-8.
 */
function asRead({ relative, contents }: FileLike): string | Uint8Array {
  const bytes = contents as Uint8Array
  if (bytes.every((byte) => byte < 0x80)) return bytes
  const text = utf8TextOf(bytes)
  const declared = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)/.exec(text ?? '')?.[1]
  if (text === undefined || declared === undefined || /^utf-?(?:8|16)/i.test(declared)) return bytes
  if (text.includes('\uFFFD')) throw new OrmError([lostCharacters(relative, declared)])
  return text
}

function utf8TextOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
