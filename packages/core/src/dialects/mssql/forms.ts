import { type Form, formTokens } from '../forms.js'
import { unquotedName } from '../sql-names.js'
import { statementForms } from '../statement-forms.js'
import { dropBlock } from './ddl.js'
import { lexicon } from './lexicon.js'
import { reservedWords } from './reserved-words.js'

/** Matches the DROP block that the generator writes for a table, token by token. */
const block: Form = ({ text, tokens, found }, at) => {
  const part = String.raw`\[(?:[^\]]|\]\])+\]`
  const [, table = '', index] =
    new RegExp(`^IF\\s+OBJECT_ID\\(N'((?:${part}\\.)?${part})',[^@]*@drop_(\\d+)`).exec(text) ?? []
  const dropped = table.replaceAll("''", "'")
  const written = index === undefined ? [] : formTokens(dropBlock(dropped, Number(index)), lexicon, '[')!
  found.push({ as: 'drops', text: dropped })
  return index !== undefined && written.every((token, place) => token.text === tokens[at + place]?.text)
    ? at + written.length
    : -1
}

export const forms = statementForms({
  nameQuotes: '[',
  // Whether letters that differ only in case are equal depends on the database.
  nameKey: unquotedName,
  reservedWords,
  functions: 'GETDATE NEWID NEWSEQUENTIALID SYSDATETIME',
  forms: { block },
  grammar: `
  statement = block | drop | create | index | add | insert
    | DROP SEQUENCE IF EXISTS table | CREATE SEQUENCE table {(START WITH | INCREMENT BY) number}
    | SET (NOCOUNT | XACT_ABORT | IDENTITY_INSERT uses:table) (ON | OFF)
  element = constraint [ON name] | column
`,
})
