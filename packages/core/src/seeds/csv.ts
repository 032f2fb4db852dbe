import type { Mark, Source } from '../errors/index.js'

export interface CsvCell {
  readonly text: string
  /** Whether the cell is quoted. An empty cell without quotes is no value. */
  readonly isQuoted: boolean
  readonly mark: Mark
}

export interface CsvTable {
  readonly rows: readonly (readonly CsvCell[])[]
  /** Start of a quoted cell that is not closed. */
  readonly unclosed?: Mark
}

/** Reads comma-separated values (RFC 4180): cells in double quotes may contain commas, line breaks and doubled quotes. */
export function readCsv(source: Source): CsvTable {
  const { text } = source
  const rows: CsvCell[][] = []
  let row: CsvCell[] = []
  // A byte order mark, as written by spreadsheets, is not part of the first name.
  let at = text.startsWith('\ufeff') ? 1 : 0
  const cell = /"([^"]*(?:""[^"]*)*)"(?=[,\r\n]|$)|[^,\r\n]*/y
  while (at < text.length) {
    cell.lastIndex = at
    const [all = '', quoted] = cell.exec(text) ?? []
    const mark = { source, offset: at }
    if (quoted === undefined && all.startsWith('"')) return { rows, unclosed: mark }
    row.push({ text: quoted?.replaceAll('""', '"') ?? all, isQuoted: quoted !== undefined, mark })
    at += all.length
    if (text[at] === ',') {
      at++
      // A comma at the end of the text is followed by an empty cell.
      if (at === text.length) row.push({ text: '', isQuoted: false, mark: { source, offset: at } })
      else continue
    } else at += text.startsWith('\r\n', at) ? 2 : 1
    rows.push(row)
    row = []
  }
  return { rows: rows.filter((cells) => cells.length > 1 || cells[0]!.isQuoted || cells[0]!.text !== '') }
}
