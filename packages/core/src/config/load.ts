import { parseEnv } from 'node:util'
import { inMemory } from '../dialects/vendors.js'
import {
  configSyntax,
  noConfigFile,
  otherConfigFile,
  severalConfigFiles,
  unreadableConfig,
} from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { disk, type FileReader, type InputFile, relativePath } from '../files.js'
import { isTrue } from '../model/values.js'
import { localPhp, type RunPhp } from '../php-runner.js'
import type { Config, ConfigOverrides } from './config.js'
import type { Environment } from './config-parameters.js'
import { ConfigSource, decodeConfig } from './config-source.js'
import { loadDialects } from './dialects.js'
import { isConfigFile, otherSpelling, readFormat } from './formats/index.js'
import { type ConfigValueRecord, listConfig } from './list-config.js'
import { mergeNodes } from './merge.js'
import { type ConfigNode, nodeAt, nodeOf } from './node.js'
import { type ResolveOptions, resolveConfig, resolveTree } from './resolve.js'
import { inShape } from './shape.js'
import { type ConfigOptions, withOptions } from './with-options.js'

export interface ReadConfigOptions extends ConfigOptions {
  /** Variables for `%env.NAME%`. */
  readonly env?: Environment
  /**
   * Variables need not be set, because they are left to PHP.
   *
   * @default runtime.keepEnv of the configuration
   */
  readonly keepEnv?: boolean | undefined
  /** Keys below `orm` that win over those of the files: those of the command line, or of a build tool. */
  readonly overrides?: ConfigOverrides
  /** Where files are read from. */
  readonly files?: FileReader
  /** Whether code of the project may be run: a PHP file that is not static, behaviors. @default true */
  readonly plugins?: boolean | undefined
  /** What runs PHP files that cannot be read without running them. */
  readonly php?: RunPhp
}

export interface LoadConfigOptions extends ReadConfigOptions {
  /** Directory that holds the configuration, or whose `conf` or `config` does; a file may be named instead. */
  readonly configDir?: string | undefined
}

/** Finds `orm.<ext>` and `orm.<ext>.dist`, reads, merges and checks them. */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<Config> {
  const { configDir, files = disk } = options
  return readLayers(await findConfig(configDir || '.', files), options)
}

/** The same; without a file, the defaults, for callers that name all connections themselves. */
export const loadConfigOrDefaults = (options: LoadConfigOptions): Promise<Config> =>
  loadConfig(options).catch(async (error) => {
    const isMissing = error instanceof OrmError && error.diagnostics.every(({ code }) => code === 'ORM-C001')
    if (!isMissing) throw error
    return withOptions(await defaultConfig(), options)
  })

/** Reads one configuration file that the caller already has. */
export const readConfig = (file: InputFile, options: ReadConfigOptions = {}): Promise<Config> =>
  readLayers([file], options)

/** The same with the `.dist` file beside it, as `loadConfig` reads them; with `configDir`, with the files that it names. */
export async function readConfigWithDist(file: InputFile, options: LoadConfigOptions = {}): Promise<Config> {
  if (options.configDir) {
    const layers = await layersWith(file.path, options.configDir, options.files ?? disk)
    return readLayers(
      layers.map((layer) => (isSameFile(layer.path, file.path) ? file : layer)),
      options,
    )
  }
  const dist = file.path.endsWith('.dist') ? undefined : await readEither(`${file.path}.dist`, options.files ?? disk)
  return readLayers(dist ? [dist, file] : [file], options)
}

const isSameFile = (one: string, other: string): boolean => relativePath('', one) === relativePath('', other)

/** The files of a configuration; throws if the one that somebody wants to convert is not among them. */
export async function layersWith(path: string, configDir: string, files: FileReader = disk): Promise<InputFile[]> {
  const layers = await findConfig(configDir, files)
  if (layers.some((layer) => isSameFile(layer.path, path))) return layers
  throw new OrmError([otherConfigFile(path, layers.at(-1)!.path)])
}

