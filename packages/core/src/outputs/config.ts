import { basename, dirname, join, resolve } from 'node:path'
import {
  type Config,
  checkConfig,
  type ReadConfigOptions,
  readConfig,
  readConfigNames,
  secretParts,
} from '../config/index.js'
import { type FileReader, type InputFile, relativePath } from '../files.js'
import { checkInputs, checkOptions } from '../options.js'
import { configFile } from '../php/config-file.js'
import type { BuiltFile } from './built-file.js'
import { defineOutput, type OutputFile } from './define-output.js'
import { bundledDirectories } from './directories.js'
import { runOutput } from './run-output.js'

/** Generates `config.php` from the runtime section of the configuration. */
export const config = defineOutput({
  name: 'config',
  directory: bundledDirectories.config,
  async build(_, config, { directory, files, keepEnv = config.runtime.keepEnv, outputFile }) {
    // PHP resolves paths from the real location of config.php.
    const place = await realDirectory(directory, files)
    const wayTo = async (to: string): Promise<string> => relativePath(place, await realDirectory(to, files)) || '.'
    const loader = `${await wayTo(config.paths.loaderScriptDir || directory)}/loadDatabase.php`
    const references = keepEnv ? config.references : {}
    const contents = configFile(config, { loader, references, base: await wayTo('.') })
    return [
      {
        path: outputFile || 'config.php',
        contents,
        kind: 'config',
        ...(hasSecret(config, references) && { secret: true }),
      },
      // config.php requires the loader. The output of classes replaces this empty one by the list of tables.
      { ...loaderPlace(config), contents: emptyLoader, kind: 'loader', keepExisting: true },
    ]
  },
})

export interface ConvertOptions
  extends Pick<ReadConfigOptions, (typeof readConfigNames)[number] | 'connection' | 'platform'> {
  /** Directory of the file. Defaults to that of the configuration. */
  readonly outputDir?: string | undefined
  /** @default 'config.php' */
  readonly outputFile?: string | undefined
  /** Directory of `loadDatabase.php`. Defaults to that of the configuration, otherwise to that of the file. */
  readonly loaderScriptDir?: string | undefined
  /**
   * Whether `%env.NAME%` is left to PHP: `getenv('NAME')` is written instead of the value, and the variable may be unset.
   *
   * @default runtime.keepEnv of the configuration
   */
  readonly keepEnv?: boolean | undefined
}

/** Names of the options of `convertConfig()`. */
export const convertNames = [
  ...readConfigNames,
  'connection',
  'platform',
  'outputDir',
  'outputFile',
  'loaderScriptDir',
] as const satisfies (keyof ConvertOptions)[]

/** Converts the runtime section of a configuration file to `config.php`. */
export async function convertConfig(input: InputFile | Config, options: ConvertOptions = {}): Promise<BuiltFile[]> {
  checkOptions(options, convertNames)
  const isFile = typeof input === 'object' && input !== null && 'contents' in input
  if (isFile) checkInputs([input])
  else checkConfig(input)
  const read = isFile ? await readConfig(input, options) : input
  const paths = {
    ...read.paths,
    ...(options.outputDir && { phpConfDir: options.outputDir }),
    ...(options.loaderScriptDir && { loaderScriptDir: options.loaderScriptDir }),
  }
  return [...(await runOutput(config, { ...noModel, config: { ...read, paths } }, options))]
}

const noModel = { databases: [], schemas: [], leftOut: [], usesModules: false, findBehavior: () => undefined }

/** Returns the path of the loader: next to config.php, which requires it, unless the configuration sets another directory. */
export const loaderPlace = ({ paths }: Config): Pick<OutputFile, 'path' | 'directory'> => ({
  path: 'loadDatabase.php',
  directory: paths.loaderScriptDir ? 'loaderScriptDir' : 'phpConfDir',
})

/** Resolves the symbolic links in the path of a directory. The end of the path may not exist yet. */
async function realDirectory(path: string, files: FileReader): Promise<string> {
  const directory = resolve(path)
  const real = (await files.realPath?.(directory)) ?? directory
  const parent = dirname(directory)
  return real !== directory || parent === directory
    ? real
    : join(await realDirectory(parent, files), basename(directory))
}

const emptyLoader = '<?php\n// Run "orm model:build" to register the tables here.\n'

/** Whether a password is written literally, in its own key or as part of a DSN. */
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
