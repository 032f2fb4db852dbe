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
  /** Base of a relative directory. @default the working directory */
  readonly cwd?: string
  /** Replace files that Orm did not write or that have been edited since. @default false */
  readonly overwrite?: boolean
  /** Write nothing. @default false */
  readonly dryRun?: boolean
  /** Write nothing, and fail if a generated file is outdated. @default false */
  readonly check?: boolean
}

/**
 * Writes files like `gulp.dest`, but keeps existing stub classes, does not touch files that are up to date, and removes classes
 * of dropped tables. Files that Orm did not generate are passed to `gulp.dest`.
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
    // The output of the stream may be ignored.
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
    transform(file: object, _, done) {
      if (isOwn(file)) own.push(file)
      else others.push(file)
      done()
    },
    async flush(done) {
      try {
        for (const file of own) {
          // A file outside of its base, such as the loader, keeps its path, which does not depend on this directory.
          const isInside = !/^\.\.(?:[\\/]|$)/.test(file.relative)
          const path = isInside ? resolve(folder, file.relative) : file.path
          Object.assign(file, { base: folder, path })
        }
        // Messages name files from the working directory, as those of every tool.
        const place = relative('', folder) || '.'
        const results = await writeOwn(own, place, { dryRun, overwrite })
        for (const notice of noticesOf(results, place, undefined, dryRun)) console.warn(`gulp-orm: ${notice}`)
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

/** The used members of a generated vinyl file. */
interface OwnFile {
  readonly relative: string
  readonly contents: Uint8Array | NodeJS.ReadableStream | null
  readonly orm: OrmProperty
  readonly path: string
  /** All paths of the file, starting with the first. */
  readonly history: readonly string[]
}

const isOwn = (file: object): file is OwnFile => 'orm' in file && file.orm !== undefined

async function writeOwn(files: readonly OwnFile[], folder: string, options: WriteOptions): Promise<WriteResult[]> {
  const built = new Map<string, BuiltFile>()
  const origins = new Map<string, string>()
  for (const { path, history, contents, orm } of files) {
    // Some plugins mark files to be dropped by emptying them.
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

/** Merges the loaders of several builds whose streams were merged. */
const mergedLoaders = (first: BuiltFile, second: BuiltFile): BuiltFile => ({
  ...second,
  contents: mergeLoader(second.contents, first.contents, () => false),
  schemas: [...(first.schemas ?? []), ...(second.schemas ?? [])],
})
