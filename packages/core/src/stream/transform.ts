import { resolve } from 'node:path'
import { objectTransform } from 'through2'
import type Vinyl from 'vinyl'
import type { BuildOptions, BuiltFile } from '../compile/index.js'
import { lostCharacters, streamContents } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { type FileReader, type InputFile, relativePath } from '../files.js'
import { checkOptions } from '../options.js'
import { BuiltVinyl, type OrmProperty } from './built-vinyl.js'

/** Options of the three streams. */
export type StreamOptions = Pick<BuildOptions, (typeof streamOptionNames)[number]>

export const streamOptionNames = [
  'behaviors',
  'config',
  'configDir',
  'env',
  'files',
  'php',
  'strict',
  'ignoreUnknownBehaviors',
  'allowUnknownConstraints',
  'onWarning',
] as const satisfies (keyof BuildOptions)[]

/** What a stream needs of a vinyl file; files are told by their shape, as hosts bring their own copy of vinyl. */
interface FileLike {
  readonly path: string
  readonly relative: string
  readonly contents: unknown
  isNull(): boolean
  isStream(): boolean
}

interface Build<Options> {
  /** Makes the files of all collected inputs. */
  build(inputs: InputFile[], options: Options): Promise<readonly BuiltFile[]>
  /** Directory where the configuration says the files go. */
  outputDir(inputs: InputFile[], options: Options): Promise<string>
  /** The configuration's schema directory, where it matters. */
  schemaDir?(options: Options): Promise<string>
  /** Whether a file belongs below that directory, wherever the others are written to. */
  isPlaced?(file: BuiltFile): boolean
}

/**
 * A stream that collects its inputs, because schemas refer to each other, and emits what was built at the end. After
 * a problem it emits one error that carries every diagnostic, and no file.
 */
export function buildStream<Options extends { readonly files?: FileReader }>(
  { build, outputDir, schemaDir, isPlaced = () => false }: Build<Options>,
  options: Options,
  optionNames: readonly string[],
): NodeJS.ReadWriteStream {
  checkOptions(options, optionNames)
  return objectTransform(async function* collectThenEmit(files: AsyncIterable<FileLike>) {
    const inputs: InputFile[] = []
    for await (const file of files) {
      if (file.isStream()) throw new OrmError([streamContents(file.relative)])
      if (file.isNull()) yield file
      // From the working directory, as other hosts name it: what it includes is looked for beside it.
      else inputs.push({ path: relativePath('', file.path), contents: asRead(file) })
    }
    const sources = inputs.map(({ path }) => resolve(path))
    const directory = await outputDir(inputs, options)
    const origin = { sources, ...(schemaDir && { schemaDir: resolve(await schemaDir(options)) }) }
    for (const built of await build(inputs, options)) {
      yield toVinyl(built, { ...origin, ...(isPlaced(built) && { place: resolve(directory, built.path) }) })
    }
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

function toVinyl(
  { path, contents, kind, keepExisting, secret, schemas }: BuiltFile,
  more: Pick<OrmProperty, 'sources' | 'schemaDir' | 'place'>,
): Vinyl {
  // Writers give a vinyl file the mode of its stat.
  const stat = secret && { stat: { mode: 0o100600 } as NonNullable<Vinyl['stat']> }
  const orm: OrmProperty = { kind, keepExisting, ...more, ...(secret && { secret }), ...(schemas && { schemas }) }
  return new BuiltVinyl({ path, contents: Buffer.from(contents), orm, ...stat })
}
