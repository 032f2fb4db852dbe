import type { Dialect, DialectName } from './dialect.js'
import { mysql } from './mysql/index.js'
import { pgsql } from './pgsql/index.js'
import { sqlite } from './sqlite/index.js'

export const dialects: Readonly<Record<DialectName, Dialect>> = { mysql, pgsql, sqlite }

export type { Dialect, DialectName } from './dialect.js'
export { platforms } from './platforms.js'
export { type Statement, splitStatements } from './split.js'
