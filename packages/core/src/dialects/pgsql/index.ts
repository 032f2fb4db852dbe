import type { Dialect } from '../dialect.js'
import * as ddl from './ddl.js'
import { platform } from './platform.js'
import { types } from './types.js'

export const pgsql: Dialect = {
  ...platform,
  name: 'pgsql',
  types,
  lexicon: { quotes: { "'": "'", '"': '"' }, backslashQuotes: '', hashComments: false },
  ...ddl,
}
