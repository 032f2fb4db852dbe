import { statementNotSupported, unfinishedSql } from '../errors/database-errors.js'
import { type Diagnostic, type Mark, Source } from '../errors/index.js'
import { atLineStart, matchAt, type Token, tokenAt } from './lex.js'
import type { Lexicon } from './lexicon.js'

export interface Statement {
  readonly text: string
  readonly mark: Mark
}

export interface SplitSql {
  readonly statements: readonly Statement[]
  /** Set if the text cannot be split; the text after that location was not read. */
  readonly problem?: Diagnostic
}

const delimiterLine = /DELIMITER[ \t]+(\S+)[ \t]*(?=\n|$)/iy
const batchLine = /GO(?:[ \t]+(\d+))?[ \t]*(?=\n|$)/iy
const slashLine = /\/[ \t]*(?=\n|$)/y

/** Splits SQL into statements, without delimiters and leading comments. */
export function splitStatements(input: Source, lexicon: Lexicon): SplitSql {
  const source = new Source(input.file, input.text.replace(/\r\n?/g, '\n'))
  // A file with batches is only split at its GO lines; whether it has any is only known after the first pass.
  if (lexicon.batchLines) {
    const batches = new Splitter(source, lexicon, true)
    const result = batches.split()
    if (batches.sawBatchLine) return result
  }
  return new Splitter(source, lexicon, false).split()
}

/** The number of leading words that identify the kind of a statement. */
const headLength = 6

class Splitter {
  sawBatchLine = false
  readonly #source: Source
  readonly #text: string
  readonly #lexicon: Lexicon
  readonly #batchesOnly: boolean
  readonly #statements: Statement[] = []
  #delimiter = ';'
  /** Position of the statement's first token that is neither whitespace nor a comment. */
  #start = -1
  /** Position after the last token that is not whitespace. */
  #contentEnd = 0
  #words: string[] = []
  /** Positions at which the open blocks start. */
  #blocks: number[] = []
  #problem: Diagnostic | undefined

  constructor(source: Source, lexicon: Lexicon, batchesOnly: boolean) {
    this.#source = source
    this.#text = source.text
    this.#lexicon = lexicon
    this.#batchesOnly = batchesOnly
  }

  split(): SplitSql {
    let position = 0
    while (position < this.#text.length && !this.#problem) {
      position = this.#separatorAt(position) ?? this.#take(position)
    }
    if (!this.#problem && this.#blocks.length > 0) this.#fail(unfinishedSql(this.#mark(this.#blocks[0]!), 'block'))
    if (!this.#problem) this.#finish()
    return { statements: this.#statements, ...(this.#problem && { problem: this.#problem }) }
  }

  /** Ends the statement if a separator starts here, and returns the position after the separator. */
  #separatorAt(position: number): number | undefined {
    const text = this.#text
    if (this.#batchesOnly) return this.#batchLineAt(position)
    if (text.startsWith(this.#delimiter, position)) {
      if (this.#blocks.length > 0 || this.#runsToSlash()) return undefined
      this.#finish()
      return position + this.#delimiter.length
    }
    if (this.#lexicon.slashLines && text[position] === '/' && atLineStart(text, position)) {
      const line = matchAt(slashLine, text, position)
      if (line) {
        this.#finish()
        return position + line.length
      }
    }
    if (this.#lexicon.delimiterLines && this.#start < 0 && atLineStart(text, position)) {
      delimiterLine.lastIndex = position
      const line = delimiterLine.exec(text)
      if (line) {
        this.#delimiter = line[1]!
        return position + line[0].length
      }
    }
    return undefined
  }

  #batchLineAt(position: number): number | undefined {
    if (this.#text[position] !== 'G' && this.#text[position] !== 'g') return undefined
    if (!atLineStart(this.#text, position)) return undefined
    batchLine.lastIndex = position
    const line = batchLine.exec(this.#text)
    if (!line) return undefined
    this.sawBatchLine = true
    this.#finish(Number(line[1] ?? 1))
    return position + line[0].length
  }

  #take(position: number): number {
    const token = tokenAt(this.#text, position, this.#lexicon, this.#delimiter)
    if (token.unfinished) this.#fail(unfinishedSql(this.#mark(token.start), token.unfinished))
    else if (token.kind === 'word') this.#takeWord(token)
    else if (this.#lexicon.psqlCommands && this.#text[position] === '\\' && atLineStart(this.#text, position)) {
      this.#fail(statementNotSupported(this.#mark(position), 'commands of psql'))
    }
    if (token.kind !== 'space') this.#contentEnd = token.end
    if (this.#start < 0 && token.kind !== 'space' && token.kind !== 'comment') this.#start = token.start
    return token.end
  }

  #takeWord({ start, end }: Token): void {
    // After one of these characters, any word is a name: NEW.end, @begin, #case.
    if (start > 0 && '.@#$:'.includes(this.#text.charAt(start - 1))) return
    const word = this.#text.slice(start, end).toUpperCase()
    if (this.#words.length < headLength || this.#words[0] === 'COPY') this.#words.push(word)
    const rule = this.#lexicon.blocks
    if (!rule || this.#batchesOnly) return
    const inside = this.#blocks.length > 0
    if (word === 'BEGIN') {
      const hasBody = inside || !rule.within || rule.within.test(this.#head())
      if (hasBody && matchAt(rule.begin, this.#text, start)) this.#blocks.push(start)
    } else if (inside && word === 'CASE') this.#blocks.push(start)
    else if (inside && word === 'END' && matchAt(rule.end, this.#text, start)) this.#blocks.pop()
  }

  #runsToSlash(): boolean {
    return this.#lexicon.untilSlash?.test(this.#head()) ?? false
  }

  #head(): string {
    return `${this.#words.slice(0, headLength).join(' ')} `
  }

  #finish(times = 1): void {
    if (this.#start >= 0) {
      const mark = this.#mark(this.#start)
      if (this.#lexicon.psqlCommands && this.#words[0] === 'COPY' && / FROM STDIN\b/.test(this.#words.join(' '))) {
        this.#fail(statementNotSupported(mark, 'data of COPY … FROM stdin'))
        return
      }
      const text = this.#text.slice(this.#start, this.#contentEnd)
      for (let count = 0; count < times; count++) this.#statements.push({ text, mark })
    }
    this.#start = -1
    this.#words = []
    this.#blocks = []
  }

  #mark(offset: number): Mark {
    return { source: this.#source, offset }
  }

  #fail(problem: Diagnostic): void {
    this.#problem = problem
  }
}
