import type { Command } from '../command.js'
import { build } from './build.js'
import { configConvert } from './config-convert.js'
import { databaseReverse } from './database-reverse.js'
import { init } from './init.js'
import { modelBuild } from './model-build.js'
import { sqlBuild } from './sql-build.js'
import { sqlInsert } from './sql-insert.js'

export const commands: readonly Command[] = [
  init,
  build,
  sqlBuild,
  modelBuild,
  configConvert,
  sqlInsert,
  databaseReverse,
]
