import {
  arrayElements,
  type Column,
  type Config,
  type Database,
  type DumpedRow,
  type DumpedTable,
  dialects,
  dumpFailed,
  noDumpKey,
  OrmError,
  seedsNotSupported,
  type Table,
  writeList,
} from 'orm-core/internal'
import { BrowseError } from '../browse/browse-error.js'
import { whereOf } from '../browse/page.js'
import { type Read, Sessions } from '../browse/sessions.js'
import { columnOf, type TableAccess, tableAccesses } from '../browse/tables.js'
import type { ColumnAccess } from '../browse/values.js'
import { driverOf } from '../dialects/index.js'
import type { BrowseRules } from '../session/browse-rules.js'

export interface DumpOptions {
  readonly config: Config
  /** Compiled schema of the connection. */
  readonly database: Database
  readonly tables: readonly Table[]
  /** SQL condition for the rows of the tables. */
  readonly where?: string
  /** Maximum number of rows of each table. */
  readonly limit?: number
}

/** Timeout in seconds. */
const timeout = 3600
const mostRows = 1_000_000
/** Number of rows that one statement looks up. */
const chunk = 200

/** Reads rows of tables and the rows that their foreign keys refer to, in one read-only transaction. */
export async function dumpRows(options: DumpOptions): Promise<DumpedTable[]> {
  const { config, database } = options
  const settings = config.connections[database.name]!
  const { browse, writeAlone } = await driverOf(settings.adapter)
  if (!browse || !writeAlone || !dialects[database.platform].seeds)
    throw new OrmError([seedsNotSupported(database.name, settings.adapter)])
  const sessions = new Sessions(database.name, settings, browse, timeout, writeAlone)
  try {
    return await sessions.read((read) => new RowDump(read, options, browse).run(), { timeout })
  } catch (error) {
    throw error instanceof BrowseError ? new OrmError([dumpFailed(database.name, error.message)]) : error
  } finally {
    await sessions.close()
  }
}

/** A row: the texts for seed files, and the texts for SQL literals. */
interface FoundRow {
  readonly texts: DumpedRow
  readonly raw: ReadonlyMap<Column, string | null>
}

class RowDump {
  readonly #accesses: ReadonlyMap<Table, TableAccess>
  /** Rows by table and by key. */
  readonly #found = new Map<Table, Map<string, FoundRow>>()

  constructor(
    readonly read: Read,
    readonly options: DumpOptions,
    readonly rules: BrowseRules,
  ) {
    const accesses = tableAccesses(options.database, options.config, rules)
    this.#accesses = new Map([...accesses.values()].map((access) => [access.table, access]))
  }

