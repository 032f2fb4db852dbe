import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'

/** Names of the tables that a statement drops or empties, as it writes them, also where it does so inside a block. */
export function droppedTables(statement: string, lexicon: Lexicon): string[] {
  const tables: string[] = []
  const tokens = significantTokens(statement, lexicon)
  for (let index = 0; index < tokens.length; index++) {
    const next = startOfNames(tokens, index)
    if (next === undefined) continue
    index = next
    do {
      const [name, end] = nameAt(tokens, index)
      if (name) tables.push(name)
      index = end
    } while (tokens[index] === ',' && ++index)
  }
  return tables
}

function significantTokens(statement: string, lexicon: Lexicon): string[] {
  const tokens: string[] = []
  for (let position = 0; position < statement.length; ) {
    const { kind, start, end } = tokenAt(statement, position, lexicon, ';')
    if (kind !== 'space' && kind !== 'comment') tokens.push(statement.slice(start, end))
    position = end
  }
  return tokens
}

/** The index of the first name after `DROP TABLE` or `TRUNCATE TABLE` and the words that may follow. */
function startOfNames(tokens: readonly string[], index: number): number | undefined {
  const word = (offset: number): string => tokens[index + offset]?.toUpperCase() ?? ''
  let next: number
  if (word(0) === 'DROP' && word(1) === 'TABLE') next = 2
  else if (word(0) === 'TRUNCATE') next = word(1) === 'TABLE' ? 2 : 1
  else return undefined
  if (word(next) === 'IF' && word(next + 1) === 'EXISTS') next += 2
  if (word(next) === 'ONLY') next++
  return index + next
}

/** A name with its qualifiers, and the index after it. */
function nameAt(tokens: readonly string[], start: number): [string, number] {
  let index = start
  let name = tokens[index++] ?? ''
  while (tokens[index] === '.' && tokens[index + 1] !== undefined) {
    name += `.${tokens[index + 1]}`
    index += 2
  }
  return [name, index]
}
