import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'

/** Reads tokens from a position, and returns the position after the matching tokens, or -1. */
export type Form = (reader: Reader, at: number) => number

export interface Reader {
  readonly text: string
  readonly tokens: readonly FormToken[]
  /** The parts that a form captures, as written in the statement. */
  readonly found: { readonly as: string; readonly text: string }[]
  /** The furthest position at which a token did not match. */
  furthest: number
}

export interface FormToken {
  readonly text: string
  /**
   * `other` is never matched by a form: comments that the server runs, and strings that are not strings under some server
   * settings.
   */
  readonly kind: 'word' | 'name' | 'string' | 'sign' | 'other'
  readonly start: number
  readonly end: number
}

/** Returns the tokens of a statement without comments; undefined if a token is unfinished. `nameQuotes` open quoted names. */
export function formTokens(text: string, lexicon: Lexicon, nameQuotes: string): FormToken[] | undefined {
  const tokens: FormToken[] = []
  for (let position = 0; position < text.length; ) {
    const { kind, start, end, unfinished } = tokenAt(text, position, lexicon, ';')
    if (unfinished) return undefined
    position = end
    const token = text.slice(start, end)
    if (kind !== 'space' && kind !== 'comment')
      tokens.push({ text: token, start, end, kind: kindOf(token, kind, nameQuotes) })
  }
  return tokens
}

function kindOf(token: string, kind: 'quoted' | 'word' | 'other', nameQuotes: string): FormToken['kind'] {
  // Servers differ in which non-ASCII characters are whitespace.
  if (kind === 'word') return /^[\p{L}\p{N}_$]+$/u.test(token) ? 'word' : 'other'
  if (kind === 'other') return token.length === 1 ? 'sign' : 'other'
  return /^e?'/i.test(token) ? 'string' : nameQuotes.includes(token.charAt(0)) ? 'name' : 'other'
}

export const taking =
  (fits: (token: FormToken) => boolean): Form =>
  (reader, at) => {
    const token = reader.tokens[at]
    if (token && fits(token)) return at + 1
    reader.furthest = Math.max(reader.furthest, at)
    return -1
  }

/** Matches the tokens that a sticky pattern covers exactly. */
export const matching =
  (pattern: RegExp): Form =>
  (reader, at) => {
    pattern.lastIndex = reader.tokens[at]?.start ?? reader.text.length
    const end = pattern.test(reader.text) ? pattern.lastIndex : -1
    let next = at
    while ((reader.tokens[next]?.end ?? end) < end) next++
    return taking(({ end: last }) => last === end)(reader, next)
  }

/**
 * Compiles a grammar into forms. The syntax: words and `'signs'`, alternatives with `|`, groups in parentheses, `[optional
 * parts]`, `{repeated parts}`, and names of other forms; `use:form` captures what the form reads.
 */
export function formsOf(grammar: string, known: Readonly<Record<string, Form>>): Readonly<Record<string, Form>> {
  const forms: Record<string, Form> = { ...known }
  for (const line of grammar.trim().split(/\n {2}(?=\w)/)) {
    const [name, rule] = line.split(' = ', 2)
    forms[name!] = ruleOf(rule!.match(/'[^']+'|\w+:|\w+|[|()[\]{}]/g)!, forms)
  }
  return forms
}

/** Reads and removes the symbols up to the end of a group. */
function ruleOf(symbols: string[], forms: Readonly<Record<string, Form>>): Form {
  const alternatives: Form[][] = [[]]
  for (let symbol = symbols.shift(); symbol !== undefined && !/^[)\]}]$/.test(symbol); symbol = symbols.shift()) {
    if (symbol === '|') alternatives.push([])
    else alternatives.at(-1)!.push(partOf(symbol, symbols, forms))
  }
  return one(alternatives.map(inOrder))
}

function partOf(symbol: string, symbols: string[], forms: Readonly<Record<string, Form>>): Form {
  if (groups[symbol]) return groups[symbol](ruleOf(symbols, forms))
  if (symbol.endsWith(':')) return noted(symbol.slice(0, -1), partOf(symbols.shift()!, symbols, forms))
  return /^[a-z]/.test(symbol) ? (reader, at) => forms[symbol]!(reader, at) : terminal(symbol)
}

const terminal = (symbol: string): Form => {
  const wanted = symbol.replaceAll("'", '')
  return taking(({ kind, text }) => (kind === 'word' || kind === 'sign') && text.toUpperCase() === wanted)
}

const noted =
  (as: string, form: Form): Form =>
  (reader, at) => {
    const end = form(reader, at)
    const texts = reader.tokens.slice(at, end).map(({ text }) => text)
    if (end >= 0) reader.found.push({ as, text: texts.join('') })
    return end
  }

const inOrder =
  (forms: readonly Form[]): Form =>
  (reader, at) =>
    forms.reduce((place, form) => (place < 0 ? -1 : form(reader, place)), at)

const one =
  (forms: readonly Form[]): Form =>
  (reader, at) => {
    const { length } = reader.found
    for (const form of forms) {
      const end = form(reader, at)
      if (end >= 0) return end
      reader.found.length = length
    }
    return -1
  }

const groups: Readonly<Record<string, (form: Form) => Form>> = {
  '(': (form) => form,
  '[': (form) => (reader, at) => Math.max(form(reader, at), at),
  '{': (form) => (reader, at) => {
    let place = at
    for (let end = form(reader, place); end > place; end = form(reader, place)) place = end
    return place
  },
}
