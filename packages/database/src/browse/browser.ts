import { type Config, cannotBrowse, type Database, noSuchConnection, OrmError } from 'orm-core/internal'
import { parseDsn } from '../connect/dsn.js'
import { driverOf } from '../dialects/index.js'
import type { BrowseRules, PlanStep, ResultTable } from '../session/browse-rules.js'
import { BrowseError } from './browse-error.js'
import {
  type Change,
  type ChangePlan,
  cascades,
  changeSql,
  conflictOf,
  notesOf,
  type PlannedChange,
} from './changes.js'
import { type Lists, listsOf, type MoveRequest, Mover, type OrderKind } from './moves.js'
import {
  filterCondition,
  isRow,
  type Page,
  type PageRequest,
  pageQuery,
  type RowsRequest,
  shortText,
  whereOf,
} from './page.js'
import { type Read, Sessions } from './sessions.js'
import { columnOf, type ShownTable, shownTable, type TableAccess, tableAccesses } from './tables.js'
import type { Cell } from './values.js'

export interface BrowserOptions {
  readonly config: Config
  readonly connection: string
  /** Compiled schema of the connection. */
  readonly database: Database
  /** Timeout of a request in seconds. @default 60 */
  readonly timeout?: number
}

/** Row count, which may be an estimate. */
export interface Count {
  readonly rows: number
  /** Whether the count is exact, a lower bound or an estimate. */
  readonly precision: 'exact' | 'at least' | 'about'
}

export interface RowDetails {
  readonly cells: Readonly<Record<string, Cell>>
  /** Row counts of the to-many relations, by relation name. */
  readonly counts: Readonly<Record<string, Count>>
}

export interface QueryResult {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly isCut: boolean
}

/** Limit up to which the rows of a table are counted. */
const countedRows = 10_000
/** Limit up to which the rows of a to-many relation are counted. */
const relatedRows = 1000
/** Number of rows per page of an export, and timeout of the export in seconds. */
const exportedRows = 1000
const exportSeconds = 3600
/** Row limit of an export statement. It exceeds the size of any page. */
const mostExported = 1_000_000
/** Maximum number of characters of a text in the form of a row. */
const longText = 100_000

/** Returns whether the database of a connection runs on this computer. */
export async function isLocal(config: Config, connection: string): Promise<boolean> {
  const settings = config.connections[connection]!
  const driver = await driverOf(settings.adapter)
  const { address } = driver.target(parseDsn(connection, settings, driver), settings)
  return !('host' in address) || /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(address.host)
}

/** Opens a connection for the studio. The server is not contacted before the first request. */
export async function openBrowser(options: BrowserOptions): Promise<Browser> {
  const { config, connection, database, timeout = 60 } = options
  const settings = config.connections[connection]
  if (!settings) throw new OrmError([noSuchConnection(connection, Object.keys(config.connections))])
  const { browse, writeAlone } = await driverOf(settings.adapter)
  if (!browse || !writeAlone) throw new OrmError([cannotBrowse(connection, settings.adapter)])
  return new Browser(new Sessions(connection, settings, browse, timeout, writeAlone), database, config, browse)
}

export class Browser {
  readonly #tables: ReadonlyMap<string, TableAccess>

  constructor(
    readonly sessions: Sessions,
    database: Database,
    config: Config,
    readonly rules: BrowseRules,
  ) {
    this.#tables = tableAccesses(database, config, rules)
  }

