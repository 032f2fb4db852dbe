import type { Lexicon } from './dialect.js'

export interface Statement {
  readonly text: string
  /** Where in the text the statement starts. */
  readonly offset: number
}

/** Cuts SQL text into statements at `;`, minding strings, quoted names and comments. */
export function splitStatements(text: string, lexicon: Lexicon): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let position = 0
  const finish = (end: number): void => {
    const statement = withoutLeadingComments(text.slice(start, end), lexicon)
    if (statement) statements.push({ text: statement, offset: text.indexOf(statement, start) })
  }
  while (position < text.length) {
    const comment = commentEnd(text, position, lexicon)
    if (comment > position) position = comment
    else if (text[position] === ';') {
      finish(position)
      start = ++position
    } else {
      position = quoteEnd(text, position, lexicon)
    }
  }
  finish(text.length)
  return statements
}

/** The position after a comment that starts here, or the same position when none does. */
function commentEnd(text: string, position: number, lexicon: Lexicon): number {
  const lineComment = text.startsWith('--', position) || (lexicon.hashComments && text[position] === '#')
  if (lineComment) return endOr(text.indexOf('\n', position), text, 1)
  if (text.startsWith('/*', position) && !text.startsWith('/*!', position)) {
    return endOr(text.indexOf('*/', position + 2), text, 2)
  }
  return position
}

/** The position after a quoted piece that starts here, or after one ordinary character. */
function quoteEnd(text: string, position: number, lexicon: Lexicon): number {
  const opener = text[position]!
  const closer = lexicon.quotes[opener]
  if (closer === undefined) return position + 1
  const escapes = lexicon.backslashQuotes.includes(opener)
  for (let index = position + 1; index < text.length; index++) {
    if (escapes && text[index] === '\\') index++
    else if (text[index] === closer) {
      if (text[index + 1] === closer) index++
      else return index + 1
    }
  }
  return text.length
}

const endOr = (found: number, text: string, length: number): number => (found < 0 ? text.length : found + length)

function withoutLeadingComments(text: string, lexicon: Lexicon): string {
  let rest = text.trim()
  for (;;) {
    const end = commentEnd(rest, 0, lexicon)
    if (end === 0) return rest
    rest = rest.slice(end).trim()
  }
}
