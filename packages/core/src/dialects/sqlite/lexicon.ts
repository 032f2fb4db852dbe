import type { Lexicon } from '../lexicon.js'
import { reservedWords } from './reserved-words.js'

// https://www.sqlite.org/lang_keywords.html lists the four ways to quote.
export const lexicon: Lexicon = {
  quotes: { "'": "'", '"': '"', '`': '`', '[': ']' },
  undoubledQuotes: '[',
  // https://www.sqlite.org/datatype3.html: the server accepts every word as a type, and no type at all.
  notInTypes: reservedWords,
  blocks: { within: /^CREATE (TEMP |TEMPORARY )?TRIGGER /, begin: /BEGIN\b/iy, end: /END\b/iy },
}
