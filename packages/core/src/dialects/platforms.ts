import type { Platform, PlatformName } from '../model/index.js'
import { platform as mssql } from './mssql/platform.js'
import { platform as mysql } from './mysql/platform.js'
import { platform as oracle } from './oracle/platform.js'
import { platform as pgsql } from './pgsql/platform.js'
import { platform as sqlite } from './sqlite/platform.js'

/** The facts that reading and checking a schema need, for every vendor. */
export const platforms: Readonly<Record<PlatformName, Platform>> = { mysql, pgsql, sqlite, mssql, oracle }
