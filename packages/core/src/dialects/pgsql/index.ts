import type { Dialect } from '../dialect.js'
import { sqlTexts } from '../sql-text.js'
import { alter } from './alter.js'
import * as ddl from './ddl.js'
import { quote } from './ddl.js'
import { forms } from './forms.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'
import { platform } from './platform.js'
import { reverse } from './reverse.js'
import { seeds } from './seeds.js'
import { typeOf, types } from './types.js'
import { vendor } from './vendor.js'

export const pgsql: Dialect = {
  ...vendor,
  ...platform,
  ...sqlTexts(lexicon, quote),
  types,
  hasType: (type) => types[type] !== undefined,
  typeOf,
  lexicon,
  forms,
  reverse,
  alter,
  seeds,
  views: { ifExists: true, cascades: true, comment: 'VIEW', commentText: literal },
  ...ddl,
}
