import type { Dialect } from '../dialect.js'
import * as ddl from './ddl.js'
import { types } from './types.js'

export const mysql: Dialect = {
  name: 'mysql',
  types,
  lexicon: { quotes: { "'": "'", '"': '"', '`': '`' }, backslashQuotes: `'"`, hashComments: true },
  ...ddl,
}
