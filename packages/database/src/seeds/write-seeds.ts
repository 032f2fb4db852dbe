import {
  type Config,
  type Database,
  dialects,
  insertNotConfirmed,
  isCreated,
  type Mark,
  OrmError,
  type PlannedRow,
  qualifiedName,
  type SeedPlan,
  seedRowNotFound,
  seedsNotSupported,
  statementFailed,
  type Table,
  tablesHoldRows,
} from 'orm-core/internal'
import { close, connect } from '../connect/connect.js'
import { problemOf } from '../session/database-error.js'
import type { Connected } from '../session/session.js'

export interface SeedOptions {
  readonly config: Config
  readonly plans: readonly SeedPlan[]
  /** Roll back what was written. @default false */
  readonly dryRun?: boolean
  /** Compiled schema; if present, the rows of all its tables are deleted first. */
  readonly reset?: readonly Database[]
  /** Delete rows without asking. @default false */
  readonly yes?: boolean
  /** Called to confirm that the rows of these tables may be deleted; absent if no user can answer. */
  readonly confirm?: (tables: readonly TableRows[]) => Promise<boolean>
  readonly onProgress?: (done: number, total: number) => void
  /** Called for each table when its connection is done, before the next one starts. */
  readonly onReport?: (report: SeedReport) => void
}

export interface TableRows {
  readonly connection: string
  readonly table: string
  readonly rows: number
}

/** What was done to the rows of a table. */
export interface SeedReport {
  readonly connection: string
  readonly table: string
  inserted: number
  updated: number
  unchanged: number
}

/** Writes the rows of seed files, in one transaction per connection. Rows that match the files are not written. */
export async function writeSeeds(options: SeedOptions): Promise<SeedReport[]> {
  const { config, plans, reset = [] } = options
  const connections = config.generator.connections.filter((name) =>
    [...plans.map(({ connection }) => connection), ...reset.map((database) => database.name)].includes(name),
  )
  const reports: SeedReport[] = []
  for (const connection of connections) {
    const connected = await connect(connection, config.connections[connection]!, { create: false, mustExist: true })
    try {
      const done = await new Seeding(connection, connected, options).run()
      for (const report of done) options.onReport?.(report)
      reports.push(...done)
    } finally {
      await close(connected.session)
    }
  }
  return reports
}

type Outcome = 'inserted' | 'updated' | 'unchanged'

class Seeding {
  readonly #reports = new Map<string, SeedReport>()

  constructor(
    readonly connection: string,
    readonly connected: Connected,
    readonly options: SeedOptions,
  ) {}

  async run(): Promise<SeedReport[]> {
    const { plans, dryRun = false, reset, config } = this.options
    const plan = plans.find(({ connection }) => connection === this.connection)
    const { adapter } = config.connections[this.connection]!
    const rules = dialects[adapter].seeds
    if (!rules) throw new OrmError([seedsNotSupported(this.connection, adapter)])
    const tables = (reset ?? [])
      .filter(({ name }) => name === this.connection)
      .flatMap((database) => database.tables)
      .filter((table) => isCreated(table) && !table.readOnly)
    await this.#confirmReset(tables, rules)
    await this.#execute(rules.begin)
    try {
      for (const statement of tables.length > 0 ? rules.empty(tables) : []) await this.#execute(statement)
      const outcomes: Outcome[] = []
      for (const [index, row] of (plan?.rows ?? []).entries()) {
        outcomes.push(await this.#write(row, row.completes === undefined ? undefined : outcomes[row.completes]))
        this.options.onProgress?.(index + 1, plan!.rows.length)
      }
      for (const statement of plan?.after ?? []) await this.#execute(statement)
      // A deferred foreign key check may fail now, because of any row. The last one is reported.
      const last = plan?.rows.at(-1)
      await this.#execute(dryRun ? rules.rollBack : rules.commit, last?.mark)
    } catch (error) {
      // A lost connection has already rolled back.
      await this.#execute(rules.rollBack).catch(() => {})
      throw error
    }
    return [...this.#reports.values()]
  }

  async #confirmReset(tables: readonly Table[], rules: SeedPlan['rules']): Promise<void> {
    const { yes = false, dryRun = false, confirm } = this.options
    if (yes || dryRun) return
    const filled: TableRows[] = []
    for (const table of tables) {
      const rows = await this.#count(`SELECT COUNT(*) AS orm_rows FROM ${rules.tableName(table)}`)
      if (rows > 0) filled.push({ connection: this.connection, table: qualifiedName(table), rows })
    }
    if (filled.length === 0) return
    if (!confirm) throw new OrmError([tablesHoldRows(filled, 'to delete these rows, use --yes')])
    if (!(await confirm(filled))) throw new OrmError([insertNotConfirmed()])
  }

  /** Writes a row. `before` is what was already done to it. */
  async #write(row: PlannedRow, before: Outcome | undefined): Promise<Outcome> {
    const { table, mark, find, insert, update, lookups } = row
    for (const lookup of lookups) {
      const rows = await this.#count(lookup.count, lookup.mark)
      if (rows !== 1) throw new OrmError([seedRowNotFound(lookup.mark, lookup.table, rows)])
    }
    const found = await this.#execute(find, mark, `SELECT … FROM ${table}`)
    if (found.length > 1) throw new OrmError([seedRowNotFound(mark, table, found.length)])
    const report = this.#reportOf(table)
    let outcome: Outcome = 'unchanged'
    if (found.length === 0 && insert !== undefined) {
      await this.#execute(insert, mark, `INSERT INTO ${table} …`)
      outcome = 'inserted'
    } else if (update !== undefined && Number(found[0]?.orm_same) !== 1) {
      await this.#execute(update, mark, `UPDATE ${table} …`)
      outcome = 'updated'
    }
    if (before === undefined) report[outcome]++
    else if (before === 'unchanged' && outcome === 'updated') {
      report.unchanged--
      report.updated++
    }
    return outcome
  }

  #reportOf(table: string): SeedReport {
    const known = this.#reports.get(table)
    if (known) return known
    const report = { connection: this.connection, table, inserted: 0, updated: 0, unchanged: 0 }
    this.#reports.set(table, report)
    return report
  }

  async #count(sql: string, mark?: Mark): Promise<number> {
    const [row = {}] = await this.#execute(sql, mark)
    return Number(row.orm_rows)
  }

  /** Executes a statement. `shown` replaces it in messages, because the values of seeds may be secrets. */
  async #execute(statement: string, mark?: Mark, shown = statement) {
    const { session, censor } = this.connected
    try {
      return await session.execute(statement)
    } catch (error) {
      const problem = problemOf(error)
      if (!mark || problem.kind !== 'statement') throw error
      const stays = 'the rows of this connection were rolled back'
      throw new OrmError([statementFailed(mark, this.connection, shown, censor(problem.text), stays)])
    }
  }
}
