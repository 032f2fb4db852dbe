import type { Lexicon } from '../lexicon.js'

// https://learn.microsoft.com/en-us/sql/t-sql/language-elements/sql-server-utilities-statements-go
export const lexicon: Lexicon = {
  quotes: { "'": "'", '"': '"', '[': ']' },
  nestedComments: true,
  batchLines: true,
  blocks: {
    begin: /BEGIN\b(?!\s+(?:TRAN|TRANSACTION|DISTRIBUTED|DIALOG|CONVERSATION)\b)/iy,
    end: /END\b(?!\s+CONVERSATION\b)/iy,
  },
}
