import type { SqlTexts } from '../model/index.js'
import { type Token, type TokenKind, tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'
import { sqlOutline, sqlSources } from './sql-outline.js'
import { dedented, sqlQuery } from './sql-query.js'
import { rewritten } from './sql-words.js'
import { withoutEnd } from './terminated.js'

/**
 * Text of a schema or a catalog that goes into a column definition as it is: a default, a type. It comes from outside and is
 * not always SQL, so it is read with the lexer of the vendor, and only what is understood to its last word is written.
 */

/**
 * One expression, in the form in which it is written: on one line, with quotes that every server of the vendor ends at the
 * same place. Undefined if the text is anything else, or more.
 */
function sqlExpression(text: string, lexicon: Lexicon): string | undefined {
  const written = onOneLine(text, lexicon)
  return inEveryMode(lexicon).every((mode) => readerOf(written, mode)?.isExpression()) ? written : undefined
}

/** Whether the text is the name of one type, with its sizes, and none of what can follow a type. */
export const isSqlType = (text: string, lexicon: Lexicon): boolean =>
  !/[\r\n]/.test(text) && inEveryMode(lexicon).every((mode) => readerOf(text, mode)?.isType())

/** The readers of a vendor. */
export const sqlTexts = (lexicon: Lexicon, quote: (name: string) => string): SqlTexts => ({
  sqlExpression: (text) => sqlExpression(text, lexicon),
  sqlQuery: (text) => sqlQuery(text, lexicon),
  sqlStatement: (text) => dedented(withoutEnd(text, lexicon), lexicon),
  // A word behind a point is the name of something else.
  aboutColumn: (expression, column) =>
    rewritten(expression, lexicon, (token, before) =>
      token.toUpperCase() === 'VALUE' && before.at(-1) !== '.' ? quote(column) : token,
    ),
  isSqlType: (text) => isSqlType(text, lexicon),
  sqlOutline: (expression) => sqlOutline(expression, lexicon),
  sqlSources: (query) => sqlSources(query, lexicon),
})

/** An expression without the parentheses around the whole of it. */
export function withoutParentheses(text: string, lexicon: Lexicon): string {
  let inner = text.trim()
  while (isParenthesized(inner, lexicon)) inner = inner.slice(1, -1).trim()
  return inner
}

/** Whether the parenthesis that opens the text closes at its very end. */
export const isParenthesized = (text: string, lexicon: Lexicon): boolean => {
  const pieces = piecesOf(text, lexicon)
  return pieces?.length === 1 && pieces[0]!.kind === '('
}

/** Whether the whole text is one string, in single quotes. */
export function isString(text: string, lexicon: Lexicon): boolean {
  const { kind, end, unfinished } = tokenAt(text, 0, lexicon, ';')
  return text.startsWith("'") && kind === 'quoted' && !unfinished && end === text.length
}

/**
 * Whether an expression has a word at its top level which a column definition could read as the next of its clauses, or which
 * PostgreSQL takes in parentheses only: `NOT false`, `now() AT TIME ZONE 'utc'`, `'a' COLLATE "C"`.
 */
export const hasClauseWords = (text: string, lexicon: Lexicon): boolean =>
  piecesOf(text, lexicon)?.some(({ kind, text: word }) => kind === 'word' && clauseWords.has(word)) ?? true

const inEveryMode = (lexicon: Lexicon): Lexicon[] => [
  lexicon,
  ...(lexicon.modes ?? []).map((mode): Lexicon => ({ ...lexicon, ...mode })),
]

const readerOf = (text: string, lexicon: Lexicon): Reader | undefined => {
  const pieces = piecesOf(text, lexicon)
  return pieces && new Reader(pieces, lexicon)
}

/** Line ends matter to clients, such as `GO` of sqlcmd; backslashes only to servers in some modes. */
function onOneLine(text: string, lexicon: Lexicon): string {
  let line = ''
  for (let position = 0; position < text.length; ) {
    const { kind, end } = tokenAt(text, position, lexicon, ';')
    const token = text.slice(position, end)
    line += kind === 'space' || token === '\r' ? ' ' : kind === 'quoted' ? withoutEscapedQuotes(token, lexicon) : token
    position = end
  }
  return line.trim()
}

function withoutEscapedQuotes(token: string, { backslashQuotes = '' }: Lexicon): string {
  const quote = token.charAt(0)
  if (!backslashQuotes.includes(quote) || !token.includes('\\')) return token
  const inner = token.slice(1, -1).replace(/\\([\s\S])/g, (whole, character: string) => {
    if (character === quote) return quote + quote
    return character === "'" || character === '"' ? character : whole
  })
  return `${quote}${inner}${quote}`
}

/** A token at the top level, or a pair of brackets with all between them. */
interface Piece {
  readonly kind: 'word' | 'number' | 'string' | 'name' | 'operator' | '(' | '[' | '{'
  /** Words in upper case. */
  readonly text: string
}

const brackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The pieces, or undefined where a token has an effect on what comes after the text or is read by a client. */
function piecesOf(text: string, lexicon: Lexicon): Piece[] | undefined {
  const pieces: Piece[] = []
  const open: string[] = []
  for (let position = 0; position < text.length; ) {
    const cast = text.startsWith('::', position) ? ({ kind: 'other', end: position + 2 } as const) : undefined
    const { kind, end, unfinished }: Partial<Token> & Pick<Token, 'kind' | 'end'> =
      cast ?? tokenAt(text, position, lexicon, ';')
    const token = text.slice(position, end)
    position = end
    if (kind === 'space' && !token.includes('\n')) continue
    if (unfinished || isRefused(kind, token, text.charAt(end), lexicon)) return undefined
    const closes = kind === 'other' && token === open.at(-1)
    if (closes) open.pop()
    else if (kind === 'other' && /^[)\]}]$/.test(token)) return undefined
    if (open.length === 0 && !closes) {
      if (token === ',') return undefined
      pieces.push(pieceOf(kind, token))
    }
    if (kind === 'other' && brackets[token]) open.push(brackets[token])
  }
  return open.length === 0 ? pieces : undefined
}

