import {
  buildMigrations,
  buildModel,
  buildSql,
  type ConvertOptions,
  convertConfig,
  type MigrationOptions,
  type SqlBuildOptions,
} from '../compile/index.js'
import { loadConfig, readConfigWithDist } from '../config/index.js'
import type { InputFile } from '../files.js'
import type { OrmProperty } from './built-vinyl.js'
import { buildStream, type StreamOptions, streamOptionNames } from './transform.js'

/** Options of the stream `configConvert`. */
export type ConvertStreamOptions = Omit<ConvertOptions, 'overrides'>

const convertOptionNames = [
  'env',
  'files',
  'php',
  'keepEnv',
  'outputDir',
  'outputFile',
  'loaderScriptDir',
] as const satisfies (keyof ConvertStreamOptions)[]

const configured = async (options: StreamOptions) => options.config ?? (await loadConfig(options))

/** Options of the stream `sqlBuild`; `outputDir` where the files go elsewhere than the configuration says. */
export type SqlStreamOptions = StreamOptions & Pick<SqlBuildOptions, 'outputDir' | 'overwrite'>

/** Schema files in, SQL files and `sqldb.map` out. */
export const sqlBuild = (options: SqlStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream<SqlStreamOptions>(
    { build: buildSql, outputDir: async (_, o) => o.outputDir ?? (await configured(o)).paths.sqlDir },
    options,
    [...streamOptionNames, 'outputDir', 'overwrite'],
  )

/** Schema files in, PHP classes out; a stub has no contents where one exists already. */
export const modelBuild = (options: StreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream(
    {
      build: buildModel,
      outputDir: async (_, o) => (await configured(o)).paths.phpDir,
      schemaDir: async (o) => (await configured(o)).paths.schemaDir,
      isPlaced: ({ kind }) => kind === 'loader',
    },
    options,
    streamOptionNames,
  )

/** A `.dist` file is a part of the one that it is beside. */
const withoutDist = (inputs: readonly InputFile[]): InputFile[] =>
  inputs.filter(({ path }) => !inputs.some((other) => path === `${other.path}.dist`))

/** A configuration file in, `config.php` out. */
export const configConvert = (options: ConvertStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream(
    {
      build: async (inputs, o) =>
        (
          await Promise.all(
            withoutDist(inputs).map(async (input) => convertConfig(await readConfigWithDist(input, o), o)),
          )
        ).flat(),
      outputDir: async (inputs, o) => {
        const [input] = withoutDist(inputs)
        return o.outputDir ?? (input ? (await readConfigWithDist(input, o)).paths.phpConfDir : '.')
      },
      isPlaced: ({ path }) => path.startsWith('../'),
    },
    options,
    convertOptionNames,
  )

/** Options of the stream `migrationDiff`; `outputDir` where the migrations are elsewhere than the configuration says. */
export type MigrationStreamOptions = StreamOptions &
  Pick<MigrationOptions, 'name' | 'renames' | 'online' | 'rebased' | 'outputDir'>

/** Schema files in, a migration and a new snapshot out for each connection whose tables have changed. */
export const migrationDiff = (options: MigrationStreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream<MigrationStreamOptions>(
    { build: buildMigrations, outputDir: async (_, o) => o.outputDir ?? (await configured(o)).paths.migrationDir },
    options,
    [...streamOptionNames, 'name', 'renames', 'online', 'rebased', 'outputDir'],
  )

export type { OrmProperty, StreamOptions }
