import type { Lexicon } from '../lexicon.js'

// https://www.sqlite.org/lang_keywords.html lists the four ways to quote.
export const lexicon: Lexicon = {
  quotes: { "'": "'", '"': '"', '`': '`', '[': ']' },
  undoubledQuotes: '[',
  freeTypes: true,
  blocks: { within: /^CREATE (TEMP |TEMPORARY )?TRIGGER /, begin: /BEGIN\b/iy, end: /END\b/iy },
}