function pieceOf(kind: TokenKind, token: string): Piece {
  if (kind === 'word') return { kind: /^\d/.test(token) ? 'number' : 'word', text: token.toUpperCase() }
  if (kind === 'quoted') return { kind: /^(?:'|\w+'|\$)/.test(token) ? 'string' : 'name', text: token }
  return { kind: token in brackets ? (token as '(') : 'operator', text: token }
}

/** Some servers read `1UNIQUE` as two words. */
const isNumber = (word: string): boolean => /^(?:[\d_]+(?:e\d*)?|0x[\da-f]+|0b[01]+|0o[0-7]+)$/i.test(word)

/** Ends of statements and lines, comments, commands of clients, and parameters. */
function isRefused(kind: TokenKind, token: string, next: string, { blocks }: Lexicon): boolean {
  if (kind === 'quoted') return token.includes('\0')
  // Some servers read other blanks than ours as blanks, too.
  if (kind === 'word') {
    return (
      /[\p{Z}\p{C}]/u.test(token) ||
      (/^\d/.test(token) && !isNumber(token)) ||
      (blocks && /^BEGIN$/i.test(token)) === true
    )
  }
  if (kind !== 'other') return true
  return (
    /^[;\\?$\x00-\x1f\x7f]/.test(token) ||
    token.startsWith('/*') ||
    (token === ':' && next !== ':') ||
    (token === '@' && /[\w"'`[@\x80-\uffff]/.test(next))
  )
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Operators that are words, between two operands. */
const connectives = words('AND OR XOR DIV MOD LIKE ILIKE GLOB REGEXP RLIKE MATCH IN BETWEEN ESCAPE OVERLAPS')
const negatable = words('LIKE ILIKE GLOB REGEXP RLIKE MATCH IN BETWEEN SIMILAR')
const pairs = words('SIMILAR-TO SOUNDS-LIKE MEMBER-OF')
const prefixes = words('NOT BINARY')
const states = words('NULL TRUE FALSE UNKNOWN')
const units = words('YEAR MONTH DAY HOUR MINUTE SECOND WEEK QUARTER MICROSECOND TO')

const clauseWords = words(
  'NOT AND OR LIKE ILIKE IN BETWEEN ESCAPE OVERLAPS SIMILAR AT IS ISNULL NOTNULL COLLATE ANY SOME ALL',
)

/** Words of a type behind its first one. */
const typeWords = words(`
  VARYING PRECISION UNSIGNED SIGNED ZEROFILL CHARACTER CHAR VARCHAR BINARY BYTE ASCII UNICODE LARGE OBJECT RAW WITH WITHOUT
  LOCAL TIME ZONE YEAR MONTH DAY HOUR MINUTE SECOND TO ARRAY INT INTEGER BIG LONG`)

/** Words that follow the type of a column, or stand in its place where a column needs none. */
const afterType = words('AS CHECK COLLATE CONSTRAINT DEFAULT GENERATED NOT NULL PRIMARY REFERENCES UNIQUE')

/** Reads pieces by a grammar of what all vendors have; what is in brackets cannot leave them, and is left to the server. */
class Reader {
  readonly #pieces: readonly Piece[]
  readonly #lexicon: Lexicon
  #at = 0

  constructor(pieces: readonly Piece[], lexicon: Lexicon) {
    this.#pieces = pieces
    this.#lexicon = lexicon
  }

  isExpression(): boolean {
    do {
      if (!this.#operand()) return false
      while (this.#hasSuffix()) if (!this.#suffix()) return false
    } while (this.#connective())
    return this.#isAtEnd
  }

  isType(): boolean {
    return this.#type() && this.#isAtEnd
  }

  get #isAtEnd(): boolean {
    return this.#at === this.#pieces.length
  }

  #kind(ahead = 0): Piece['kind'] | undefined {
    return this.#pieces[this.#at + ahead]?.kind
  }

  /** The word or operator there; empty for a string or a name in quotes. */
  #text(ahead = 0): string {
    const piece = this.#pieces[this.#at + ahead]
    return piece?.kind === 'word' || piece?.kind === 'operator' ? piece.text : ''
  }

  /** Whether the next words are these; takes them if so. */
  #take(...expected: readonly string[]): boolean {
    if (expected.some((word, index) => this.#text(index) !== word)) return false
    this.#at += expected.length
    return true
  }

  #takeKind(...kinds: readonly (Piece['kind'] | undefined)[]): boolean {
    if (!kinds.includes(this.#kind())) return false
    this.#at++
    return true
  }

  #operand(): boolean {
    while (this.#takeOperator() || (prefixes.has(this.#text()) && this.#takeKind('word'))) {}
    if (this.#takeKind('(', '{', 'string')) return true
    if (this.#takeKind('number')) {
      if (this.#take('.')) this.#takeKind('number')
      return true
    }
    if (this.#text() === 'CASE') return this.#case()
    if (this.#take('INTERVAL')) return this.#interval()
    if (this.#take('NEXT', 'VALUE', 'FOR')) return this.#name()
    // TIMESTAMP(3) WITH TIME ZONE '…', X'…', _utf8'…', lower('…'), schema.f()
    if (!this.#name()) return false
    this.#takeKind('(')
    const isZoned = this.#take('WITH', 'TIME', 'ZONE') || this.#take('WITHOUT', 'TIME', 'ZONE')
    return this.#takeKind('string') || !isZoned
  }

  #takeOperator(): boolean {
    return this.#text() !== '::' && this.#takeKind('operator')
  }

  #name(): boolean {
    if (!this.#takeKind('word', 'name')) return false
    while (this.#text() === '.') {
      this.#at++
      if (!this.#takeKind('word', 'name')) return false
    }
    return true
  }

  #case(): boolean {
    let depth = 0
    do {
      if (this.#text() === 'CASE') depth++
      if (this.#text() === 'END') depth--
      this.#at++
    } while (depth > 0 && !this.#isAtEnd)
    return depth === 0
  }

  #interval(): boolean {
    if (this.#isAtEnd) return true
    if (!this.#operand()) return false
    while (units.has(this.#text())) {
      this.#at++
      this.#takeKind('(')
    }
    return true
  }

  #hasSuffix(): boolean {
    const isWindow = ['OVER', 'FILTER'].includes(this.#text()) && this.#kind(1) === '('
    return (
      this.#kind() === '[' || isWindow || ['::', '.', 'COLLATE', 'ISNULL', 'NOTNULL', 'AT', 'IS'].includes(this.#text())
    )
  }

  #suffix(): boolean {
    if (this.#takeKind('[') || this.#take('ISNULL') || this.#take('NOTNULL') || this.#take('AT', 'LOCAL')) return true
    if (this.#take('OVER') || this.#take('FILTER')) return this.#takeKind('(')
    if (this.#take('::')) return this.#type()
    if (this.#take('.') || this.#take('COLLATE')) return this.#name()
    if (this.#take('AT', 'TIME', 'ZONE')) return this.#operand()
    if (!this.#take('IS')) return false
    this.#take('NOT')
    if (states.has(this.#text())) return this.#takeKind('word')
    this.#take('DISTINCT', 'FROM')
    return this.#operand()
  }

  #connective(): boolean {
    const word = this.#text()
    if (this.#takeOperator() || (connectives.has(word) && this.#takeKind('word'))) return true
    if (word === 'NOT' && negatable.has(this.#text(1))) {
      this.#at++
      return this.#connective()
    }
    if (pairs.has(`${word}-${this.#text(1)}`)) {
      this.#at += 2
      return true
    }
    return word === 'OPERATOR' && this.#kind(1) === '(' && this.#take(word) && this.#takeKind('(')
  }

  #type(): boolean {
    const { notInTypes } = this.#lexicon
    if (afterType.has(this.#text()) || notInTypes?.has(this.#text()) || !this.#name()) return false
    for (;;) {
      const word = this.#text()
      if (this.#takeKind('(', '[')) continue
      if (this.#take('CHARACTER', 'SET') || this.#take('CHARSET') || this.#take('COLLATE')) {
        if (!this.#takeKind('string') && !this.#name()) return false
      } else if (typeWords.has(word) || (notInTypes && this.#kind() === 'word' && !notInTypes.has(word))) {
        this.#at++
      } else return true
    }
  }
}