/** The configuration of a project without a file: defaults, and no connection. */
export function defaultConfig(): Promise<Config> {
  const connections = { default: inMemory }
  return readConfig({ path: 'orm.json', contents: JSON.stringify({ orm: { database: { connections } } }) })
}

const refusePhp: RunPhp = () => Promise.reject(new Error('no code is run because of --no-plugins'))

/** Every value of the configuration that `loadConfig()` finds, with the place where it is written; for people to read. */
export async function listConfiguration(options: LoadConfigOptions = {}): Promise<ConfigValueRecord[]> {
  const { configDir, files = disk } = options
  const { tree, resolved } = await readTree(await findConfig(configDir || '.', files), options)
  return notTooDeep(resolved.start.source, () => listConfig(resolveTree(tree, resolved).value, tree))
}

async function readLayers(layers: readonly InputFile[], options: ReadConfigOptions): Promise<Config> {
  const { tree, resolved } = await readTree(layers, options)
  return withOptions(await notTooDeep(resolved.start.source, () => resolveConfig(tree, resolved)), options)
}

/** Lowest layer first. */
async function readTree(
  layers: readonly InputFile[],
  options: ReadConfigOptions,
): Promise<{ tree: ConfigNode | undefined; resolved: ResolveOptions & { start: { source: ConfigSource } } }> {
  const { overrides, files = disk, plugins = true } = options
  const root = projectDirectory(layers.at(-1)!.path)
  const env = options.env ? await withEnvFiles(options.env, root, files) : {}
  const php = plugins ? (options.php ?? localPhp) : refusePhp
  const sources = layers.map(({ path, contents }) => decodeConfig(path, contents))
  const start = { source: sources.at(-1)!, offset: 0 }
  let tree: ConfigNode | undefined
  for (const [index, source] of sources.entries()) {
    const { path } = layers[index]!
    const read = await readFormat(path)
    const node = await notTooDeep(source, () =>
      read(source, { files, env, keepEnv: options.keepEnv ?? false, php, path }),
    )
    tree = mergeNodes(tree, source.hideSecretsOf(node && inShape(node)))
  }
  if (overrides) {
    const source = new ConfigSource('the options', '')
    tree ??= nodeOf({ orm: {} }, start)
    // What a file lacks is missing there, not in the options.
    if (nodeAt(tree, ['orm'])?.kind === 'map')
      tree = mergeNodes(tree, inShape(nodeOf({ orm: overrides }, { source, offset: 0 })), 'lower')
  }
  const keepEnv = options.keepEnv ?? isSet(tree && nodeAt(tree, ['orm', 'runtime', 'keepEnv']))
  const vendors = await loadDialects(tree, { root: root || '.', files, plugins })
  return { tree, resolved: { env, keepEnv, start, files: sources.map(({ file }) => file), vendors } }
}

const isSet = (node: ConfigNode | undefined): boolean => node?.kind === 'scalar' && isTrue(String(node.value))

/** The directory of the project, with a slash at its end; empty for the working directory. */
const projectDirectory = (configPath: string): string =>
  // The configuration may lie in conf/ or config/ of the project.
  configPath.replace(/[^/\\]*$/, '').replace(/(?:^|(?<=[/\\]))conf(?:ig)?[/\\]$/, '')

/** Where modules and templates that a configuration names are looked for. */
export const projectRoot = (configDir = '.'): string =>
  isConfigFile(configDir) ? projectDirectory(configDir) || '.' : configDir

/** Files beside the configuration that set variables; the later one wins. */
const envFiles = ['.env', '.env.local']

/** The environment, and what `.env` files set besides: a variable that is there already stays as it is. */
async function withEnvFiles(env: Environment, directory: string, files: FileReader): Promise<Environment> {
  let found: Environment = {}
  for (const name of envFiles) {
    const contents = await readable(directory + name, files.read(directory + name).catch(ignoreDirectory))
    if (contents) found = { ...found, ...parseEnv(decodeConfig(directory + name, contents).text) }
  }
  return { ...found, ...env }
}