  async run(): Promise<DumpedTable[]> {
    const { tables, where, limit } = this.options
    const keyless = tables.flatMap((table) => {
      const { key, name } = this.#accesses.get(table)!
      return key.length === 0 ? [noDumpKey(name)] : []
    })
    if (keyless.length > 0) throw new OrmError(keyless)
    let fresh = new Map<Table, FoundRow[]>()
    for (const table of tables) {
      const access = this.#accesses.get(table)!
      // On separate lines, because the condition may end with a comment.
      const condition = where === undefined ? [] : [`(\n${where}\n)`]
      const order = ` ORDER BY ${access.key.map(({ name }) => name('t')).join(', ')}`
      const end = limit === undefined ? '' : ` LIMIT ${limit}`
      fresh.set(table, await this.#select(access, condition, order + end))
    }
    while (fresh.size > 0) fresh = await this.#parents(fresh)
    return [...this.#found].map(([table, rows]) => ({ table, rows: [...rows.values()].map(({ texts }) => texts) }))
  }

  /** Returns the rows that foreign keys of these rows refer to, unless already found. */
  async #parents(rows: ReadonlyMap<Table, readonly FoundRow[]>): Promise<Map<Table, FoundRow[]>> {
    const parents = new Map<Table, FoundRow[]>()
    for (const [table, children] of rows) {
      for (const { isLocal, table: parent, columns, literals } of table.relations) {
        const access = this.#accesses.get(parent)
        if (!isLocal || !access || parent.readOnly || access.key.length === 0) continue
        const known = new Set(
          [...(this.#found.get(parent)?.values() ?? [])].map(({ raw }) =>
            textOf(columns.map(({ other }) => raw.get(other))),
          ),
        )
        const wanted = new Map<string, string>()
        for (const { raw, texts } of children) {
          const values = columns.map(({ own }) => raw.get(own) ?? null)
          const isMeant = literals.every(({ column, value }) => texts.get(column.name) === value)
          if (!isMeant || values.includes(null) || known.has(textOf(values))) continue
          const parts = columns.map(({ other }, index) => {
            const target = columnOf(access, other.name)
            return `${target.name('t')} = ${target.literal(values[index]!)}`
          })
          wanted.set(textOf(values), `(${parts.join(' AND ')})`)
        }
        const conditions = [...wanted.values()]
        for (let start = 0; start < conditions.length; start += chunk) {
          const some = conditions.slice(start, start + chunk).join(' OR ')
          const found = await this.#select(access, [`(${some})`], '')
          parents.set(parent, [...(parents.get(parent) ?? []), ...found])
        }
      }
    }
    for (const [table, found] of parents) if (found.length === 0) parents.delete(table)
    return parents
  }

  /** Reads rows that are not found yet. */
  async #select(access: TableAccess, conditions: readonly string[], end: string): Promise<FoundRow[]> {
    const { table, columns, written, key } = access
    const selected = columns.map((column, at) => `${this.#expression(column)} AS c${at}`)
    const sql = `SELECT ${selected.join(', ')} FROM ${written} t${whereOf(conditions)}${end}`
    const { rows, isCut } = await this.read(sql, mostRows)
    if (isCut)
      throw new OrmError([
        dumpFailed(this.options.database.name, `table "${access.name}" has more than ${mostRows} rows`),
      ])
    const known = this.#found.get(table) ?? new Map<string, FoundRow>()
    this.#found.set(table, known)
    return rows.flatMap((row) => {
      const raw = new Map(columns.map((each, at) => [each.column, each.textOf(row[at])] as const))
      const id = textOf(key.map(({ column }) => raw.get(column)))
      if (known.has(id)) return []
      const texts = new Map(columns.map((each, at) => [each.column.name, this.#text(each, row[at])]))
      const found = { raw, texts }
      known.set(id, found)
      return [found]
    })
  }

  #expression({ column: { type }, name, exact }: ColumnAccess): string {
    if (type === 'GEOMETRY') return this.rules.hexOf(name('t'))
    if (type === 'FLOAT') return this.rules.exactFloat(name('t'))
    // Converted to text, which removes the padding of the type CHAR.
    return type === 'CHAR' ? this.rules.asText(name('t')) : exact('t')
  }

  /** Returns the text of a value in a seed file. */
  #text({ column, kind, textOf, cellOf }: ColumnAccess, value: unknown): string | null {
    const text = textOf(value)
    if (text === null) return null
    const { type, valueSet, size = 1 } = column
    if (column.array) return text
    if (kind === 'bytes' || type === 'GEOMETRY') return Buffer.from(text, 'hex').toString('base64')
    if (kind === 'boolean' || kind === 'enum') return String(cellOf(value, Number.POSITIVE_INFINITY))
    if (type === 'SET') return writeList(valueSet.filter((_, at) => (BigInt(text) >> BigInt(at)) & 1n))
    if (type === 'SET_NATIVE') return writeList(arrayElements(text)?.map(String) ?? text.split(','))
    if (type === 'ARRAY') return text === '| |' ? '' : writeList(text.replace(/^\| ?| ?\|$/g, '').split(' | '))
    if (type === 'BIT') return text.padStart(size, '0')
    if (kind === 'time' || kind === 'datetime')
      return text.replace(/\.(\d*?)0+(?=\D|$)/, (_, digits) => digits && `.${digits}`)
    return text
  }
}

const textOf = (values: readonly (string | null | undefined)[]): string => JSON.stringify(values)
