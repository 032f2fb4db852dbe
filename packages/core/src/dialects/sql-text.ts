import type { SqlTexts } from '../model/index.js'
import { type Token, type TokenKind, tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'
import { sqlOutline, sqlSources } from './sql-outline.js'
import { dedented, sqlQuery } from './sql-query.js'
import { rewritten } from './sql-words.js'
import { withoutEnd } from './terminated.js'

/**
 * This file parses strings from a schema or catalog that are copied into a column definition: defaults and types. They are
 * untrusted and not always SQL, so the vendor's lexer reads them, and only completely parsed text is written.
 */

/**
 * Returns one expression, normalized to a single line, with quotes that every server of the vendor ends at the same position.
 * Returns undefined if the text is anything else or more than one expression.
 */
function sqlExpression(text: string, lexicon: Lexicon): string | undefined {
  const written = onOneLine(text, lexicon)
  return inEveryMode(lexicon).every((mode) => readerOf(written, mode)?.isExpression()) ? written : undefined
}

/** Returns whether the text is exactly one type name with its sizes, without any clause that can follow a type. */
export const isSqlType = (text: string, lexicon: Lexicon): boolean =>
  !/[\r\n]/.test(text) && inEveryMode(lexicon).every((mode) => readerOf(text, mode)?.isType())

/** Returns the vendor's functions that read SQL from schemas and catalogs. */
export const sqlTexts = (lexicon: Lexicon, quote: (name: string) => string): SqlTexts => ({
  sqlExpression: (text) => sqlExpression(text, lexicon),
  sqlQuery: (text) => sqlQuery(text, lexicon),
  sqlStatement: (text) => dedented(withoutEnd(text, lexicon), lexicon),
  // A word after a dot is the name of something else.
  aboutColumn: (expression, column) =>
    rewritten(expression, lexicon, (token, before) =>
      token.toUpperCase() === 'VALUE' && before.at(-1) !== '.' ? quote(column) : token,
    ),
  isSqlType: (text) => isSqlType(text, lexicon),
  sqlOutline: (expression) => sqlOutline(expression, lexicon),
  sqlSources: (query) => sqlSources(query, lexicon),
})

/** Removes parentheses that enclose the whole expression. */
export function withoutParentheses(text: string, lexicon: Lexicon): string {
  let inner = text.trim()
  while (isParenthesized(inner, lexicon)) inner = inner.slice(1, -1).trim()
  return inner
}

/** Returns whether the opening parenthesis at the start is closed at the very end. */
export const isParenthesized = (text: string, lexicon: Lexicon): boolean => {
  const pieces = piecesOf(text, lexicon)
  return pieces?.length === 1 && pieces[0]!.kind === '('
}

/** Returns whether the whole text is one string in single quotes. */
export function isString(text: string, lexicon: Lexicon): boolean {
  const { kind, end, unfinished } = tokenAt(text, 0, lexicon, ';')
  return text.startsWith("'") && kind === 'quoted' && !unfinished && end === text.length
}

/**
 * Returns whether an expression has a top-level word that a column definition could read as its next clause, or that PostgreSQL
 * only accepts in parentheses: `NOT false`, `now() AT TIME ZONE 'utc'`, `'a' COLLATE "C"`.
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

/**
 * Removes line breaks, which matter to clients (such as `GO` of sqlcmd), and escaped quotes, which only some server modes read.
 */
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

/** A top-level token, or a pair of brackets with everything between them. */
interface Piece {
  readonly kind: 'word' | 'number' | 'string' | 'name' | 'operator' | '(' | '[' | '{'
  /** Words are in upper case. */
  readonly text: string
}

const brackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Returns the pieces; undefined if a token could affect the SQL after the text or be interpreted by a client. */
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

/** Returns whether a token is not allowed: terminators, line breaks, comments, client commands and parameters. */
function isRefused(kind: TokenKind, token: string, next: string, { blocks }: Lexicon): boolean {
  if (kind === 'quoted') return token.includes('\0')
  // Some servers also treat other characters as whitespace.
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

/** Words that are operators between two operands. */
const connectives = words('AND OR XOR DIV MOD LIKE ILIKE GLOB REGEXP RLIKE MATCH IN BETWEEN ESCAPE OVERLAPS')
const negatable = words('LIKE ILIKE GLOB REGEXP RLIKE MATCH IN BETWEEN SIMILAR')
const pairs = words('SIMILAR-TO SOUNDS-LIKE MEMBER-OF')
const prefixes = words('NOT BINARY')
const states = words('NULL TRUE FALSE UNKNOWN')
const units = words('YEAR MONTH DAY HOUR MINUTE SECOND WEEK QUARTER MICROSECOND TO')

const clauseWords = words(
  'NOT AND OR LIKE ILIKE IN BETWEEN ESCAPE OVERLAPS SIMILAR AT IS ISNULL NOTNULL COLLATE ANY SOME ALL',
)

/** Words of a type after the first one. */
const typeWords = words(`
  VARYING PRECISION UNSIGNED SIGNED ZEROFILL CHARACTER CHAR VARCHAR BINARY BYTE ASCII UNICODE LARGE OBJECT RAW WITH WITHOUT
  LOCAL TIME ZONE YEAR MONTH DAY HOUR MINUTE SECOND TO ARRAY INT INTEGER BIG LONG`)

/** Words that follow a column's type, or replace it if the type is optional. */
const afterType = words('AS CHECK COLLATE CONSTRAINT DEFAULT GENERATED NOT NULL PRIMARY REFERENCES UNIQUE')

/**
 * Parses pieces with a grammar of what all vendors support. The contents of brackets cannot escape, and are left to the server.
 */
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

  /** Returns the word or operator at the position; empty for a string or a quoted name. */
  #text(ahead = 0): string {
    const piece = this.#pieces[this.#at + ahead]
    return piece?.kind === 'word' || piece?.kind === 'operator' ? piece.text : ''
  }

  /** Consumes these words if they come next, and returns whether they did. */
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
    // Examples: TIMESTAMP(3) WITH TIME ZONE '…', X'…', _utf8'…', lower('…'), schema.f().
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
