import { buildModel, buildSql, convertConfig } from '../build/index.js'
import { loadConfig, readConfig } from '../config/index.js'
import { buildStream, type StreamOptions } from './transform.js'

const configured = async (options: StreamOptions) => options.config ?? (await loadConfig(options))

/** Schema files in, SQL files and `sqldb.map` out. */
export const sqlBuild = (options: StreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream({ build: buildSql, outputDir: async (_, o) => (await configured(o)).paths.sqlDir }, options)

/** Schema files in, PHP classes out; stubs that exist already are not emitted. */
export const modelBuild = (options: StreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream({ build: buildModel, outputDir: async (_, o) => (await configured(o)).paths.phpDir }, options)

/** A configuration file in, `config.php` out. */
export const configConvert = (options: StreamOptions = {}): NodeJS.ReadWriteStream =>
  buildStream(
    {
      build: async (inputs, o) => (await Promise.all(inputs.map((input) => convertConfig(input, o)))).flat(),
      outputDir: async ([input], o) => (input ? (await readConfig(input, o.env ?? {})).paths.phpConfDir : '.'),
    },
    options,
  )

export type { StreamOptions }
