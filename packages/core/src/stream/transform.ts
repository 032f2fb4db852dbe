import { objectTransform } from 'through2'
import Vinyl from 'vinyl'
import type { BuildOptions, BuiltFile } from '../build/index.js'
import { streamContents } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { disk, type FileReader, type InputFile } from '../files.js'
import { checkOptions } from '../options.js'

/** Options of the three streams. */
export type StreamOptions = Pick<BuildOptions, (typeof streamOptionNames)[number]>

export const streamOptionNames = [
  'config',
  'configDir',
  'env',
  'files',
  'php',
  'strict',
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
}

/**
 * A stream that collects its inputs, because schemas refer to each other, and emits what was built at the end. After
 * a problem it emits one error that carries every diagnostic, and no file.
 */
export function buildStream<Options extends { readonly files?: FileReader }>(
  { build, outputDir }: Build<Options>,
  options: Options,
  optionNames: readonly string[],
): NodeJS.ReadWriteStream {
  checkOptions(options, optionNames)
  return objectTransform(async function* collectThenEmit(files: AsyncIterable<FileLike>) {
    const inputs: InputFile[] = []
    for await (const file of files) {
      if (file.isStream()) throw new OrmError([streamContents(file.relative)])
      if (file.isNull()) yield file
      else inputs.push({ path: file.relative, contents: file.contents as Uint8Array, realPath: file.path })
    }
    const directory = await outputDir(inputs, options)
    for (const built of await build(inputs, options)) {
      if (!(built.keepExisting && (await exists(directory, built, options.files ?? disk)))) yield toVinyl(built)
    }
  })
}

// gulp's own dest() overwrites, so a file that belongs to the user is not even emitted when it exists.
const exists = async (directory: string, { path }: BuiltFile, files: FileReader): Promise<boolean> =>
  (await files.read(`${directory}/${path}`)) !== undefined

function toVinyl({ path, contents, kind, keepExisting, secret }: BuiltFile): Vinyl {
  // Whoever writes a vinyl file gives it the mode of its stat.
  const stat = secret && { stat: { mode: 0o100600 } as NonNullable<Vinyl['stat']> }
  return new Vinyl({ path, contents: Buffer.from(contents), orm: { kind, keepExisting }, ...stat })
}
