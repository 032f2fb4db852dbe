import { basename } from 'node:path'
import { readJson } from '../config/formats/json.js'
import { readYaml } from '../config/formats/yaml.js'
import { type ConfigEntry, type ConfigNode, isEmpty, typeName } from '../config/node.js'
import { notUtf8 } from '../errors/database-errors.js'
import { type Diagnostic, type Mark, OrmError, Source } from '../errors/index.js'
import { badSeedShape } from '../errors/seed-errors.js'
import type { InputFile } from '../files.js'
import { readCsv } from './csv.js'

/** The rows of one table in one file. */
export interface SeedTable {
  /** The name as in the file. */
  readonly name: string
  readonly mark: Mark
  /** The columns that identify a row, if the file names them. */
  readonly key?: readonly { readonly name: string; readonly mark: Mark }[]
  readonly rows: readonly SeedRow[]
}

export interface SeedRow {
  /** The name by which other rows refer to it. */
  readonly label?: string
  readonly mark: Mark
  readonly entries: readonly ConfigEntry[]
  /** Whether all values are strings, as in CSV. */
  readonly isText: boolean
}

type ReadSeed = (source: Source, report: (problem: Diagnostic) => void) => readonly SeedTable[]

/** Seed readers by file extension. PHP is not included, as only PHP can read it. */
export const seedFormats: Readonly<Record<string, ReadSeed>> = {
  yaml: (source, report) => tablesOf(readYaml(source), source, report),
  yml: (source, report) => tablesOf(readYaml(source), source, report),
  json: (source, report) => tablesOf(readJson(source), source, report),
  csv: readCsvSeed,
}

/** Returns the rows of seed files, in order. */
export const readSeeds = (files: readonly InputFile[], report: (problem: Diagnostic) => void): SeedTable[] =>
  files.flatMap(({ path, contents }) => {
    const read = seedFormats[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]!
    try {
      return read(new Source(path, textOf(path, contents)), report)
    } catch (error) {
      if (!(error instanceof OrmError)) throw error
      for (const problem of error.diagnostics) report(problem)
      return []
    }
  })

function textOf(path: string, contents: InputFile['contents']): string {
  if (typeof contents === 'string') return contents
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(contents)
  } catch {
    throw new OrmError([notUtf8(path)])
  }
}

/** Reads `author: [rows]`, `author: { name: row }` or `author: { key: …, rows: … }`. */
function tablesOf(
  node: ConfigNode | undefined,
  source: Source,
  report: (problem: Diagnostic) => void,
): readonly SeedTable[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
  if (node.kind !== 'map') {
    report(badSeedShape(node.mark, `${source.file} must be a map of tables, got ${typeName(node)}`))
    return []
  }
  return node.entries.flatMap(({ key: name, keyMark, value }): SeedTable[] => {
    const keyed = keyedRows(value)
    const rows = keyed?.rows ?? value
    if (isEmpty(rows)) return [{ name, mark: keyMark, rows: [] }]
    if (rows.kind === 'scalar') {
      report(badSeedShape(rows.mark, `table "${name}" must have a list or a map of rows, got ${typeName(rows)}`))
      return []
    }
    const key = keyed?.key && columnNames(keyed.key, name, report)
    const all = rows.kind === 'list' ? rows.items.map((item) => ({ value: item })) : rows.entries
    return [
      {
        name,
        mark: keyMark,
        ...(key && { key }),
        rows: all.flatMap((entry): SeedRow[] => {
          const { value: row } = entry
          if (row.kind !== 'map') {
            report(badSeedShape(row.mark, `a row of table "${name}" must be a map of columns, got ${typeName(row)}`))
            return []
          }
          const label = 'key' in entry ? { label: (entry as ConfigEntry).key } : {}
          return [{ ...label, mark: row.mark, entries: row.entries, isText: false }]
        }),
      },
    ]
  })
}

/** Returns key and rows of a map with only the keys `key` and `rows`: a table that names its key columns. */
function keyedRows(node: ConfigNode): { readonly key?: ConfigNode; readonly rows: ConfigNode } | undefined {
  if (node.kind !== 'map') return undefined
  const rows = node.entries.find(({ key }) => key === 'rows')?.value
  const key = node.entries.find((entry) => entry.key === 'key')?.value
  const isKeyed = rows !== undefined && node.entries.every((entry) => entry.key === 'key' || entry.key === 'rows')
  return isKeyed ? { rows, ...(key && { key }) } : undefined
}

function columnNames(
  node: ConfigNode,
  table: string,
  report: (problem: Diagnostic) => void,
): { readonly name: string; readonly mark: Mark }[] | undefined {
  const items = node.kind === 'list' ? node.items : [node]
  const names = items.flatMap((item) => (item.kind === 'scalar' && item.text !== '' ? item : []))
  if (names.length === items.length && names.length > 0) return names.map(({ text, mark }) => ({ name: text, mark }))
  report(badSeedShape(node.mark, `the key of table "${table}" must be a column or a list of columns`))
  return undefined
}

/** Returns the table of a CSV file. */
export const tableOfCsv = (path: string): string =>
  basename(path)
    .replace(/\.csv$/i, '')
    .replace(/^\d+[-_]/, '')

/** Reads one table per file, named like the file: `seeds/02-author.csv` contains rows of `author`. */
function readCsvSeed(source: Source, report: (problem: Diagnostic) => void): readonly SeedTable[] {
  const start: Mark = { source, offset: 0 }
  const name = tableOfCsv(source.file)
  const { rows, unclosed } = readCsv(source)
  if (unclosed) report(badSeedShape(unclosed, 'the quoted cell that starts here does not end'))
  const [header, ...lines] = rows
  if (!header || unclosed) return []
  return [
    {
      name,
      mark: start,
      rows: lines.map((cells): SeedRow => {
        const surplus = cells[header.length]
        if (surplus) {
          report(badSeedShape(surplus.mark, `the row has ${cells.length} cells, and the first line ${header.length}`))
        }
        const entries = cells.slice(0, header.length).map(({ text, isQuoted, mark }, index): ConfigEntry => {
          const value = text === '' && !isQuoted ? null : text
          return {
            key: header[index]!.text.trim(),
            keyMark: header[index]!.mark,
            value: { kind: 'scalar', value, text, mark, untyped: true },
          }
        })
        return { mark: cells[0]!.mark, entries, isText: true }
      }),
    },
  ]
}
