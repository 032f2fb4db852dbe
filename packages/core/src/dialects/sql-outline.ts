import type { SqlCall, SqlOutline } from '../model/index.js'
import type { Lexicon } from './lexicon.js'
import { unquotedName } from './sql-names.js'
import { placedTokens } from './sql-words.js'

const isWord = (token: string | undefined): boolean => token !== undefined && /^[\p{L}_]/u.test(token)
const isName = (token: string | undefined): boolean => isWord(token) || /^["`[]./.test(token ?? '')

/** Words that are followed by a name other than a column's. */
const beforeOthers: ReadonlySet<string> = new Set(['AS', 'COLLATE', 'INTERVAL'])

/** Returns what an expression calls and reads. A lexer only sees names, so some of them may be names of types. */
export function sqlOutline(expression: string, lexicon: Lexicon): SqlOutline {
  const tokens = placedTokens(expression, lexicon)
  const words = tokens.map(({ text }) => text.toUpperCase())
  const calls: SqlCall[] = []
  const names = new Set<string>()
  for (const [at, { text, end }] of tokens.entries()) {
    const [before, next] = [words[at - 1], words[at + 1]]
    // A name before a string is a prefix, a type or an operator: X'00', DATE '2030-01-31'.
    if (!isName(text) || next === '.' || (isWord(text) && next?.startsWith("'"))) continue
    const isOther = before === ':' || beforeOthers.has(before ?? '') || words[at - 2] === 'INTERVAL'
    if (next === '(') {
      if (before !== '.' && isWord(text)) {
        const open = tokens[at + 1]!.end
        calls.push({ name: text.toLowerCase(), arguments: expression.slice(open, closing(tokens, at + 1) ?? end) })
      }
    } else if (!isOther && next !== 'FROM') {
      if (before !== '.' && isWord(text)) calls.push({ name: text.toLowerCase() })
      names.add(isWord(text) ? text.toLowerCase() : unquotedName(text))
    }
  }
  return {
    calls,
    names,
    hasQuery: words.some((word, at) => word === 'SELECT' && words[at - 1] === '('),
    hasWindow: words.some((word, at) => word === 'OVER' && words[at - 1] === ')'),
  }
}

/** Returns the position of the parenthesis that closes the one at `from`. */
function closing(tokens: ReturnType<typeof placedTokens>, from: number): number | undefined {
  let depth = 0
  for (const { text, start } of tokens.slice(from)) {
    if (text === '(') depth++
    if (text === ')' && --depth === 0) return start
  }
  return undefined
}

const endOfSources: ReadonlySet<string> = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH WINDOW UNION INTERSECT EXCEPT MINUS ON USING SET FOR'.split(' '),
)

/**
 * Returns the sources of a query: the names after FROM and JOIN, and after commas between them, but not those defined by WITH.
 */
export function sqlSources(query: string, lexicon: Lexicon): Set<string> {
  const tokens = placedTokens(query, lexicon).map(({ text }) => text)
  const words = tokens.map((text) => text.toUpperCase())
  const sources = new Set<string>()
  const own = new Set<string>()
  let schema = ''
  /**
   * For each open parenthesis: whether it contains a SELECT, whether the list of sources continues, and whether a name comes
   * next.
   */
  const levels = [{ isQuery: false, isFrom: false, isNext: false }]
  for (const [at, token] of tokens.entries()) {
    const [level, word] = [levels.at(-1)!, words[at]!]
    if (token === '(') {
      levels.push({ isQuery: level.isNext, isFrom: level.isNext, isNext: level.isNext })
      level.isNext = false
    } else if (token === ')') levels.pop()
    else if (word === 'SELECT') Object.assign(level, { isQuery: true, isFrom: false, isNext: false })
    else if (word === 'FROM' && level.isQuery && words[at - 1] !== 'DISTINCT')
      Object.assign(level, { isFrom: true, isNext: true })
    else if (word === 'JOIN' && level.isFrom) level.isNext = true
    else if (token === ',' && level.isFrom) level.isNext = true
    else if (endOfSources.has(word)) {
      // Another table may follow a join condition.
      if (word !== 'ON' && word !== 'USING') level.isFrom = false
      level.isNext = false
    } else if (level.isNext && isName(token) && word !== 'LATERAL' && word !== 'ONLY') {
      const name = unquotedName(token).toLowerCase()
      if (words[at + 1] === '.') schema = `${name}.`
      else {
        if (words[at + 1] !== '(') sources.add(schema + name)
        schema = ''
        level.isNext = false
      }
    } else if (isName(token) && isNamedQuery(words, at)) own.add(unquotedName(token).toLowerCase())
    if (levels.length === 0) break
  }
  return new Set([...sources].filter((name) => !own.has(name)))
}

/** Matches `WITH name AS (` and `, name (a, b) AS NOT MATERIALIZED (`. */
function isNamedQuery(words: readonly string[], at: number): boolean {
  if (!/^(?:WITH|RECURSIVE|,)$/.test(words[at - 1] ?? '')) return false
  let next = at + 1
  if (words[next] === '(') while (next < words.length && words[next++] !== ')') {}
  if (words[next] !== 'AS') return false
  while (/^(?:AS|NOT|MATERIALIZED)$/.test(words[next] ?? '')) next++
  return words[next] === '('
}
