import type { Lexicon } from '../lexicon.js'

// https://dev.mysql.com/doc/refman/8.4/en/comments.html and https://mariadb.com/kb/en/comment-syntax/
export const lexicon: Lexicon = {
  quotes: { "'": "'", '"': '"', '`': '`' },
  backslashQuotes: `'"`,
  // NO_BACKSLASH_ESCAPES and ANSI_QUOTES: https://dev.mysql.com/doc/refman/8.4/en/sql-mode.html
  modes: [{ backslashQuotes: '' }, { backslashQuotes: "'" }],
  dashNeedsSpace: true,
  hashComments: true,
  codeComments: ['/*!', '/*M!', '/*+'],
  delimiterLines: true,
}
