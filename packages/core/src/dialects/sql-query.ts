import { Source } from '../errors/index.js'
import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'
import { splitStatements } from './split-statements.js'

/**
 * Returns one SELECT without comments and terminator; undefined if the text is anything else or more than one. Line breaks are
 * kept; a text that a client would split at one of its lines is rejected.
 */
export function sqlQuery(text: string, lexicon: Lexicon): string | undefined {
  const { statements, problem } = splitStatements(new Source('', text), lexicon)
  const [statement, another] = statements
  if (problem || !statement || another) return undefined
  const written = withoutRemarks(statement.text, lexicon)
  return written !== undefined && isQuery(written, lexicon) ? dedented(written, lexicon) : undefined
}

/** Removes comments. Returns undefined if the server would run a comment, or a client would interpret a part of the text. */
function withoutRemarks(text: string, lexicon: Lexicon): string | undefined {
  let result = ''
  for (let position = 0; position < text.length; ) {
    const { kind, end, unfinished } = tokenAt(text, position, lexicon, ';')
    const token = text.slice(position, end)
    if (unfinished || (kind === 'other' && (/^[;\\]/.test(token) || token.startsWith('/*')))) return undefined
    if (kind !== 'comment') result += token
    else if (!/\s$/.test(result)) result += ' '
    position = end
  }
  return result.trim()
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Returns whether the brackets match and the words outside of them belong to a query. */
function isQuery(text: string, lexicon: Lexicon): boolean {
  const open: string[] = []
  let [first, last] = ['', '']
  for (let position = 0; position < text.length; ) {
    const { kind, end } = tokenAt(text, position, lexicon, ';')
    const token = text.slice(position, end)
    position = end
    if (kind === 'space') continue
    const word = kind === 'word' ? token.toUpperCase() : token
    if (kind === 'other' && token === open.at(-1)) open.pop()
    else if (kind === 'other' && /^[)\]}]$/.test(token)) return false
    else if (open.length === 0) {
      first ||= word
      if (kind === 'word' && (word === 'INTO' || (/^(?:INSERT|UPDATE|DELETE|MERGE)$/.test(word) && last !== 'FOR')))
        return false
    }
    if (kind === 'other' && closers[token]) open.push(closers[token])
    last = word
  }
  return open.length === 0 && /^(?:SELECT|WITH|VALUES|\()$/.test(first)
}

/**
 * Removes the common indentation of all lines but the first, and trailing whitespace of empty lines. Lines that start inside
 * quotes are data and are not changed.
 */
export function dedented(text: string, lexicon: Lexicon): string {
  const [first = '', ...rest] = linesOutsideOfQuotes(text, lexicon)
  const shared = Math.min(...rest.filter((line) => /\S/.test(line)).map((line) => line.search(/\S/)))
  return Number.isFinite(shared) ? [first.trimEnd(), ...rest.map((line) => line.slice(shared))].join('\n') : text
}

function linesOutsideOfQuotes(text: string, lexicon: Lexicon): string[] {
  const lines = ['']
  for (let position = 0; position < text.length; ) {
    const { kind, end } = tokenAt(text, position, lexicon, ';')
    const token = text.slice(position, end)
    position = end
    const [same = '', ...others] = kind === 'quoted' ? [token] : token.split('\n')
    lines[lines.length - 1] += same
    lines.push(...others)
  }
  return lines
}
