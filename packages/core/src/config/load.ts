import { parseEnv } from 'node:util'
import { inMemory } from '../dialects/vendors.js'
import {
  configSyntax,
  noConfigFile,
  noNamedConfigFile,
  otherConfigFile,
  severalConfigFiles,
  unreadableConfig,
} from '../errors/config-errors.js'
import { type Diagnostic, type Mark, OrmError } from '../errors/index.js'
import { disk, type FileReader, type InputFile, relativePath } from '../files.js'
import { isTrue } from '../model/values.js'
import { checkOptions, configOptionNames } from '../options.js'
import { localPhp, type RunPhp } from '../php-runner.js'
import type { Config, ConfigOverrides } from './config.js'
import { ConfigSource, decodeConfig } from './config-source.js'
import { loadDialects } from './dialects.js'
import { ConfigError } from './draft.js'
import { isConfigFile, otherSpelling, readFormat } from './formats/index.js'
import { type ConfigValueRecord, listConfig } from './list-config.js'
import { mergeNodes } from './merge.js'
import { type ConfigNode, type Environment, nodeAt, nodeOf } from './node.js'
import { type ResolveOptions, resolveConfig, resolveTree } from './resolve.js'
import { inShape } from './shape.js'
import { type ConfigOptions, withOptions } from './with-options.js'

export interface ReadConfigOptions extends ConfigOptions {
  /** Environment variables for `%env.NAME%`. */
  readonly env?: Environment
  /**
   * Whether variables may be unset, because they are left to PHP.
   *
   * @default runtime.keepEnv of the configuration
   */
  readonly keepEnv?: boolean | undefined
  /** Keys below `orm` that override those of the files, from the command line or a build tool. */
  readonly overrides?: ConfigOverrides
  /** Reads the files. */
  readonly files?: FileReader
  /** Whether project code may be run: a PHP file that is not static, and behaviors. @default true */
  readonly plugins?: boolean | undefined
  /** Runs PHP files that cannot be read statically. */
  readonly php?: RunPhp
}

export interface LoadConfigOptions extends ReadConfigOptions {
  /** Directory with the configuration, possibly in its `conf` or `config` subdirectory, or the file itself. */
  readonly configDir?: string | undefined
}

/** Names of the options that say how a configuration is read. Other options override what it says. */
export const readConfigNames = [
  'env',
  'keepEnv',
  'overrides',
  'files',
  'plugins',
  'php',
] as const satisfies (keyof ReadConfigOptions)[]

/** Names of the options of `loadConfig()`. */
export const loadConfigNames = [
  'configDir',
  ...readConfigNames,
  ...configOptionNames,
] as const satisfies (keyof LoadConfigOptions)[]

/** Finds `orm.<ext>` and `orm.<ext>.dist`, reads, merges and checks them. */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<Config> {
  checkOptions(options, loadConfigNames)
  return findAndReadConfig(options)
}

/** Same as loadConfig(), for a caller that has checked its options, some of which do not concern the configuration. */
export async function findAndReadConfig(options: LoadConfigOptions): Promise<Config> {
  const { configDir, files = disk } = options
  return readLayers(await findConfig(configDir || '.', files), options)
}

/** Same as loadConfig(), but returns the defaults without a file, for callers that set all connections themselves. */
export const loadConfigOrDefaults = (options: LoadConfigOptions): Promise<Config> =>
  findAndReadConfig(options).catch(async (error) => {
    const isMissing = error instanceof OrmError && error.diagnostics.every(({ code }) => code === 'ORM-C001')
    if (!isMissing) throw error
    return withOptions(await defaultConfig(), options)
  })

/** Reads one configuration file that is already loaded. */
export const readConfig = (file: InputFile, options: ReadConfigOptions = {}): Promise<Config> =>
  readLayers([file], options)

/** Same as readConfig(), with the `.dist` file next to it. With `configDir`, reads all its files, as loadConfig() does. */
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

/** Returns the files of a configuration. Throws if the one to convert is not among them. */
export async function layersWith(path: string, configDir: string, files: FileReader = disk): Promise<InputFile[]> {
  const layers = await findConfig(configDir, files)
  if (layers.some((layer) => isSameFile(layer.path, path))) return layers
  throw new OrmError([otherConfigFile(path, layers.at(-1)!.path)])
}

/** Returns the configuration of a project without a file: the defaults, with one in-memory connection. */
export function defaultConfig(): Promise<Config> {
  const connections = { default: inMemory }
  return readConfig({ path: 'orm.json', contents: JSON.stringify({ orm: { database: { connections } } }) })
}

const refusePhp: RunPhp = () => Promise.reject(new Error('no code is run because of --no-plugins'))

/** Returns every value of the configuration that `loadConfig()` finds, with its location, for display. */
export async function listConfiguration(options: LoadConfigOptions = {}): Promise<ConfigValueRecord[]> {
  const { configDir, files = disk } = options
  const { tree, resolved } = await readTree(await findConfig(configDir || '.', files), options)
  return notTooDeep(resolved.start.source, () => listConfig(resolveTree(tree, resolved).value, tree))
}

async function readLayers(layers: readonly InputFile[], options: ReadConfigOptions): Promise<Config> {
  const { tree, resolved } = await readTree(layers, options)
  try {
    return withOptions(await notTooDeep(resolved.start.source, () => resolveConfig(tree, resolved)), options)
  } catch (error) {
    throw error instanceof ConfigError ? error.withOptions(options) : error
  }
}