  tables(): ShownTable[] {
    return [...this.#tables.values()].map(shownTable)
  }

  /** Throws if the database cannot be reached. */
  async check(): Promise<void> {
    await this.sessions.read((read) => read('SELECT 1'))
  }

  count(request: RowsRequest, signal?: AbortSignal): Promise<Count> {
    const table = this.#table(request.table)
    const conditions = this.#conditions(request)
    return this.sessions.read(
      async (read) => {
        const count = await counted(read, table, conditions, countedRows)
        if (count.precision === 'exact' || conditions.length > 0) return count
        // The estimate is optional: it fails for a view, for example.
        const { rows } = await read(this.rules.estimate(table.written)).catch((): ResultTable => nothing)
        const about = Number(rows[0]?.[0] ?? 0)
        return about > countedRows ? { rows: about, precision: 'about' } : count
      },
      { signal },
    )
  }

  page(request: PageRequest, signal?: AbortSignal): Promise<Page> {
    const { sql, pageOf } = pageQuery(this.#table(request.table), request, this.rules, this.#conditions(request))
    return this.sessions.read(async (read) => pageOf((await read(sql)).rows), { signal })
  }

  row(name: string, key: readonly string[], signal?: AbortSignal): Promise<RowDetails> {
    const table = this.#table(name)
    return this.sessions.read(
      async (read) => {
        const cells = await this.#cells(read, table, key)
        const counts: Record<string, Count> = {}
        for (const relation of shownTable(table).relations) {
          if (relation.kind === 'one') continue
          const target = this.#tables.get(relation.table)
          if (!target) continue
          const values = relation.columns?.map(([own]) => cells[own])
          if (values?.some((value) => typeof value !== 'string')) continue
          const filters = [
            ...(relation.columns ?? []).map(([own, other]) => ({
              column: other,
              op: 'eq' as const,
              value: String(cells[own]),
            })),
            ...(relation.literals ?? []).map(([column, value]) => ({ column, op: 'eq' as const, value })),
          ]
          const rows: RowsRequest =
            relation.kind === 'many-to-many'
              ? { table: relation.table, link: { table: name, relation: relation.name, key } }
              : { table: relation.table, filters }
          counts[relation.name] = await counted(read, target, this.#conditions(rows), relatedRows)
        }
        return { cells, counts }
      },
      { signal },
    )
  }

  /** Returns a whole value: the bytes of a binary column, otherwise the text as UTF-8; undefined for NULL. */
  value(name: string, key: readonly string[], column: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const table = this.#table(name)
    const access = columnOf(table, column)
    const sql = `SELECT ${access.exact('t')} FROM ${table.written} t${whereOf([isRow(table, key, 't')])}`
    return this.sessions.read(
      async (read) => {
        const { rows } = await read(sql)
        if (rows.length === 0) throw new BrowseError(404, 'this row does not exist any more')
        const text = access.textOf(rows[0]![0])
        return text === null ? undefined : Buffer.from(text, access.kind === 'bytes' ? 'hex' : 'utf8')
      },
      { signal },
    )
  }

  /** Runs a statement that a user entered. The server rejects every change. */
  query(statement: string, limit: number, signal?: AbortSignal): Promise<QueryResult> {
    return this.sessions.read(
      async (read) => {
        const { columns, rows, isCut } = await read(statement, limit)
        return { columns, rows: rows.map((row) => row.map(foreignCell)), isCut }
      },
      { signal, isForeign: true },
    )
  }

  explain(statement: string, signal?: AbortSignal): Promise<readonly PlanStep[]> {
    return this.sessions.read(async (read) => this.rules.planOf(await read(this.rules.explain(statement))), {
      signal,
      isForeign: true,
    })
  }

  /** Exports all rows of a request with whole values in one transaction, one page at a time. */
  export(request: PageRequest, write: (page: Page) => Promise<void>, signal?: AbortSignal): Promise<void> {
    const table = this.#table(request.table)
    const conditions = this.#conditions(request)
    return this.sessions.read(
      async (read) => {
        let after: PageRequest['after']
        for (;;) {
          const part = { ...request, after, before: undefined, isLast: false, size: exportedRows, isWhole: true }
          const { sql, pageOf } = pageQuery(table, part, this.rules, conditions)
          const page = pageOf((await read(sql, mostExported)).rows)
          await write(page)
          if (!page.hasNext) return
          after = page.rows.at(-1)!.cursor
        }
      },
      { signal, timeout: exportSeconds },
    )
  }

  /** Tries changes and rolls them back. Returns their SQL, their side effects and why any of them is rejected. */
  plan(changes: readonly Change[]): Promise<ChangePlan> {
    return this.#change(changes, true)
  }

  /** Applies all changes, or none if one of them cannot be applied. */
  async apply(changes: readonly Change[]): Promise<ChangePlan> {
    return this.#change(changes, false)
  }

  async #change(changes: readonly Change[], isRehearsal: boolean): Promise<ChangePlan> {
    const rejected = new BrowseError(409, 'rejected')
    let statements: PlannedChange[] = []
    const work = async (read: Read): Promise<void> => {
      statements = []
      for (const change of changes) statements.push(await this.#tried(read, change))
      if (!isRehearsal && statements.some(({ problem, conflict }) => problem || conflict)) throw rejected
    }
    await this.sessions.write(work, isRehearsal).catch((error) => {
      if (error !== rejected) throw error
    })
    return { statements }
  }

  /** Runs a change. If it is rejected, the transaction continues. */
  async #tried(read: Read, change: Change): Promise<PlannedChange> {
    const table = this.#table(change.table)
    let sql: string
    try {
      sql = changeSql(table, change, this.rules)
    } catch (error) {
      if (!(error instanceof BrowseError)) throw error
      return { sql: `-- ${change.kind} of "${change.table}"`, notes: [], problem: error.message }
    }
    const conflict = await conflictOf(read, table, change, this.rules, longText)
    if (conflict) return { sql, notes: [], conflict }
    const effects = change.kind === 'delete' ? await cascades(read, table, change.key, this.#tables) : []
    const notes = [...effects, ...notesOf(table)]
    await read('SAVEPOINT orm_change')
    try {
      await read(sql)
      return { sql, notes }
    } catch (error) {
      const problem = this.sessions.problemOf(error)
      if (problem === undefined) throw error
      await read('ROLLBACK TO SAVEPOINT orm_change')
      return { sql, notes, problem }
    }
  }

  /** Returns the lists or trees of a table. */
  lists(name: string, of: OrderKind, signal?: AbortSignal): Promise<Lists> {
    const table = this.#table(name)
    return this.sessions.read((read) => listsOf(read, table, of), { signal })
  }

  /** Moves rows in their lists or trees, all or none, and returns the statements. A rehearsal is rolled back. */
  move(request: MoveRequest, isRehearsal: boolean): Promise<readonly string[]> {
    const table = this.#table(request.table)
    const mover = new Mover(table, request.of, this.#tables, this.rules, this.sessions.alone)
    return this.sessions.writeAlone(mover.locked, (read) => mover.run(read, request), isRehearsal)
  }

  close(): Promise<void> {
    return this.sessions.close()
  }

  async #cells(read: Read, table: TableAccess, key: readonly string[]): Promise<Record<string, Cell>> {
    const selected = table.columns.map((access, at) => `${access.shown('t', longText)} AS c${at}`)
    const { rows } = await read(
      `SELECT ${selected.join(', ')} FROM ${table.written} t${whereOf([isRow(table, key, 't')])}`,
    )
    const [row] = rows
    if (!row) throw new BrowseError(404, 'this row does not exist')
    return Object.fromEntries(table.columns.map((access, at) => [access.column.name, access.cellOf(row[at], longText)]))
  }

  #table(name: string): TableAccess {
    const table = this.#tables.get(name)
    if (!table) throw new BrowseError(404, `there is no table "${name}"`)
    return table
  }

  #conditions({ table: name, filters = [], link }: RowsRequest): string[] {
    const table = this.#table(name)
    const conditions = filters.map((filter) => filterCondition(table, filter, this.rules))
    return link ? [...conditions, this.#linked(table, link)] : conditions
  }

  /** Returns the condition for rows that a cross table links with a row of another table. */
  #linked(target: TableAccess, { table: name, relation, key }: NonNullable<RowsRequest['link']>): string {
    const owner = this.#table(name)
    const cross = owner.table.crossRelations.find(({ pluralName }) => pluralName === relation)
    const through = cross && [...this.#tables.values()].find(({ table }) => table === cross.crossTable)
    const outgoing = cross?.outgoing.find(({ table }) => table === target.table)
    if (!cross || !through || !outgoing) throw new BrowseError(400, `table "${name}" has no relation "${relation}"`)
    // If the foreign key refers to a column outside of the primary key, its value is read from the row.
    const values = cross.incoming.columns.map(({ own, other }) => {
      const at = owner.key.findIndex(({ column }) => column === other)
      const value =
        at >= 0
          ? columnOf(owner, other.name).literal(String(key[at]))
          : `(SELECT ${columnOf(owner, other.name).name('o')} FROM ${owner.written} o${whereOf([isRow(owner, key, 'o')])})`
      return `${columnOf(through, own.name).name('x')} = ${value}`
    })
    const pairs = outgoing.columns.map(
      ({ own, other }) => `${columnOf(through, own.name).name('x')} = ${columnOf(target, other.name).name('t')}`,
    )
    return `EXISTS (SELECT 1 FROM ${through.written} x${whereOf([...values, ...pairs])})`
  }
}

const nothing: ResultTable = { columns: [], rows: [], isCut: false }

/** Counts the rows that match, up to a limit. */
async function counted(read: Read, table: TableAccess, conditions: readonly string[], most: number): Promise<Count> {
  const { rows } = await read(
    `SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${table.written} t${whereOf(conditions)} LIMIT ${most + 1}) q`,
  )
  const number = Number(rows[0]![0])
  return number > most ? { rows: most, precision: 'at least' } : { rows: number, precision: 'exact' }
}

/** Maximum number of characters of a value in a query result. */
const resultText = 10 * shortText

function foreignCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return { bytes: value.length }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > resultText ? { start: text.slice(0, resultText) } : text
}
