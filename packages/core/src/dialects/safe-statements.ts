import type { Dialect } from './dialect.js'
import { type FormToken, formTokens, type Reader } from './forms.js'
import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'
import type { Statement } from './split-statements.js'
import { nameParts } from './sql-names.js'

type ReadDialect = Pick<Dialect, 'forms' | 'lexicon'>

/** What a statement does with tables: the names that the forms captured. */
export interface Understood {
  readonly found: Reader['found']
  /** Why the statement cannot be parsed completely. */
  readonly stuck?: string
}

/** The maximum nesting of parentheses, more than anybody writes. */
const maxDepth = 100

export function understand(text: string, { forms, lexicon }: ReadDialect): Understood {
  const tokens = forms && formTokens(text, lexicon, forms.nameQuotes)
  if (!tokens || text.includes('\0') || depthOf(tokens) > maxDepth) return { found: [], stuck: 'it cannot be read' }
  const reader: Reader = { text, tokens, found: [], furthest: 0 }
  if (forms.statement(reader, 0) === tokens.length) return reader
  const word = tokens[reader.furthest]?.text.slice(0, 40)
  if (reader.furthest === 0) return { found: [], stuck: `--safe knows no statement ${word}` }
  return { found: [], stuck: word === undefined ? 'its end is missing' : `it is not understood from ${word} on` }
}

/** Returns the names that a statement uses in one of these ways. */
export const namesOf = ({ found }: Understood, ...uses: readonly string[]): string[] =>
  found.filter(({ as }) => uses.includes(as)).map(({ text }) => text)

function depthOf(tokens: readonly FormToken[]): number {
  let [depth, deepest] = [0, 0]
  for (const { text } of tokens) {
    depth += text === '(' ? 1 : text === ')' ? -1 : 0
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** A statement that `--safe` rejects. */
export interface Refusal {
  readonly statement: Statement
  readonly reason: string
}

/**
 * Returns the statements that `--safe` rejects. Dropping a table that existed before the run is allowed here; callers that can
 * count its rows decide. Every other statement may only use tables that the run created.
 */
export function refusals(statements: readonly Statement[], dialect: ReadDialect): Refusal[] {
  const created = new Map<string, { readonly runs: string | undefined; isFilled: boolean }>()
  const lists = new Set<string>()
  const keyOf = (table: string): string => nameParts(table).map(dialect.forms!.nameKey).join('\0')
  const reasonOf = ({ text }: Statement): string | undefined => {
    const known = understand(text, dialect)
    if (known.stuck !== undefined) return known.stuck
    const other = namesOf(known, 'fills', 'uses').find((name) => !created.has(keyOf(name)))
    if (other !== undefined) return `this run has not created table ${other}`
    const type = namesOf(known, 'listed').find((name) => !lists.has(keyOf(name)))
    if (type !== undefined) return `this run has not created type ${type}, which has a default`
    for (const name of namesOf(known, 'makes')) lists.add(keyOf(name))
    for (const name of namesOf(known, 'unmakes')) lists.delete(keyOf(name))
    for (const filled of namesOf(known, 'fills')) {
      const table = created.get(keyOf(filled))!
      if (table.runs !== undefined) return `table ${filled} runs ${table.runs} when it gets a row`
      table.isFilled = true
    }
    for (const dropped of namesOf(known, 'drops')) {
      if (created.get(keyOf(dropped))?.isFilled) return `this run has put rows into table ${dropped}`
      created.delete(keyOf(dropped))
    }
    const [runs] = namesOf(known, 'runs')
    for (const name of namesOf(known, 'new')) created.set(keyOf(name), { runs, isFilled: false })
    return undefined
  }
  return statements.flatMap((statement) => {
    const reason = reasonOf(statement)
    return reason === undefined ? [] : [{ statement, reason }]
  })
}

/** Returns the statement that `--safe` runs. Comments are removed, because servers disagree on where a comment ends. */
export function withoutComments(text: string, lexicon: Lexicon): string {
  let result = ''
  for (let position = 0; position < text.length; ) {
    const { kind, end } = tokenAt(text, position, lexicon, ';')
    result += kind === 'comment' ? ' ' : text.slice(position, end)
    position = end
  }
  return result
}
