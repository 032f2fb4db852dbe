import type { Lexicon } from '../lexicon.js'

// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
export const lexicon: Lexicon = {
  quotes: { "'": "'", '"': '"' },
  escapeStrings: true,
  // standard_conforming_strings = off
  modes: [{ backslashQuotes: "'" }],
  dollarQuotes: true,
  nestedComments: true,
  blocks: { within: /^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE) /, begin: /BEGIN\s+ATOMIC\b/iy, end: /END\b/iy },
  psqlCommands: true,
}
