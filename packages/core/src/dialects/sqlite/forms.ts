import { asciiLower } from '../../model/index.js'
import { unquotedName } from '../sql-names.js'
import { statementForms } from '../statement-forms.js'
import { reservedWords } from './reserved-words.js'

export const forms = statementForms({
  nameQuotes: '["`',
  nameKey: (part) => asciiLower(unquotedName(part)),
  reservedWords,
  functions: 'DATE DATETIME HEX JULIANDAY LOWER RANDOMBLOB STRFTIME TIME',
  // A name has no second part, because the first part would be a database.
  grammar: `
  table = name
  statement = control | drop | create | index | insert | view | PRAGMA (FOREIGN_KEYS | DEFER_FOREIGN_KEYS) '=' (ON | OFF | '0' | '1')
    | PRAGMA (USER_VERSION | APPLICATION_ID) '=' number
`,
})
