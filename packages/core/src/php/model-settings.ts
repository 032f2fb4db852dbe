import type { Config } from '../config/index.js'

type Generator = Config['generator']

/** Settings that affect classes: keys of `generator`, by the names that `config/keys.ts` describes, and what other keys say. */
export interface ModelSettings extends Readonly<Generator['objectModel']>, Readonly<Generator['dateTime']> {
  /** Version and build time, printed in the docblocks of classes. */
  readonly timeStamp?: string
  /** Directory that schema file names in notices are relative to. */
  readonly schemaDir: string
  /** Settings that affect the SQL types of columns. */
  readonly sql: Config['adapters']
}

/** Returns the settings of a configuration that affect classes. */
export function modelSettings({ generator, version, adapters, paths }: Config): ModelSettings {
  const { objectModel, dateTime } = generator
  return {
    ...objectModel,
    ...dateTime,
    ...(objectModel.addTimeStamp && { timeStamp: timeStamp(version) }),
    schemaDir: paths.schemaDir,
    sql: adapters,
  }
}

/** Returns the time stamp. With it, equal input does not give equal files. */
function timeStamp(version: string | undefined): string {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  return `Version ${version ?? '0.1.0'}, built at ${time}.`
}
