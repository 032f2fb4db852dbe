import {
  buildMigrations,
  buildModel,
  buildNames,
  buildOutputs,
  buildSql,
  type ConvertOptions,
  convertConfig,
  convertNames,
  type MigrationOptions,
  migrationNames,
  type Purpose,
  type SqlBuildOptions,
  withSchemaErrors,
} from '../compile/index.js'
import { type Config, findAndReadConfig, readConfigWithDist, withOptions } from '../config/index.js'
import { noConfigInput, severalConfigFiles } from '../errors/config-errors.js'
import { OrmError } from '../errors/index.js'
import { disk, type InputFile, relativePath } from '../files.js'
import { checkComplete } from './complete.js'
import { buildStream, type OrmProperty, type StreamOptions } from './transform.js'
import { withoutDist } from './without-dist.js'

const configOf = async (
  { config, ...options }: StreamOptions,
  inputs: readonly InputFile[],
  purpose: Purpose = {},
): Promise<Config> =>
  config
    ? withOptions(config, options)
    : findAndReadConfig(options).catch(async (error) => {
        throw await withSchemaErrors(error, () => inputs, { ...options, ...purpose })
      })

/** Options of the stream `sqlBuild`. */
export type SqlStreamOptions = StreamOptions & Pick<SqlBuildOptions, 'overwrite'>

/** Reads schema files and emits SQL files and `sqldb.map`. */
export const sqlBuild = (options: SqlStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream('sqlBuild', options, [...buildNames, 'outputDir', 'overwrite'], async (inputs, given) => {
    const config = await configOf(given, inputs)
    const directory = given.outputDir || config.paths.sqlDir
    await checkComplete(inputs, given.files ?? disk, { config })
    return { config, directory, files: await buildSql(inputs, { ...given, config, outputDir: directory }) }
  })

/** Options of the stream `modelBuild`. */
export type ModelStreamOptions = StreamOptions & Pick<ConvertOptions, 'loaderScriptDir'>

const withLoader = (config: Config, loaderScriptDir: string | undefined): Config =>
  loaderScriptDir ? { ...config, paths: { ...config.paths, loaderScriptDir } } : config

/** Reads schema files and emits PHP classes. An existing stub class in the output directory is emitted unchanged. */
export const modelBuild = (options: ModelStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream('modelBuild', options, [...buildNames, 'outputDir', 'loaderScriptDir'], async (inputs, all) => {
    const { loaderScriptDir, ...given } = all
    const config = withLoader(await configOf(given, inputs, { makesSql: false }), loaderScriptDir)
    const directory = given.outputDir || config.paths.phpDir
    await checkComplete(inputs, given.files ?? disk, { config, isModel: true })
    return { config, directory, files: await buildModel(inputs, { ...given, config, outputDir: directory }) }
  })

/** Options of the stream `outputBuild`. */
export type OutputStreamOptions = Omit<StreamOptions, 'outputDir'>

/** Reads schema files and emits the files of configured outputs and templates, relative to the working directory. */
export const outputBuild = (options: OutputStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream('outputBuild', options, buildNames, async (inputs, given) => {
    const config = await configOf(given, inputs, { makesSql: false })
    await checkComplete(inputs, given.files ?? disk, { config })
    const outputs = await buildOutputs(inputs, { ...given, config })
    const files = outputs.flatMap((output) =>
      output.files.map((file) => {
        const directory = relativePath('', output.directory)
        return { ...file, directory, path: relativePath('', `${output.directory}/${file.path}`) }
      }),
    )
    return { config, directory: '.', files }
  })

/** Options of the stream `configConvert`. `configDir`, if set, names the configuration that the input is part of. */
export type ConvertStreamOptions = ConvertOptions & Pick<StreamOptions, 'configDir'>

/** Reads a configuration file and emits `config.php`. */
export const configConvert = (options: ConvertStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream(
    'configConvert',
    options,
    [...convertNames, 'configDir'],
    async (inputs, { configDir, ...given }) => {
      const [input, other] = withoutDist(inputs)
      if (other) throw new OrmError([severalConfigFiles([input!.path, other.path])])
      const config = await readConfigWithDist(input!, { ...given, configDir })
      const files = await convertConfig(config, given)
      return { config, directory: given.outputDir || config.paths.phpConfDir, files }
    },
    noConfigInput,
  )

/** Options of the stream `migrationDiff`. `outputDir` overrides the migration directory of the configuration. */
export type MigrationStreamOptions = Omit<StreamOptions, 'keepGoing'> &
  Pick<MigrationOptions, 'name' | 'renames' | 'online' | 'allow' | 'rebased'>

/** Reads schema files and emits a migration and a new snapshot for each connection whose tables have changed. */
export const migrationDiff = (options: MigrationStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream('migrationDiff', options, migrationNames, async (inputs, given) => {
    const config = await configOf(given, inputs)
    const directory = given.outputDir || config.paths.migrationDir
    await checkComplete(inputs, given.files ?? disk, { config })
    return { config, directory, files: await buildMigrations(inputs, { ...given, config, outputDir: directory }) }
  })

export type { OrmProperty, StreamOptions }
