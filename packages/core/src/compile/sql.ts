import type { InputFile } from '../files.js'
import type { BuiltFile } from '../outputs/index.js'
import { type SqlFilesOptions, sqlFiles } from '../outputs/sql.js'
import { type BuildOptions, compile } from './compile.js'

export interface SqlBuildOptions extends BuildOptions, Omit<SqlFilesOptions, keyof BuildOptions> {}

/** Schema files to one SQL file per database, and the map from files to connections. */
export const buildSql = async (inputs: readonly InputFile[], options: SqlBuildOptions = {}): Promise<BuiltFile[]> =>
  sqlFiles(await compile(inputs, options), options)
