import { resolve } from 'node:path'
import { Transform } from 'node:stream'
import {
  type BuiltFile,
  checkOptions,
  configConvert,
  formatDiagnostic,
  loadConfig,
  modelBuild,
  OrmError,
  type OrmOptions,
  type OrmProperty,
  type StreamOptions,
  sqlBuild,
  type WriteModelOptions,
  withConnections,
  writeFiles,
  writeModel,
} from 'orm-core'
import { type InsertReport, insertSql, type Loss, lossText } from 'orm-database'
import PluginError from 'plugin-error'

/** Options of every stream: those of orm-core, whose environment is the process's own. */
export type GulpOrmOptions = Omit<StreamOptions, 'env'>

type Stream = NodeJS.ReadWriteStream

const wrap =
  <Options extends { readonly env?: NodeJS.ProcessEnv }>(make: (options: Options) => Stream, defaults = {}) =>
  (options?: Omit<Options, 'env'>): Stream => {
    try {
      return asGulpPlugin(make({ ...defaults, ...options, env: process.env } as Options))
    } catch (error) {
      throw toPluginError(error)
    }
  }

/** Where nobody listens to warnings, they are printed. */
const printing: Pick<StreamOptions, 'onWarning'> = {
  onWarning: (warning) => console.warn(`gulp-orm: ${formatDiagnostic(warning)}`),
}

function asGulpPlugin(stream: Stream): Stream {
  // gulp prints a PluginError without a stack; its message holds every diagnostic with its place.
  const emit = stream.emit.bind(stream)
  stream.emit = (event, ...args) => emit(event, ...(event === 'error' ? args.map(toPluginError) : args))
  // gulp 5's src() listens for errors of the stream that it is piped to and, once it has ended, drops them: the task
  // would never finish. So the next stream fails as well, and gulp sees it.
  const pipe = stream.pipe.bind(stream)
  stream.pipe = (destination, pipeOptions) => {
    stream.once('error', (error) => (destination as unknown as Destroyable).destroy?.(error))
    return pipe(destination, pipeOptions)
  }
  return stream
}

interface Destroyable {
  destroy?(error: Error): void
}

function toPluginError(error: unknown): unknown {
  if (!(error instanceof OrmError)) return error
  const place = error.diagnostics[0]?.place
  return new PluginError('gulp-orm', error, {
    showStack: false,
    showProperties: false,
    ...(place && { fileName: place.file, lineNumber: place.line }),
  })
}

/** Options of `dest`. */
export type GulpDestOptions = Pick<WriteModelOptions, 'otherSchemas'>

/**
 * Writes like `gulp.dest`, but leaves stub classes that exist alone and files that are right already, and removes the
 * classes of tables that are gone.
 */
function dest(directory: string, options: GulpDestOptions = {}): Stream {
  const files: VinylFile[] = []
  return new Transform({
    objectMode: true,
    // Nobody needs to read what comes out.
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
    transform(file: VinylFile, _, done) {
      if (file.contents) files.push(file)
      done()
    },
    async flush(done) {
      try {
        const sources = files.flatMap(({ orm }) => orm?.sources ?? [])
        const hasClasses = files.some(({ orm }) => orm?.kind === 'base')
        await (hasClasses ? writeModel : writeFiles)(files.map(toBuiltFile), directory, { ...options, sources })
        for (const file of files) this.push(moved(file, directory))
        done()
      } catch (error) {
        done(toPluginError(error) as Error)
      }
    },
  })
}

/** What we use of a vinyl file. */
interface VinylFile {
  readonly relative: string
  readonly contents: Uint8Array | null
  base: string
  path: string
  readonly orm?: OrmProperty
}

/** Files that are not ours are written too, as gulp.dest would. */
const toBuiltFile = ({ relative, contents, orm }: VinylFile): BuiltFile => ({
  kind: 'project',
  keepExisting: false,
  ...orm,
  path: relative,
  contents: Buffer.from(contents ?? '').toString(),
})

function moved(file: VinylFile, directory: string): VinylFile {
  const path = resolve(directory, file.relative)
  return Object.assign(file, { base: resolve(directory), path })
}

/** Options of `sqlInsert`: where configuration and SQL are, and what it may drop. */
export type GulpInsertOptions = Pick<StreamOptions, 'config'> &
  Pick<OrmOptions, 'configDir' | 'sqlDir' | 'connection' | 'safe' | 'yes'>

/** Creates the tables in the database; returns what was executed, for use as a gulp task. */
async function sqlInsert(options: GulpInsertOptions = {}): Promise<InsertReport[]> {
  const { configDir, sqlDir, connection, safe = false, yes = false } = options
  try {
    checkOptions(options, ['config', 'configDir', 'sqlDir', 'connection', 'safe', 'yes'])
    const loaded = options.config ?? (await loadConfig({ ...(configDir && { configDir }), env: process.env }))
    const config = withConnections(loaded, connection)
    return await insertSql({ config, safe, yes, ...(sqlDir && { sqlDir }), onLosses: warn })
  } catch (error) {
    throw toPluginError(error)
  }
}

/** Names what goes; nobody is asked, since a task may run where nobody is. */
function warn(losses: readonly Loss[]): void {
  for (const loss of losses) console.warn(`gulp-orm: ${lossText(loss, 'will')}`)
}

export default {
  sqlBuild: wrap(sqlBuild, printing),
  modelBuild: wrap(modelBuild, printing),
  configConvert: wrap(configConvert),
  dest,
  sqlInsert,
}
