import type { Lexicon } from './lexicon.js'

export type TokenKind = 'space' | 'comment' | 'quoted' | 'word' | 'other'

/** The name of an unfinished token in messages. */
export type Unfinished = 'string' | 'quoted name' | 'comment'

export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** Set if the text ends inside the token. */
  readonly unfinished?: Unfinished
}

// Non-ASCII letters belong to names on every vendor.
const word = /[A-Za-z0-9_\x80-\uffff][A-Za-z0-9_$\x80-\uffff]*/y
const space = /[ \t\n\v\f]+/y
const dollarTag = /\$(?:[A-Za-z_\x80-\uffff][A-Za-z0-9_\x80-\uffff]*)?\$/y

/** Returns the token at a position. A word ends where the delimiter starts, because the mysql client ends `END$$` there. */
export function tokenAt(text: string, start: number, lexicon: Lexicon, delimiter: string): Token {
  // Files can be large, so the first character decides which readers are tried.
  const first = text.charCodeAt(start)
  if (first <= 0x20) {
    const blank = matchAt(space, text, start)
    if (blank) return { kind: 'space', start, end: start + blank.length }
  } else if (first === 0x2d || first === 0x23 || first === 0x2f) {
    const comment = lineComment(text, start, lexicon, delimiter) ?? blockComment(text, start, lexicon)
    if (comment) return comment
  }
  return (
    wordOrPrefixedString(text, start, lexicon, delimiter) ??
    dollarQuoted(text, start, lexicon) ??
    quoted(text, start, lexicon) ?? { kind: 'other', start, end: start + 1 }
  )
}

/** Returns whether only whitespace precedes this position in its line. */
export function atLineStart(text: string, position: number): boolean {
  let index = position - 1
  while (text[index] === ' ' || text[index] === '\t') index--
  return index < 0 || text[index] === '\n'
}

export function matchAt(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0]
}

function lineComment(text: string, start: number, lexicon: Lexicon, delimiter: string): Token | undefined {
  const isComment =
    (text.startsWith('--', start) && (!lexicon.dashNeedsSpace || /^[\s\0]?$/.test(text.charAt(start + 2)))) ||
    (lexicon.hashComments && text[start] === '#') ||
    // Old hand-written files contain such comments, for every vendor.
    (text.startsWith('//', start) && !delimiter.startsWith('//') && atLineStart(text, start))
  if (!isComment) return undefined
  const end = text.indexOf('\n', start)
  return { kind: 'comment', start, end: end < 0 ? text.length : end }
}

function blockComment(text: string, start: number, lexicon: Lexicon): Token | undefined {
  if (!text.startsWith('/*', start)) return undefined
  if (lexicon.codeComments?.some((opening) => text.startsWith(opening, start))) return codeComment(text, start, lexicon)
  let depth = 1
  let position = start + 2
  while (depth > 0) {
    const close = text.indexOf('*/', position)
    if (close < 0) return { kind: 'comment', start, end: text.length, unfinished: 'comment' }
    const open = lexicon.nestedComments ? text.indexOf('/*', position) : -1
    const opensFirst = open >= 0 && open < close
    depth += opensFirst ? 1 : -1
    position = (opensFirst ? open : close) + 2
  }
  return { kind: 'comment', start, end: position }
}

/** Reads a comment that the server executes; a `*\/` inside one of its strings does not end it. */
function codeComment(text: string, start: number, lexicon: Lexicon): Token {
  let position = start + 3
  while (position < text.length) {
    if (text.startsWith('*/', position)) return { kind: 'other', start, end: position + 2 }
    position = quoted(text, position, lexicon)?.end ?? position + 1
  }
  return { kind: 'other', start, end: text.length, unfinished: 'comment' }
}

function wordOrPrefixedString(text: string, start: number, lexicon: Lexicon, delimiter: string): Token | undefined {
  const found = matchAt(word, text, start)
  if (!found) return undefined
  const end = start + found.length
  if (text[end] === "'") {
    if (lexicon.escapeStrings && /^e$/i.test(found)) return quotedUntil(text, start, end + 1, "'", true, 'string')
    if (lexicon.alternativeQuotes && /^n?q$/i.test(found)) return alternativeQuoted(text, start, end)
  }
  const cut = found.indexOf(delimiter)
  return { kind: 'word', start, end: cut < 0 ? end : start + cut }
}

const alternativeClosers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' }

function alternativeQuoted(text: string, start: number, quote: number): Token {
  const opener = text.charAt(quote + 1)
  const close = text.indexOf(`${alternativeClosers[opener] ?? opener}'`, quote + 2)
  if (close < 0) return { kind: 'quoted', start, end: text.length, unfinished: 'string' }
  return { kind: 'quoted', start, end: close + 2 }
}

function dollarQuoted(text: string, start: number, lexicon: Lexicon): Token | undefined {
  const tag = lexicon.dollarQuotes && text[start] === '$' ? matchAt(dollarTag, text, start) : undefined
  if (!tag) return undefined
  const close = text.indexOf(tag, start + tag.length)
  if (close < 0) return { kind: 'quoted', start, end: text.length, unfinished: 'string' }
  return { kind: 'quoted', start, end: close + tag.length }
}

function quoted(text: string, start: number, lexicon: Lexicon): Token | undefined {
  const opener = text.charAt(start)
  const closer = lexicon.quotes[opener]
  if (closer === undefined) return undefined
  if (lexicon.undoubledQuotes?.includes(opener)) {
    const close = text.indexOf(closer, start)
    if (close >= 0) return { kind: 'quoted', start, end: close + 1 }
  }
  const escapes = lexicon.backslashQuotes?.includes(opener) ?? false
  return quotedUntil(text, start, start + 1, closer, escapes, opener === "'" || escapes ? 'string' : 'quoted name')
}

function quotedUntil(
  text: string,
  start: number,
  from: number,
  closer: string,
  escapes: boolean,
  unfinished: Unfinished,
): Token {
  for (let index = from; index < text.length; index++) {
    if (escapes && text[index] === '\\') index++
    else if (text[index] === closer) {
      if (text[index + 1] === closer) index++
      else return { kind: 'quoted', start, end: index + 1 }
    }
  }
  return { kind: 'quoted', start, end: text.length, unfinished }
}
