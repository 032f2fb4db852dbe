/** A location in a file; line and column start at 1, and the column counts characters. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A text with locations: a whole file, or a section of one. */
export interface SourceText {
  readonly file: string
  placeAt(offset: number): Place
  /** Returns up to `length` characters before an offset. */
  before(offset: number, length: number): string
  /** Returns a line (numbered from 1) without its line break; undefined after the last line, or if the line must not be shown. */
  line(number: number): string | undefined
  /** Removes what must not be shown from a message about the text. By default, nothing is removed. */
  hidden?(text: string): string
}

/** Returns whether a text starts like an XML document; PHP code does not. */
export const beginsAsXml = (text: string): boolean => /^\s*<(?:\?xml[\s-]|!--|!DOCTYPE\s|[\p{L}_:])/iu.test(text)

/**
 * An input text with its file name. Everything read from it stores an offset; line and column are only computed on demand,
 * which a valid schema never needs.
 */
export class Source implements SourceText {
  readonly file: string
  readonly text: string
  #lineStarts: readonly number[] | undefined
  #halves: readonly number[] | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  placeAt(offset: number): Place {
    const starts = this.#starts()
    const line = countUpTo(starts, offset)
    const start = starts[line - 1]!
    // A surrogate pair is one character for users, so its second half does not count.
    const halves = this.#secondHalves()
    const hidden = countUpTo(halves, offset - 1) - countUpTo(halves, start - 1)
    return { file: this.file, line, column: offset - start - hidden + 1 }
  }

  before(offset: number, length: number): string {
    return this.text.slice(Math.max(0, offset - length), offset)
  }

  /** The inverse of `placeAt`, for parsers that return a line (from 1) and a column (from 0). */
  offsetOf(line: number, column: number): number {
    return Math.min((this.#starts()[line - 1] ?? this.text.length) + column, this.text.length)
  }

  line(number: number): string | undefined {
    if (!this.isPublic) return undefined
    const starts = this.#starts()
    const start = starts[number - 1]
    return start === undefined ? undefined : this.text.slice(start, starts[number]).replace(/[\r\n]+$/, '')
  }

  /** Whether lines may be shown. A schema or a map can name any file, even one with passwords. */
  protected get isPublic(): boolean {
    return beginsAsXml(this.text)
  }

  #starts(): readonly number[] {
    this.#lineStarts ??= lineStarts(this.text)
    return this.#lineStarts
  }

  #secondHalves(): readonly number[] {
    this.#halves ??= ends(this.text, /[\uD800-\uDBFF](?=[\uDC00-\uDFFF])/g)
    return this.#halves
  }
}

/** A section of a text. Its offsets are relative to its start, so that it can be moved with everything read from it. */
export class Section implements SourceText {
  #whole: Source
  #start: number
  #end: number

  constructor(whole: Source, start: number) {
    this.#whole = whole
    this.#start = start
    this.#end = start
  }

  get file(): string {
    return this.#whole.file
  }

  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  placeAt(offset: number): Place {
    return this.#whole.placeAt(this.#start + offset)
  }

  before(offset: number, length: number): string {
    return this.#whole.before(this.#start + offset, length)
  }

  line(number: number): string | undefined {
    return this.#whole.line(number)
  }

  hidden(text: string): string {
    const whole: SourceText = this.#whole
    return whole.hidden?.(text) ?? text
  }

  /** Sets the end, when a parser reaches it. */
  endAt(end: number): void {
    this.#end = end
  }

  /** Moves the section to a later text of the file with the same characters at another position. */
  moveTo(whole: Source, start: number): void {
    this.#whole = whole
    this.#end += start - this.#start
    this.#start = start
  }
}

/**
 * Returns the offsets of all lines. An editor needs them after each keystroke, and without a pattern this is ten times as fast.
 */
function lineStarts(text: string): number[] {
  if (text.includes('\r')) return [0, ...ends(text, /\r\n|\r|\n/g)]
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Returns the offsets at which the matches of a pattern end. */
function ends(text: string, pattern: RegExp): number[] {
  const offsets: number[] = []
  for (const match of text.matchAll(pattern)) offsets.push(match.index + match[0].length)
  return offsets
}

/**
 * Returns how many of these ascending numbers do not exceed a limit. This is a binary search, because a file may be a single
 * long line.
 */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** A position in a source, from which a location or code frame can be computed later. */
export interface Mark {
  readonly source: SourceText
  readonly offset: number
  /** The id of the behavior that added the object, if no person wrote it; the position is then the `<behavior>` element. */
  readonly addedBy?: string
  /** The original of a copy; problems are reported for the original. */
  readonly copyOf?: Mark
}

/** The maximum number of characters for `="` and whitespace between a name and its value: a file may be one long line. */
const WIDEST_GAP = 40

/** Returns the mark of an attribute's name, given its value; the value itself if whitespace or line breaks separate them. */
export function nameOfAttribute(value: Mark, name: string): Mark {
  const before = value.source.before(value.offset, name.length + WIDEST_GAP)
  const [gap] = /[ \t]*=[ \t]*["']$/.exec(before) ?? []
  const isNear = gap !== undefined && before.endsWith(name + gap)
  return isNear ? { ...value, offset: value.offset - gap.length - name.length } : value
}

export const placeOf = (mark: Mark): Place => mark.source.placeAt(mark.offset)
