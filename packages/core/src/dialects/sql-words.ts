import { tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'

/** The tokens of a statement that mean something: no blanks, no comments. */
export function significantTokens(statement: string, lexicon: Lexicon): string[] {
  const tokens: string[] = []
  for (let position = 0; position < statement.length; ) {
    const { kind, start, end } = tokenAt(statement, position, lexicon, ';')
    const token = statement.slice(start, end)
    if (kind !== 'space' && kind !== 'comment' && !token.startsWith('/*+')) tokens.push(token)
    position = end
  }
  return tokens
}

/** The statement with some of its tokens replaced; `before` holds what came before one, in upper case. */
export function rewritten(
  statement: string,
  lexicon: Lexicon,
  change: (token: string, before: readonly string[]) => string,
): string {
  const before: string[] = []
  let text = ''
  for (let position = 0; position < statement.length; ) {
    const { kind, start, end } = tokenAt(statement, position, lexicon, ';')
    const token = statement.slice(start, end)
    if (kind === 'space' || kind === 'comment') text += token
    else {
      text += change(token, before)
      before.push(token.toUpperCase())
    }
    position = end
  }
  return text
}

const codeComment = /^\/\*M?!\d*([\s\S]*)\*\/$/

/**
 * The statement as a server reads it that executes comments such as `/*!40000 … *\/`, and as one reads it that does not:
 * which of them is there depends on the version in the comment.
 */
export function readings(statement: string, lexicon: Lexicon): string[][] {
  const tokens = significantTokens(statement, lexicon)
  if (!tokens.some((token) => codeComment.test(token))) return [tokens]
  const executed = tokens.flatMap((token) => {
    const code = codeComment.exec(token)?.[1]
    return code === undefined ? [token] : significantTokens(code, lexicon)
  })
  return [executed, tokens.filter((token) => !codeComment.test(token))]
}

/** Looks at the tokens of a statement one after the other. */
export class Words {
  readonly #tokens: readonly string[]
  #next = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length
  }

  /** What has not been taken yet, in upper case. */
  get rest(): string[] {
    return this.#tokens.slice(this.#next).map((token) => token.toUpperCase())
  }

  /** The next token in upper case. */
  get word(): string {
    return this.#tokens[this.#next]?.toUpperCase() ?? ''
  }

  /** Whether the next tokens are these words; takes them if so. */
  take(...words: readonly string[]): boolean {
    if (words.some((word, index) => this.#tokens[this.#next + index]?.toUpperCase() !== word)) return false
    this.#next += words.length
    return true
  }

  /** Takes any of these words, in whatever order. */
  skip(words: readonly string[]): void {
    while (words.includes(this.word)) this.#next++
  }

  skipOne(): void {
    this.#next++
  }

  /** A name with its qualifiers, as it is written. */
  name(): string {
    let name = this.#tokens[this.#next++] ?? ''
    while (this.#tokens[this.#next] === '.' && this.#tokens[this.#next + 1] !== undefined) {
      name += `.${this.#tokens[this.#next + 1]}`
      this.#next += 2
    }
    return name
  }

  /** Names with commas between them. */
  names(): string[] {
    const names = [this.name()]
    while (this.take(',')) names.push(this.name())
    return names
  }
}
