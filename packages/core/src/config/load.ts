import { noConfigFile, severalConfigFiles } from '../errors/config-errors.js'
import { OrmError, Source } from '../errors/index.js'
import { disk, type FileReader, type InputFile } from '../files.js'
import type { Config } from './config.js'
import { formats } from './formats/index.js'
import { type Environment, resolveConfig } from './resolve.js'

export interface LoadConfigOptions {
  /** Directory that holds the configuration, or whose `conf` or `config` does; a file may be named instead. */
  readonly configDir?: string
  readonly env?: Environment
  readonly files?: FileReader
}

/** Finds `orm.<ext>` (config-reference §1.1), reads and checks it. */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<Config> {
  const { configDir = '.', env = {}, files = disk } = options
  const found = await findConfig(configDir, files)
  return readConfig(found, env)
}

/** Reads one configuration file that the caller already has. */
export async function readConfig(file: InputFile, env: Environment): Promise<Config> {
  const text = typeof file.contents === 'string' ? file.contents : new TextDecoder().decode(file.contents)
  const source = new Source(file.path, text)
  const read = await formats[extensionOf(file.path)]!()
  return resolveConfig(read(source), source, env)
}

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

export const isConfigFile = (path: string): boolean => Object.hasOwn(formats, extensionOf(path))

async function findConfig(configDir: string, files: FileReader): Promise<InputFile> {
  if (isConfigFile(configDir)) {
    const contents = await files.read(configDir)
    if (contents) return { path: configDir, contents }
  }
  const directories = [configDir, joinPath(configDir, 'conf'), joinPath(configDir, 'config')]
  const paths: string[] = []
  for (const directory of directories) {
    for (const name of await files.list(directory)) {
      if (/^orm\.[a-z]+$/.test(name) && isConfigFile(name)) paths.push(joinPath(directory, name))
    }
  }
  if (paths.length > 1) throw new OrmError([severalConfigFiles(paths)])
  const contents = paths[0] === undefined ? undefined : await files.read(paths[0])
  if (paths[0] === undefined || !contents) throw new OrmError([noConfigFile(directories)])
  return { path: paths[0], contents }
}

const joinPath = (directory: string, name: string): string =>
  directory === '.' ? name : `${directory.replace(/\/+$/, '')}/${name}`