/** Reads and merges the layers, the lowest of which comes first. */
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
  const problems: Diagnostic[] = []
  const report = (problem: Diagnostic): void => void problems.push(problem)
  let tree: ConfigNode | undefined
  for (const [index, source] of sources.entries()) {
    const { path } = layers[index]!
    const read = await readFormat(path)
    const node = await notTooDeep(source, () =>
      read(source, { files, env, keepEnv: options.keepEnv ?? false, php, path, report }),
    )
    const shaped = source.hideSecretsOf(node && inShape(node))
    if (shaped) refuseHalfCharacters(shaped)
    tree = mergeNodes(tree, shaped)
  }
  if (overrides) {
    const source = new ConfigSource('the options', '')
    tree ??= nodeOf({ orm: {} }, start)
    // The options are the lower layer for locations: a missing key is reported in the file.
    if (nodeAt(tree, ['orm'])?.kind === 'map')
      tree = mergeNodes(tree, inShape(nodeOf({ orm: overrides }, { source, offset: 0 })), 'lower')
  }
  const keepEnv = options.keepEnv ?? isSet(tree && nodeAt(tree, ['orm', 'runtime', 'keepEnv']))
  const vendors = await loadDialects(tree, { root: root || '.', files, plugins })
  return { tree, resolved: { env, keepEnv, start, files: sources.map(({ file }) => file), vendors, problems } }
}

const isSet = (node: ConfigNode | undefined): boolean => node?.kind === 'scalar' && isTrue(String(node.value))

/** Returns the project directory with a trailing slash, or an empty string for the working directory. */
const projectDirectory = (configPath: string): string =>
  // The configuration may be in the project's conf/ or config/ directory.
  configPath.replace(/[^/\\]*$/, '').replace(/(?:^|(?<=[/\\]))conf(?:ig)?[/\\]$/, '')

/** Returns the directory from which configured modules and templates are resolved. */
export const projectRoot = (configDir = '.'): string =>
  isConfigFile(configDir) ? projectDirectory(configDir) || '.' : configDir

/** Files next to the configuration that set variables. The later one wins. */
const envFiles = ['.env', '.env.local']

/** Returns the environment with the variables of `.env` files, which do not override existing variables. */
async function withEnvFiles(env: Environment, directory: string, files: FileReader): Promise<Environment> {
  let found: Environment = {}
  for (const name of envFiles) {
    const contents = await readable(directory + name, files.read(directory + name).catch(ignoreDirectory))
    if (contents) found = { ...found, ...parseEnv(decodeConfig(directory + name, contents).text) }
  }
  return { ...found, ...env }
}

/** Ignores a directory with that name, which some tools create. */
function ignoreDirectory(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EISDIR') throw error
}

/** Reports a stack overflow as a problem of the file: readers recurse, and nobody writes such deep nesting by hand. */
async function notTooDeep<T>(source: ConfigSource, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new OrmError([configSyntax({ source, offset: 0 }, 'text', 'the file is nested too deeply')])
  }
}

/** Reports an escape such as `\ud800` without the other half of its character: no file could be written with it. */
function refuseHalfCharacters(node: ConfigNode): void {
  const check = (text: string, mark: Mark): void => {
    if (/\p{Surrogate}/u.test(text)) throw new OrmError([configSyntax(mark, 'text', 'it has half of a character')])
  }
  if (node.kind === 'scalar') check(node.text, node.mark)
  else if (node.kind === 'list') node.items.forEach(refuseHalfCharacters)
  else {
    for (const { key, keyMark, value } of node.entries) {
      check(key, keyMark)
      refuseHalfCharacters(value)
    }
  }
}

/** Returns the `.dist` file, if it exists, and the main file. */
async function findConfig(configDir: string, files: FileReader): Promise<InputFile[]> {
  if (isConfigFile(configDir)) {
    const named = await readNamed(configDir, files)
    if (named.length === 0) throw new OrmError([noNamedConfigFile(configDir)])
    return named
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
  const listed = [...dist, ...normal]
  const found = await readAll(listed, files)
  // A link in a checkout is broken where its target belongs to another machine. Without it, the build would use other values.
  const broken = listed.filter((path) => found.every((file) => file.path !== path))
  if (broken.length > 0)
    throw new OrmError(broken.map((path) => unreadableConfig(path, 'the symbolic link leads to no file')))
  if (found.length === 0) throw new OrmError([noConfigFile(directories, await directoryAbove(configDir, files))])
  return found
}

/** Reads a file that the user has named, and its `.dist` file. */
async function readNamed(path: string, files: FileReader): Promise<InputFile[]> {
  const found = [await readEither(`${path}.dist`, files), await readEither(path, files)]
  return found.filter((file) => file !== undefined)
}

/** Reads a file under either spelling of its name. */
async function readEither(path: string, files: FileReader): Promise<InputFile | undefined> {
  const other = otherSpelling(path)
  const [found] = await readAll([path], files)
  return found ?? (other === undefined ? undefined : (await readAll([other], files))[0])
}

/** Returns a notice if the user names a file that exists only under its other spelling: `orm.yml` for `orm.yaml`. */
export async function spellingNotice(
  configDir: string | undefined,
  files: FileReader = disk,
): Promise<string | undefined> {
  if (configDir === undefined || otherSpelling(configDir) === undefined) return undefined
  const found = await readNamed(configDir, files)
  const isThere = found.length === 0 || found.some(({ path }) => path === configDir || path === `${configDir}.dist`)
  return isThere ? undefined : `${configDir} does not exist; ${found.at(-1)!.path} is used`
}

/** Returns the nearest parent directory with a configuration file, as commands are often run in a subdirectory. */
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
