import { dirname, relative, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type BuiltFile, OrmError, type OrmProperty } from 'orm-core'
import { checkOptions } from 'orm-core/internal'
import { mergeLoader, twoForOnePath, wrongOptionType } from 'orm-core/internal/config'
import {
  isChange,
  noticesOf,
  outdatedText,
  type WriteOptions,
  type WriteResult,
  writeFiles,
  writeModel,
} from 'orm-project/internal'
import PluginError from 'plugin-error'
import vinylFs from 'vinyl-fs'
import { toPluginError } from './plugin-error.js'

/** Options of `dest`. */
export interface GulpDestOptions {
  /** What the directory is relative to. @default the working directory */
  readonly cwd?: string
  /** Replace files that Orm did not write, or that were edited since. @default false */
  readonly overwrite?: boolean
  /** Write nothing. @default false */
  readonly dryRun?: boolean
  /** Write nothing, and fail if a file of ours is outdated. @default false */
  readonly check?: boolean
}

/**
 * Writes like `gulp.dest`, but leaves stub classes that exist alone and files that are right already, and removes the
 * classes of tables that are gone. Files that are not ours are left to `gulp.dest` itself.
 */
export function dest(directory: string, options: GulpDestOptions = {}): NodeJS.ReadWriteStream {
  try {
    checkOptions(options, ['cwd', 'overwrite', 'dryRun', 'check'])
    if (typeof directory !== 'string') throw new OrmError([wrongOptionType('directory', 'string', typeof directory)])
  } catch (error) {
    throw toPluginError(error)
  }
  const { cwd = '.', overwrite = false, check = false } = options
  const dryRun = options.dryRun || check
  const folder = resolve(cwd, directory)
  const own: OwnFile[] = []
  const others: unknown[] = []
  return new Transform({
    objectMode: true,
    // The output of the stream need not be read.
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
    transform(file: object, _, done) {
      if (isOwn(file)) own.push(file)
      else others.push(file)
      done()
    },
    async flush(done) {
      try {
        for (const file of own) {
          // A file outside of its base, as the loader, has a place that does not depend on this directory.
          const isInside = !/^\.\.(?:[\\/]|$)/.test(file.relative)
          const path = isInside ? resolve(folder, file.relative) : file.path
          Object.assign(file, { base: folder, path })
        }
        const results = await writeOwn(own, folder, { dryRun, overwrite })
        for (const notice of noticesOf(results, folder, undefined, dryRun)) console.warn(`gulp-orm: ${notice}`)
        if (check && results.some(isChange)) throw new PluginError('gulp-orm', outdatedText(results))
        for (const file of own) this.push(file)
        if (dryRun) for (const file of others.splice(0)) this.push(file)
        await pipeline(Readable.from(others), vinylFs.dest(folder), async (written) => {
          for await (const file of written) this.push(file)
        })
        done()
      } catch (error) {
        done(toPluginError(error) as Error)
      }
    },
  })
}

/** What we use of a vinyl file of ours. */
interface OwnFile {
  readonly relative: string
  readonly contents: Uint8Array | NodeJS.ReadableStream | null
  readonly orm: OrmProperty
  readonly path: string
  /** Paths that it had, the first one included. */
  readonly history: readonly string[]
}

const isOwn = (file: object): file is OwnFile => 'orm' in file && file.orm !== undefined

async function writeOwn(files: readonly OwnFile[], folder: string, options: WriteOptions): Promise<WriteResult[]> {
  const built = new Map<string, BuiltFile>()
  const origins = new Map<string, string>()
  for (const { path, history, contents, orm } of files) {
    // Some plugins empty files that are to be dropped.
    if (contents === null) continue
    const bytes =
      contents instanceof Uint8Array
        ? contents
        : await buffer(contents as NodeJS.ReadableStream & AsyncIterable<Uint8Array>)
    const file = { ...orm, path: relative(folder, path), contents: Buffer.from(bytes).toString() }
    const origin = relative('', history[0] ?? path)
    const other = built.get(path)
    if (other && other.kind !== 'loader' && other.contents !== file.contents)
      throw new OrmError([twoForOnePath(relative('', path), origins.get(path)!, origin)])
    built.set(path, other?.kind === 'loader' ? mergedLoaders(other, file) : file)
    origins.set(path, origin)
  }
  const classes = files.find(({ orm }) => orm.kind === 'base')
  if (!classes) return writeFiles(built.values(), folder, options)
  const { schemaDir } = classes.orm
  const directories = new Set(files.flatMap(({ orm }) => orm.sources.map((path) => dirname(path))))
  return writeModel(built.values(), folder, { ...options, schemaDir, covers: (path) => directories.has(dirname(path)) })
}

/** Streams of several builds that were merged each have a loader. */
const mergedLoaders = (first: BuiltFile, second: BuiltFile): BuiltFile => ({
  ...second,
  contents: mergeLoader(second.contents, first.contents, () => false),
  schemas: [...(first.schemas ?? []), ...(second.schemas ?? [])],
})
