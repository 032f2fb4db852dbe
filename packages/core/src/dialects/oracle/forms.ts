import { unquotedName } from '../sql-names.js'
import { statementForms } from '../statement-forms.js'
import { reservedWords } from './reserved-words.js'

export const forms = statementForms({
  nameQuotes: '"',
  // Which non-ASCII letters are folded depends on the server.
  nameKey: (part) =>
    part.startsWith('"') ? unquotedName(part) : part.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  reservedWords,
  bareName: /\p{L}[\p{L}\p{N}_$#]*/uy,
  functions: 'HEXTORAW SYS_GUID TO_DATE TO_TIMESTAMP TRUNC',
  grammar: `
  statement = COMMIT | ALTER SESSION SET (NLS_DATE_FORMAT | NLS_TIMESTAMP_FORMAT) '=' string | DROP SEQUENCE table
    | CREATE SEQUENCE table {INCREMENT BY number | START WITH number | NOMAXVALUE | NOCYCLE | NOCACHE | ORDER}
    | drop [CASCADE CONSTRAINTS] | create physical | index physical | add [USING INDEX physical] | comment | insert
  physical = {(PCTFREE | INITRANS) number | TABLESPACE name
    | STORAGE '(' {(MINEXTENTS | MAXEXTENTS | PCTINCREASE) (number | UNLIMITED)} ')'}
`,
})
