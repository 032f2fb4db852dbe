import {
  type Batch,
  type DialectName,
  dialects,
  forBatch,
  impossibleBatch,
  type MigrationStatement,
  OrmError,
} from 'orm-core/internal'
import { problemOf } from '../session/database-error.js'
import type { Connected, Row } from '../session/session.js'

/** Progress of a statement, which the state table stores as JSON and both runners read. */
export interface Walked {
  /** The table and its key, because a position is valid only for these. */
  readonly of: string
  readonly batches: number
  readonly rows: number
  /** Row count of the table at the start. */
  readonly total: number
  /** Key of the last row that is done; absent before the first batch. */
  readonly last?: readonly string[]
  /** Last key of the table at the start; absent if it was empty. */
  readonly end?: readonly string[]
}

/** Returns the progress that `migration:status` shows for the JSON in the state table. */
export function walkedOf(progress: string): { readonly rows: number; readonly totalRows: number } {
  const { rows, total } = JSON.parse(progress) as Walked
  return { rows, totalRows: total }
}

/** Returns the row count of the table, or undefined if it cannot be read, for example before another migration has created it. */
export async function countRows(
  { table }: Batch,
  { session, driver }: Connected,
  adapter: DialectName,
): Promise<number | undefined> {
  try {
    const [row] = await session.execute(`SELECT COUNT(*) AS n FROM ${table.map(dialects[adapter].quote).join('.')}`)
    return Number(row!.n)
  } catch (error) {
    if (driver.isMissing(problemOf(error))) return undefined
    throw error
  }
}

/** Progress as shown to users. */
export interface BatchProgress {
  readonly batches: number
  readonly rows: number
  /** Row count of the table at the start. */
  readonly total: number
  /** Speed of this run. */
  readonly rowsPerSecond: number
  readonly secondsLeft: number
}

/** Returns the progress to show when this run has done `own` rows in this number of seconds. */
export function batchProgress({ batches, rows, total }: Walked, own: number, seconds: number): BatchProgress {
  const rate = own / Math.max(seconds, 0.001)
  const left = Math.max(total - rows, 0)
  return { batches, rows, total, rowsPerSecond: Math.round(rate), secondsLeft: rate > 0 ? Math.ceil(left / rate) : 0 }
}

/** The next rows to process. */
export interface Portion {
  /** Statement limited to these rows. */
  readonly sql: string
  /** Key range for messages, such as `id > 1000 AND id <= 2000`. */
  readonly range: string
  /** Progress after this portion. */
  readonly walked: Walked
  readonly isLast: boolean
}

/** Walks through the rows of a table in key order. */
export class Walk {
  readonly #statement: MigrationStatement
  readonly #batch: Batch
  readonly #connected: Connected
  readonly #connection: string
  readonly #adapter: DialectName
  /** Expressions for the key values. */
  #values: readonly string[] = []

  constructor(
    statement: MigrationStatement,
    batch: Batch,
    connected: Connected,
    connection: string,
    adapter: DialectName,
  ) {
    this.#statement = statement
    this.#batch = batch
    this.#connected = connected
    this.#connection = connection
    this.#adapter = adapter
  }

