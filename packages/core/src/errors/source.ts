/** A place in a file; line and column start at 1, the column counts characters. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A text that places can be in: a whole file, or a section of one. */
export interface SourceText {
  readonly file: string
  placeAt(offset: number): Place
  /** Up to so many characters that stand before an offset. */
  before(offset: number, length: number): string
  /** The text of a line (numbered from 1) without its line end; undefined past the end and where nobody may see it. */
  line(number: number): string | undefined
  /** A message about the text without what nobody may see; as it is by default. */
  hidden?(text: string): string
}

/** Whether a text starts as an XML document does; PHP does not. */
export const beginsAsXml = (text: string): boolean => /^\s*<(?:\?xml[\s-]|!--|!DOCTYPE\s|[\p{L}_:])/iu.test(text)

/**
 * One input text with its file name. Everything read from it remembers an offset; line and column are worked out only
 * when somebody asks, which on a good schema is never.
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
    // Surrogate pairs are one character to the reader, so their second halves do not count.
    const halves = this.#secondHalves()
    const hidden = countUpTo(halves, offset - 1) - countUpTo(halves, start - 1)
    return { file: this.file, line, column: offset - start - hidden + 1 }
  }

  before(offset: number, length: number): string {
    return this.text.slice(Math.max(0, offset - length), offset)
  }

  /** The opposite of `placeAt`, for parsers that give a line (from 1) and a column (from 0). */
  offsetOf(line: number, column: number): number {
    return Math.min((this.#starts()[line - 1] ?? this.text.length) + column, this.text.length)
  }

  line(number: number): string | undefined {
    if (!this.isPublic) return undefined
    const starts = this.#starts()
    const start = starts[number - 1]
    return start === undefined ? undefined : this.text.slice(start, starts[number]).replace(/[\r\n]+$/, '')
  }

  /** Whether lines may be shown. A schema or a map can name any file, such as one with passwords. */
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

/** A stretch of a text. Offsets in it count from its own start, so that it can be moved with everything read from it. */
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

  /** For a reader that comes to its end. */
  endAt(end: number): void {
    this.#end = end
  }

  /** For a stretch of the same characters in a later text of the file. */
  moveTo(whole: Source, start: number): void {
    this.#whole = whole
    this.#end += start - this.#start
    this.#start = start
  }
}

/** Where lines start. In an editor, this is asked at each key: without a pattern it takes a tenth of the time. */
function lineStarts(text: string): number[] {
  if (text.includes('\r')) return [0, ...ends(text, /\r\n|\r|\n/g)]
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Where the matches of a pattern end. */
function ends(text: string, pattern: RegExp): number[] {
  const offsets: number[] = []
  for (const match of text.matchAll(pattern)) offsets.push(match.index + match[0].length)
  return offsets
}

/** How many of some ascending numbers are not above a limit. A file may be one line: looking at all takes too long. */
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

/** Where something was written: enough to make a Place or a code frame later. */
export interface Mark {
  readonly source: SourceText
  readonly offset: number
  /** Id of the behavior that wrote it, when no person did; the place is then that of its `<behavior>` element. */
  readonly addedBy?: string
  /** What it is a copy of: what is wrong with that was reported there. */
  readonly copyOf?: Mark
}

/** The longest `="` that is looked for between a name and its value: a file may be one long line. */
const WIDEST_GAP = 40

/** The name of an attribute, from its value; the value itself where blanks or lines are between them. */
export function nameOfAttribute(value: Mark, name: string): Mark {
  const before = value.source.before(value.offset, name.length + WIDEST_GAP)
  const [gap] = /[ \t]*=[ \t]*["']$/.exec(before) ?? []
  const isNear = gap !== undefined && before.endsWith(name + gap)
  return isNear ? { ...value, offset: value.offset - gap.length - name.length } : value
}

export const placeOf = (mark: Mark): Place => mark.source.placeAt(mark.offset)
