import type { Dialect } from '../dialect.js'
import * as ddl from './ddl.js'
import { platform } from './platform.js'
import { types } from './types.js'

export const mysql: Dialect = {
  ...platform,
  name: 'mysql',
  types,
  lexicon: { quotes: { "'": "'", '"': '"', '`': '`' }, backslashQuotes: `'"`, hashComments: true },
  ...ddl,
}
