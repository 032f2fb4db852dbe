import { basename, dirname, join, resolve } from 'node:path'
import { type Config, type ReadConfigOptions, readConfig, secretParts } from '../config/index.js'
import { disk, type FileReader, type InputFile, relativePath } from '../files.js'
import { configFile } from '../php/config-file.js'
import type { BuiltFile } from './built-file.js'

export interface ConvertOptions extends ReadConfigOptions {
  /** Directory where the file will be; the configuration's by default. */
  readonly outputDir?: string | undefined
  /** @default 'config.php' */
  readonly outputFile?: string | undefined
  /** Directory of `loadDatabase.php`; the configuration's by default, else that of the file. */
  readonly loaderScriptDir?: string | undefined
  /**
   * Leave `%env.NAME%` to PHP: `getenv('NAME')` is written instead of the value, which need not even be known.
   *
   * @default runtime.keepEnv of the configuration
   */
  readonly keepEnv?: boolean | undefined
}

/** The runtime section of a configuration file to `config.php`. */
export async function convertConfig(input: InputFile | Config, options: ConvertOptions = {}): Promise<BuiltFile[]> {
  const config = 'contents' in input ? await readConfig(input, options) : input
  const { keepEnv = config.runtime.keepEnv, files = disk } = options
  const outputDir = options.outputDir || config.paths.phpConfDir
  const loaderDir = options.loaderScriptDir || config.paths.loaderScriptDir || outputDir
  const wayFrom = (from: string, to: string): string => relativePath(from, to) || '.'
  const beside = (from: string, to: string): string => `${wayFrom(from, to)}/loadDatabase.php`
  // PHP looks from where config.php really is.
  const place = await realDirectory(outputDir, files)
  const loader = beside(place, await realDirectory(loaderDir, files))
  const base = wayFrom(place, await realDirectory('.', files))
  const references = keepEnv ? config.references : {}
  const contents = configFile(config, { loader, references, base })
  return [
    {
      path: options.outputFile || 'config.php',
      contents,
      kind: 'config',
      keepExisting: false,
      ...(hasSecret(config, references) && { secret: true }),
    },
    // config.php requires it; model:build replaces this one by the real list of tables.
    {
      path: beside(outputDir, loaderDir).replace(/^\.\//, ''),
      contents: emptyLoader,
      kind: 'loader',
      keepExisting: true,
    },
  ]
}

/** A directory without symbolic links on the way to it; the end of the path may not be there yet. */
async function realDirectory(path: string, files: FileReader): Promise<string> {
  const directory = resolve(path)
  const real = (await files.realPath?.(directory)) ?? directory
  const parent = dirname(directory)
  return real !== directory || parent === directory
    ? real
    : join(await realDirectory(parent, files), basename(directory))
}

const emptyLoader = '<?php\n// Run "orm model:build" to register the tables here.\n'

/** Whether a password is written out, in its own key or as part of a data source name. */
function hasSecret({ connections, runtime }: Config, references: Config['references']): boolean {
  const isReference = (key: string): boolean =>
    Object.hasOwn(references, key) && references[key]!.every((part) => typeof part === 'string' || !part.otherwise)
  return runtime.connections.some((name) => {
    const { replicas = [], ...primary } = connections[name]!
    const path = `orm.database.connections.${name}`
    const servers = [
      { path, server: primary },
      ...replicas.map((server, i) => ({ path: `${path}.replicas.${i}`, server })),
    ]
    return servers.some(
      ({ path, server }) =>
        (server.password && !isReference(`${path}.password`)) ||
        (server.dsn && secretParts(server.dsn).length > 0 && !isReference(`${path}.dsn`)),
    )
  })
}