  /** Returns the state before the first batch. Rows added later behind the current last key are ignored. */
  async start(): Promise<Walked> {
    const { key } = this.#batch
    const counts = key.map((column, index) => `COUNT(${this.#quoted(column)}) AS n${index}`)
    const [row] = await this.#query(`SELECT COUNT(*) AS total, ${counts.join(', ')} FROM ${this.#table}`)
    const total = Number(row!.total)
    const without = key.find((_, index) => Number(row![`n${index}`]) < total)
    if (without !== undefined)
      throw this.#impossible(`rows of ${this.#table} have no value in "${without}", which they are taken by`)
    const order = key.map((column) => `${this.#quoted(column)} DESC`).join(', ')
    const [end] = await this.#query(`SELECT ${this.#selected} FROM ${this.#table} ORDER BY ${order} LIMIT 1`)
    return { of: this.#name, batches: 0, rows: 0, total, ...(end && { end: valuesOf(end) }) }
  }

  /** Inspects the key columns. Throws if their values cannot be expressed in SQL. */
  async prepare(): Promise<void> {
    const rules = this.#connected.driver.migrations.batches
    if (!rules) throw this.#impossible('this vendor has no batches')
    const { table, key } = this.#batch
    const values: string[] = []
    for (const column of key) {
      const [row] = rules.typeQuery ? await this.#query(rules.typeQuery(table, column)) : []
      const value = rules.value(this.#quoted(column), String(row?.type ?? 'char'))
      if (value === undefined)
        throw this.#impossible(`"${column}" is of type ${row!.type}, whose values have no fixed order`)
      values.push(value)
    }
    this.#values = values
  }

  /** Parses the state that a run left. Throws if it belongs to another table or key. */
  read(text: string): Walked {
    const walked = JSON.parse(text) as Walked
    if (walked.of === this.#name) return walked
    throw this.#impossible(`${walked.rows} rows of ${walked.of} are done, and this is ${this.#name}`)
  }

  /** Returns the rows that follow those already done, or undefined if there are none. */
  async next(walked: Walked): Promise<Portion | undefined> {
    const { key, size } = this.#batch
    const { last, end, rows, batches } = walked
    if (!end) return undefined
    const order = key.map(this.#quoted).join(', ')
    const [found] = await this.#query(
      `SELECT ${this.#selected} FROM ${this.#table} WHERE ${this.#range('', last, end)} ORDER BY ${order} LIMIT 1 OFFSET ${size - 1}`,
    )
    const to = found ? valuesOf(found) : end
    const range = this.#range('', last, to)
    const [counted] = await this.#query(`SELECT COUNT(*) AS n FROM ${this.#table} WHERE ${range}`)
    return {
      sql: forBatch(
        this.#statement.text,
        dialects[this.#adapter].lexicon,
        (qualifier) => `(${this.#range(qualifier, last, to)})`,
      ),
      range,
      walked: { ...walked, batches: batches + 1, rows: rows + Number(counted!.n), last: to },
      isLast: to.every((value, index) => value === end[index]),
    }
  }

  /** Returns the condition for rows after one key and up to another. */
  #range(qualifier: string, after: readonly string[] | undefined, upTo: readonly string[]): string {
    const columns = this.#batch.key.map((column) => qualifier + this.#quoted(column))
    const literals = (values: readonly string[]): string[] => values.map((value) => this.#literal(value))
    const upper = compared(columns, '<', literals(upTo), true)
    return after ? `${compared(columns, '>', literals(after), false)} AND ${upper}` : upper
  }

  #literal(value: string): string {
    const [kind, text] = [value.slice(0, 2), value.slice(2)]
    if (kind === 'n:' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return text
    if (kind === 'b:' && /^[\dA-F]*$/i.test(text)) return `X'${text}'`
    if (kind === 'x:' && /^[\dA-F]*$/i.test(text)) return `CAST(X'${text}' AS TEXT)`
    return this.#connected.driver.migrations.literal(text)
  }

  #query(sql: string): Promise<readonly Row[]> {
    return this.#connected.session.execute(sql)
  }

  #impossible(reason: string, hint?: string): OrmError {
    return new OrmError([impossibleBatch(this.#statement.mark, this.#connection, reason, hint)])
  }

  get #selected(): string {
    return this.#values.map((value, index) => `${value} AS k${index}`).join(', ')
  }

  get #table(): string {
    return this.#batch.table.map(this.#quoted).join('.')
  }

  get #name(): string {
    return `${this.#table} (${this.#batch.key.map(this.#quoted).join(', ')})`
  }

  readonly #quoted = (name: string): string => dialects[this.#adapter].quote(name)
}

const valuesOf = (row: Row): string[] => Object.values(row).map(String)

/** Compares the first column, and the others if it is equal. The first condition allows index use. */
function compared(
  columns: readonly string[],
  operator: '<' | '>',
  values: readonly string[],
  orEqual: boolean,
): string {
  const [column, ...others] = columns
  const [value, ...further] = values
  if (others.length === 0) return `${column} ${operator}${orEqual ? '=' : ''} ${value}`
  const rest = compared(others, operator, further, orEqual)
  return `${column} ${operator}= ${value} AND (${column} ${operator} ${value} OR ${rest})`
}
