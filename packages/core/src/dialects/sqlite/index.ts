import type { Dialect } from '../dialect.js'
import * as ddl from './ddl.js'
import { platform } from './platform.js'
import { types } from './types.js'

export const sqlite: Dialect = {
  ...platform,
  name: 'sqlite',
  types,
  lexicon: { quotes: { "'": "'", '"': '"', '`': '`', '[': ']' }, backslashQuotes: '', hashComments: false },
  ...ddl,
}