/** Some tools keep a directory under that name. */
function ignoreDirectory(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EISDIR') throw error
}

/** Readers follow the nesting of a file; what nobody could have written by hand ends them. */
async function notTooDeep<T>(source: ConfigSource, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new OrmError([configSyntax({ source, offset: 0 }, 'text', 'the file is nested too deeply')])
  }
}

/** The `.dist` file, if there is one, and the normal one. */
async function findConfig(configDir: string, files: FileReader): Promise<InputFile[]> {
  if (isConfigFile(configDir)) {
    const named = await readNamed(configDir, files)
    if (named.length > 0) return named
  }
  const directories = [configDir, joinPath(configDir, 'conf'), joinPath(configDir, 'config')]
  const paths: string[] = []
  for (const directory of directories) {
    for (const name of await readable(directory, files.list(directory))) {
      if (/^orm\.[a-z]+(?:\.dist)?$/.test(name) && isConfigFile(name)) paths.push(joinPath(directory, name))
    }
  }
  const isDist = (path: string): boolean => path.endsWith('.dist')
  const [dist, normal] = [paths.filter(isDist), paths.filter((path) => !isDist(path))]
  const several = [dist, normal].filter((kind) => kind.length > 1)
  if (several.length > 0) throw new OrmError(several.map(severalConfigFiles))
  const found = await readAll([...dist, ...normal], files)
  if (found.length === 0) throw new OrmError([noConfigFile(directories, await directoryAbove(configDir, files))])
  return found
}

/** A file that somebody has named, and its `.dist` file. */
async function readNamed(path: string, files: FileReader): Promise<InputFile[]> {
  const found = [await readEither(`${path}.dist`, files), await readEither(path, files)]
  return found.filter((file) => file !== undefined)
}

/** A file under either spelling of its name. */
async function readEither(path: string, files: FileReader): Promise<InputFile | undefined> {
  const other = otherSpelling(path)
  const [found] = await readAll([path], files)
  return found ?? (other === undefined ? undefined : (await readAll([other], files))[0])
}

/** What to tell somebody who names a file that exists only under its other spelling: `orm.yml` for `orm.yaml`. */
export async function spellingNotice(
  configDir: string | undefined,
  files: FileReader = disk,
): Promise<string | undefined> {
  if (configDir === undefined || otherSpelling(configDir) === undefined) return undefined
  const found = await readNamed(configDir, files)
  const isThere = found.length === 0 || found.some(({ path }) => path === configDir || path === `${configDir}.dist`)
  return isThere ? undefined : `${configDir} does not exist; ${found.at(-1)!.path} is used`
}

/** The nearest directory above that has a configuration file: a command is often run in a folder below or beside it. */
async function directoryAbove(configDir: string, files: FileReader): Promise<string | undefined> {
  if (configDir !== '.') return undefined
  for (const directory of ['..', '../..', '../../..']) {
    const names = await files.list(directory).catch(() => [])
    if (names.some((name) => /^orm\.[a-z]+(?:\.dist)?$/.test(name) && isConfigFile(name))) return directory
  }
  return undefined
}

async function readAll(paths: readonly string[], files: FileReader): Promise<InputFile[]> {
  const found: InputFile[] = []
  for (const path of paths) {
    const contents = await readable(path, files.read(path))
    if (contents) found.push({ path, contents })
  }
  return found
}

const readable = <Value>(path: string, reading: Promise<Value>): Promise<Value> =>
  reading.catch((error: Error) => {
    throw new OrmError([unreadableConfig(path, error.message.replace(/,.*$/s, ''))])
  })

const joinPath = (directory: string, name: string): string =>
  directory === '.' ? name : `${directory.replace(/\/+$/, '')}/${name}`
