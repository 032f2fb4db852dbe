import type { Cell, Page, ShownTable } from 'orm-database'

export type FileFormat = 'csv' | 'json'

/** Returns the text of a file in parts. */
export interface FileWriter {
  part(page: Page): string
  end(): string
}

export const fileWriter = (format: FileFormat, table: ShownTable): FileWriter =>
  format === 'csv' ? csvWriter(table) : jsonWriter(table)

function csvWriter(table: ShownTable): FileWriter {
  let hasHead = false
  return {
    part({ columns, rows }) {
      const numbers = columns.map((name) => table.columns.find((column) => column.name === name)?.kind === 'number')
      const lines = rows.map(({ cells }) => cells.map((cell, at) => csvCell(cell, numbers[at] ?? false)).join(','))
      if (!hasHead) lines.unshift(columns.map((name) => csvCell(name, false)).join(','))
      hasHead = true
      return lines.map((line) => `${line}\r\n`).join('')
    },
    end: () => '',
  }
}

/**
 * Returns a CSV cell. NULL is an empty cell, and an empty text is `""`. A text that a spreadsheet would run as a formula is
 * prefixed with an apostrophe.
 */
function csvCell(cell: Cell, isNumber: boolean): string {
  if (cell === null) return ''
  const text = String(cell)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe === '' || /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

function jsonWriter(table: ShownTable): FileWriter {
  let isFirst = true
  return {
    part({ columns, rows }) {
      const kinds = columns.map((name) => table.columns.find((column) => column.name === name)?.kind)
      const texts = rows.map(({ cells }) => {
        const members = cells.map((cell, at) => `${JSON.stringify(columns[at])}: ${jsonCell(cell, kinds[at])}`)
        const start = isFirst ? '[\n' : ',\n'
        isFirst = false
        return `${start}  { ${members.join(', ')} }`
      })
      return texts.join('')
    },
    end: () => (isFirst ? '[]\n' : '\n]\n'),
  }
}

/** Returns a JSON value. Numbers keep all digits, and JSON columns are included as JSON. */
function jsonCell(cell: Cell, kind: string | undefined): string {
  if (typeof cell !== 'string') return JSON.stringify(cell)
  if (kind === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell)) return cell
  if (kind === 'json') {
    try {
      JSON.parse(cell)
      return cell
    } catch {
      // Some databases do not validate JSON.
    }
  }
  return JSON.stringify(cell)
}
