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
import { OrmError } from '../errors/index.js'
import { disk, relativePath } from '../files.js'
import { checkOptions, configOptionNames } from '../options.js'
import type { Arrived } from './complete.js'
import { withExisting } from './existing.js'

/** Options of every stream that reads schema files. */
export type StreamOptions = Pick<BuildOptions, (typeof streamOptionNames)[number]> & {
  /** Directory that the files will be written to. @default the directory in the configuration */
  readonly outputDir?: string
}

export const streamOptionNames = [
  'behaviors',
  'config',
  'configDir',
  'env',
  'files',
  'keepEnv',
  'overrides',
  'php',
  'plugins',
  'strict',
  'keepGoing',
  'onWarning',
  ...configOptionNames,
] as const satisfies (keyof BuildOptions)[]

/** What a file of ours tells the code that writes it. */
export interface OrmProperty
  extends Pick<BuiltFile, 'kind' | 'keepExisting' | 'secret' | 'schemas' | 'from' | 'directory'> {
  /** The files that it was made from. */
  readonly sources: readonly string[]
  /** What the names of schema files in notices are relative to. */
  readonly schemaDir: string
}

/** What a stream needs of a vinyl file; files are told by their shape, as hosts bring their own copy of vinyl. */
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
  /** Directory that the files are relative to. */
  readonly directory: string
}

/**
 * A stream that collects its inputs, because schemas refer to each other, and emits what was built at the end. After
 * a problem it emits one error that carries every diagnostic, and no file.
 */
export function buildStream<Options extends Pick<StreamOptions, 'files'>>(
  name: string,
  options: Options,
  optionNames: readonly string[],
  make: (inputs: Arrived[], options: Options) => Promise<Made>,
): NodeJS.ReadWriteStream {
  checkOptions(options, optionNames)
  const stream = objectTransform(async function* collectThenEmit(files: AsyncIterable<FileLike>) {
    const inputs: Arrived[] = []
    const unread: string[] = []
    for await (const file of files) {
      checkFile(name, file)
      if (file.isStream()) throw new OrmError([streamContents(file.relative)])
      if (file.isNull()) {
        if (!file.isDirectory()) unread.push(file.relative)
        yield file
      }
      // From the working directory, as other hosts name it: what it includes is looked for beside it.
      else inputs.push({ path: relativePath('', file.path), contents: asRead(file), base: file.base })
    }
    if (inputs.length === 0) throw new OrmError(unread.length > 0 ? unread.map(withoutContents) : [noInput(name)])
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
        // Writers give a vinyl file the mode of its stat.
        ...(secret && { stat: { mode: 0o100600 } as NonNullable<Vinyl['stat']> }),
      })
    }
  })
  return failingNext(name, stream)
}

/**
 * A stream whose error also ends the stream that it is piped to. Node's `pipe()` leaves that one waiting, and the `src()` of
 * gulp 5 listens for errors of the stream that it is piped to and drops them, so that nobody would see them.
 */
function failingNext(
  name: string,
  stream: NodeJS.ReadWriteStream & Pick<Readable, 'destroyed' | 'readableEnded'>,
): NodeJS.ReadWriteStream {
  const pipe = stream.pipe.bind(stream)
  const own = new Set<unknown>()
  stream.pipe = (destination, pipeOptions) => {
    // Streams pass over what is written to one that has ended, so that the task would succeed without a file.
    if (stream.destroyed || stream.readableEnded) throw new OrmError([usedStream(name)])
    const piped = pipe(destination, pipeOptions)
    const known = new Set<unknown>(stream.listeners('error'))
    const listening = destination.listenerCount('error')
    const fail = (error: Error): void => {
      // gulp empties the last stream of a task into one of its own, and then listens to the last stream only. To emit the error
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

/** Streams that are merged may give the same file more than once. */
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
 * gulp's src() decodes a file, by default as UTF-8, and gives its text in UTF-8, while the XML declaration still names
 * the encoding that it was written in. Nobody writes text in another encoding whose bytes happen to be UTF-8.
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
