/** A place in a file; line and column start at 1, the column counts characters. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * One input text with its file name. Everything read from it remembers an offset; line and column are worked out only
 * when somebody asks, which on a good schema is never.
 */
export class Source {
  readonly file: string
  readonly text: string
  #lineStarts: number[] | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  placeAt(offset: number): Place {
    const starts = this.#starts()
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    const before = this.text.slice(starts[low], offset)
    return { file: this.file, line: low + 1, column: characters(before) + 1 }
  }

  /** The opposite of `placeAt`, for parsers that give a line (from 1) and a column (from 0). */
  offsetOf(line: number, column: number): number {
    return Math.min((this.#starts()[line - 1] ?? this.text.length) + column, this.text.length)
  }

  /** The text of a line (numbered from 1) without its line end, or undefined past the end. */
  line(number: number): string | undefined {
    const starts = this.#starts()
    const start = starts[number - 1]
    return start === undefined ? undefined : this.text.slice(start, starts[number]).replace(/[\r\n]+$/, '')
  }

  #starts(): number[] {
    if (!this.#lineStarts) {
      this.#lineStarts = [0]
      for (const match of this.text.matchAll(/\r\n|\r|\n/g)) this.#lineStarts.push(match.index + match[0].length)
    }
    return this.#lineStarts
  }
}

/** Where something was written: enough to make a Place or a code frame later. */
export interface Mark {
  readonly source: Source
  readonly offset: number
  /** Id of the behavior that wrote it, when no person did; the place is then that of its `<behavior>` element. */
  readonly addedBy?: string
}

export const placeOf = (mark: Mark): Place => mark.source.placeAt(mark.offset)

// Surrogate pairs are one character to the reader, so count code points, not UTF-16 units.
const characters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
