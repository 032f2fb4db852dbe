import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Batch,
  type ConnectionConfig,
  connectionLost,
  type Diagnostic,
  type Lexicon,
  type MigrationStatement,
  migrationChecksums,
  OrmError,
  overtaken,
  referencesBroken,
  resolveCommand,
  type Statement,
  statementFailed,
  stoppedOnTheWay,
} from 'orm-core/internal'
import { DatabaseError, problemOf } from '../session/database-error.js'
import type { Problem } from '../session/problem.js'
import type { Connected, Row } from '../session/session.js'
import { type BatchProgress, batchProgress, type Portion, Walk, type Walked } from './batches.js'
import { begin, type LockOptions } from './lock.js'
import type { Migration } from './read-migrations.js'
import { type Entry, isApplied, isHalfway, labelOf, type StateTable } from './state.js'

export type Direction = Entry['direction']

/** What applying a migration needs besides the migration. */
export interface Surroundings {
  readonly connected: Connected
  readonly connection: string
  readonly config: ConnectionConfig
  readonly state: Pick<StateTable, 'read' | 'insert' | 'update' | 'fail' | 'remove'>
  readonly lexicon: Lexicon
  readonly lock: LockOptions
  /** Migrations that were applied when this run was planned, and those applied by it since. */
  readonly applied?: readonly Pick<Entry, 'version' | 'name'>[] | undefined
  /** Throws if a migration would lose rows without agreement. Called while nobody else can write. */
  readonly refuseLosses?: ((label: string, statements: readonly Statement[]) => Promise<void>) | undefined
  /** Called before each statement is sent. */
  readonly onStatement: (statement: Statement, done: number, total: number) => void
  /** Called after each batch with the progress of the statement and the rows of the batch. */
  readonly onBatch?: (progress: BatchProgress, rows: number) => void
}

/** Number of statements executed by this run, or undefined if another run was faster. */
export type Executed = number | undefined

/** Applies or reverts a migration: all or nothing if the database supports that, otherwise one statement after another. */
export async function apply(migration: Migration, direction: Direction, around: Surroundings): Promise<Executed> {
  const { driver } = around.connected
  const entry = (await around.state.read()).get(migration.version)
  const isWhole = migration.inTransaction && statementsOf(migration, direction).every(({ batch }) => !batch)
  return driver.migrations.begin !== undefined && isWhole && !isHalfway(entry)
    ? new WholeMigration(migration, direction, around).run(driver.migrations.begin)
    : new Stepwise(migration, direction, around).run(entry)
}

export const statementsOf = ({ up, down = [] }: Migration, direction: Direction): readonly MigrationStatement[] =>
  direction === 'up' ? up : down

/** Returns what to do about a migration that stopped halfway and that the command cannot continue. */
export function stoppedHalfway(entry: Entry, connection: string, isMissing = false): Diagnostic {
  const { direction, version } = entry
  const command =
    direction === 'up' ? 'correct it, and continue with "orm migrate"' : 'continue with "orm migration:down"'
  const hint = isMissing
    ? `its file is missing: restore it, or ${resolveCommand(version)}`
    : `${command} first; to give it up, ${resolveCommand(version)}`
  return stoppedOnTheWay(labelOf(entry), connection, direction, hint)
}

abstract class Attempt {
  protected readonly statements: readonly MigrationStatement[]
  protected readonly checksums: readonly string[]
  protected readonly migration: Migration
  protected readonly direction: Direction
  protected readonly around: Surroundings

  constructor(migration: Migration, direction: Direction, around: Surroundings) {
    this.migration = migration
    this.direction = direction
    this.around = around
    this.statements = statementsOf(migration, direction)
    this.checksums = migrationChecksums(this.statements, around.lexicon)
  }

  protected execute(sql: string) {
    return this.around.connected.session.execute(sql)
  }

  protected entry(done: number, started: string, more: Partial<Entry> = {}): Entry {
    const { version, name } = this.migration
    const { direction } = this
    return { version, name, direction, checksum: this.checksums[done]!, started, statements: done, ...more }
  }

  protected async rollBack(problem?: Problem): Promise<void> {
    // The connection is closed next, which ends the transaction.
    if (problem?.kind !== 'lost') await this.execute('ROLLBACK').catch(() => {})
  }

  /**
   * Throws if another run went in the other direction since this run was planned. That is possible only if the transaction is
   * the lock.
   */
  protected async refuseOvertaken(entries: ReadonlyMap<string, Entry>): Promise<void> {
    const { applied = [], connection } = this.around
    const newer = [...entries.values()].filter(({ version }) => Number(version) > Number(this.migration.version))
    const isUp = this.direction === 'up'
    const found = (isUp ? applied.filter(({ version }) => !isApplied(entries.get(version))) : newer).at(-1)
    if (!found) return
    await this.rollBack()
    throw new OrmError([overtaken(labelOf(found), connection, isUp ? 'reverted' : 'applied')])
  }

  /** Checks for lost rows again, because an application may have written some while this run waited for the lock. */
  protected async refuseLosses(statements: readonly Statement[]): Promise<void> {
    // With another kind of lock, the tables are not locked yet, and a failed query would end the transaction.
    if (this.around.connected.driver.migrations.lock) return
    await this.around.refuseLosses?.(labelOf(this.migration), statements)
  }

  protected failure(
    problem: Problem,
    at: (Statement & Pick<MigrationStatement, 'batch'>) | undefined,
    sql: string,
    stays: string,
  ): OrmError {
    const { connection, connected } = this.around
    const mark = (at ?? this.statements.at(-1))?.mark ?? { source: this.migration.source, offset: 0 }
    const reason = connected.censor([problem.code, problem.text].filter(Boolean).join(' '))
    const isLost = problem.kind === 'lost' || problem.kind === 'timeout'
    const found: Diagnostic = isLost
      ? connectionLost(mark, connection, sql, stays)
      : statementFailed(mark, connection, sql, reason, at?.batch ? stays : stays + this.#cureOf(problem))
    return new OrmError([found])
  }

  /** Returns a hint if the tables of a migration already exist, for example because an SQL script created them. */
  #cureOf(problem: Problem): string {
    if (this.direction === 'down' || !this.around.connected.driver.migrations.isThere(problem)) return ''
    return `; if the database has all of this migration, "orm migration:baseline --to=${this.migration.version}" records it as applied`
  }

  protected get verb(): string {
    return this.direction === 'up' ? 'applied' : 'reverted'
  }
}

/** Runs all statements and the entry in the state table in one transaction. */
class WholeMigration extends Attempt {
  async run(beginSql: string): Promise<Executed> {
    const { connected, lock, onStatement } = this.around
    const { outside, references, goesWith } = connected.driver.migrations
    const isOutside = ({ text }: Statement): boolean => outside?.test(text) ?? false
    const first = this.statements.findIndex((statement) => !isOutside(statement))
    const before = first < 0 ? this.statements : this.statements.slice(0, first)
    const later = first < 0 ? [] : this.statements.slice(first)
    const isChecked = references !== undefined && before.some(({ text }) => references.when.test(text))
    const started = new Date().toISOString()
    let done = 0
    const send = async (statement: Statement): Promise<void> => {
      onStatement(statement, done, this.statements.length)
      await this.#guarded(statement.text, statement)
      done++
    }
    for (const statement of before) await send(statement)
    await begin(beginSql, connected, lock)
    if (await this.#isTaken()) {
      await this.rollBack()
      for (const { text } of later.filter(isOutside)) await this.execute(text)
      return undefined
    }
    await this.refuseLosses(this.statements)
    const broken = isChecked ? await this.#brokenReferences(references.query) : undefined
    const inside = later.filter((each) => !isOutside(each))
    const texts = inside.map(({ text }) => text)
    const gone: Row[] = []
    for (const statement of inside) {
      const query = goesWith?.(statement.text, texts)
      if (query !== undefined) gone.push(...(await this.execute(query)))
      await send(statement)
    }
    await this.#restore(gone)
    if (isChecked && broken) await this.#checkReferences(references.query, broken)
    const { state } = this.around
    const entry = this.entry(this.statements.length, started, { finished: new Date().toISOString() })
    await this.#guarded(this.direction === 'up' ? state.insert(entry) : state.remove(entry))
    await this.#guarded('COMMIT')
    for (const statement of later.filter(isOutside)) await send(statement)
    return done
  }

  /** Recreates triggers and indexes that were created by hand, if their table was recreated. */
  async #restore(gone: readonly Row[]): Promise<void> {
    for (const { sql, query } of gone) {
      const found = await this.execute(String(query))
      if (found.length === 0) await this.#guarded(String(sql))
    }
  }

  /** Returns whether another run was faster while this one waited. That is possible only if the transaction is the lock. */
  async #isTaken(): Promise<boolean> {
    if (this.around.connected.driver.migrations.lock) return false
    const entries = await this.around.state.read()
    await this.refuseOvertaken(entries)
    const entry = entries.get(this.migration.version)
    return this.direction === 'up' ? entry !== undefined : entry === undefined
  }

  async #guarded(sql: string, statement?: Statement): Promise<void> {
    try {
      await this.execute(sql)
    } catch (error) {
      const { driver } = this.around.connected
      const problem = problemOf(error)
      await this.rollBack(problem)
      const isUnknown = sql === 'COMMIT' && (problem.kind === 'lost' || problem.kind === 'timeout')
      throw this.failure(
        problem,
        statement,
        sql,
        isUnknown
          ? `it is not known whether this migration was ${this.verb}: run "orm migration:status"`
          : `this migration was not ${this.verb}${driver.migrations.refusesTransaction?.(problem) ? '; write a line "-- orm: no-transaction" above the statements' : ''}`,
      )
    }
  }

  async #brokenReferences(query: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const { table, parent } of await this.execute(query)) {
      const key = `${table}\n${parent}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }

  async #checkReferences(query: string, before: ReadonlyMap<string, number>): Promise<void> {
    for (const [key, rows] of await this.#brokenReferences(query)) {
      if (rows <= (before.get(key) ?? 0)) continue
      await this.rollBack()
      const [table = '', parent = ''] = key.split('\n')
      throw new OrmError([referencesBroken(this.around.connection, this.migration.path, table, parent)])
    }
  }
}

/** Records each statement when it is done, so that the next run can continue after an interruption. */
class Stepwise extends Attempt {
  async run(found: Entry | undefined): Promise<Executed> {
    const { state, onStatement } = this.around
    // Another run has done it in the meantime.
    if (this.direction === 'up' ? isApplied(found) : found === undefined) return undefined
    const isOnTheWay = isHalfway(found)
    if (isOnTheWay) this.#refuseOtherWay(found)
    const started = (isOnTheWay ? found.started : undefined) ?? new Date().toISOString()
    const total = this.statements.length
    let done = isOnTheWay ? found.statements : 0
    let executed = 0
    const start = this.entry(done, started, isOnTheWay ? { progress: found.progress } : {})
    const isOurs = await this.#record(start, found)
    if (!isOurs) return this.run((await state.read()).get(this.migration.version))
    if (total === 0) await this.execute(this.#after(total, started))
    // After an interrupted run, the next statement may or may not have been executed, unless it failed.
    let isKnown = !isOnTheWay || found.error !== undefined
    if (isOnTheWay && done < total) await this.#clearAway(this.statements[done]!)
    await this.#restoreSession(0, done)
    while (done < total) {
      const statement = this.statements[done]!
      onStatement(statement, done, total)
      const isNext = statement.batch
        ? await this.#walk(statement, statement.batch, done, started)
        : await this.#step(statement, done, started, isKnown)
      isKnown = true
      if (isNext) {
        done++
        executed++
        continue
      }
      const entry = (await state.read()).get(this.migration.version)
      if (!entry || isApplied(entry)) return executed > 0 ? executed : undefined
      this.#refuseOtherWay(entry)
      await this.#restoreSession(done, entry.statements)
      done = entry.statements
    }
    return executed
  }

  #refuseOtherWay(entry: Entry): void {
    if (entry.direction !== this.direction) throw new OrmError([stoppedHalfway(entry, this.around.connection)])
  }

  /** Repeats statements that others have executed for their sessions only, such as turning off foreign key checks. */
  async #restoreSession(from: number, to: number): Promise<void> {
    const { session } = this.around.connected.driver.migrations
    for (const { text } of this.statements.slice(from, to)) if (session.test(text)) await this.execute(text)
  }

  /** Writes the first entry. Returns false if another run has written one in the meantime. */
  async #record(start: Entry, found: Entry | undefined): Promise<boolean> {
    const { state } = this.around
    const { beginStatement, lock } = this.around.connected.driver.migrations
    if (lock || !beginStatement) {
      await this.execute(found ? state.update(start) : state.insert(start))
      return true
    }
    await begin(beginStatement, this.around.connected, this.around.lock)
    const entries = await state.read()
    await this.refuseOvertaken(entries)
    const entry = entries.get(this.migration.version)
    const isUnchanged =
      entry?.statements === found?.statements &&
      entry?.finished === found?.finished &&
      entry?.direction === found?.direction
    if (isUnchanged) {
      if (!found || isApplied(found)) await this.refuseLosses(this.statements)
      // Another run may have executed batches in the meantime.
      await this.execute(found ? state.update({ ...start, progress: entry?.progress }) : state.insert(start))
    }
    await this.execute('COMMIT')
    return isUnchanged
  }

  /** Returns the statement that records this number of statements in the state table. */
  #after(done: number, started: string): string {
    const { state } = this.around
    if (done < this.statements.length) return state.update(this.entry(done, started))
    const entry = this.entry(done, started, { finished: new Date().toISOString() })
    return this.direction === 'up' ? state.update(entry) : state.remove(entry)
  }

  /** Executes a statement and records it. Returns false if another run has done so. */
  async #step(statement: Statement, done: number, started: string, isKnown: boolean): Promise<boolean> {
    const { beginStatement, begin: whole, outside, refusesTransaction } = this.around.connected.driver.migrations
    if (beginStatement !== undefined && !outside?.test(statement.text)) {
      await begin(beginStatement, this.around.connected, this.around.lock)
      if (!(await this.#isStillNext(done))) {
        await this.rollBack()
        return false
      }
      try {
        await this.execute(statement.text)
        await this.execute(this.#after(done + 1, started))
        await this.execute('COMMIT')
        return true
      } catch (error) {
        const problem = problemOf(error)
        await this.rollBack(problem)
        if (!refusesTransaction?.(problem)) {
          // If DDL is transactional, the statement was not executed before.
          await this.#failed(problem, statement, done, started, isKnown || whole !== undefined)
          return true
        }
      }
    }
    try {
      await this.execute(statement.text)
    } catch (error) {
      await this.#failed(problemOf(error), statement, done, started, isKnown)
      return true
    }
    try {
      return await this.#recordDone(done, started)
    } catch (error) {
      throw this.failure(problemOf(error), statement, statement.text, this.#stays(done, true))
    }
  }

  /** Executes a statement in batches and records the progress after each one. Returns false if another run completed it. */
  async #walk(statement: MigrationStatement, batch: Batch, done: number, started: string): Promise<boolean> {
    const { connected, connection, config, state, lock, onBatch } = this.around
    const { beginStatement = 'BEGIN' } = connected.driver.migrations
    const walk = new Walk(statement, batch, connected, connection, config.adapter)
    const since = Date.now()
    let own = 0
    let walked: Walked | undefined
    let portion: Portion | undefined
    try {
      await walk.prepare()
      const found = (await state.read()).get(this.migration.version)
      // Outside of a transaction, because counting rows takes a while.
      const start = found?.progress === undefined ? await walk.start() : undefined
      for (;;) {
        await begin(beginStatement, connected, lock)
        // Without a session lock, another run may have executed some of the batches.
        const entry = (await state.read()).get(this.migration.version)
        if (!this.#isAt(done, entry)) {
          await this.rollBack()
          return false
        }
        walked = entry?.progress === undefined ? (start ?? (await walk.start())) : walk.read(entry.progress)
        portion = await walk.next(walked)
        if (portion) await this.execute(portion.sql)
        const isLast = portion?.isLast ?? true
        const progress = JSON.stringify(portion?.walked)
        await this.execute(
          isLast ? this.#after(done + 1, started) : state.update(this.entry(done, started, { progress })),
        )
        await this.execute('COMMIT')
        if (portion) {
          const rows = portion.walked.rows - walked.rows
          own += rows
          onBatch?.(batchProgress(portion.walked, own, (Date.now() - since) / 1000), rows)
        }
        if (isLast) return true
        portion = undefined
        if (batch.pause > 0) await sleep(batch.pause)
      }
    } catch (error) {
      if (!(error instanceof DatabaseError)) {
        await this.rollBack()
        throw error
      }
      const { problem } = error
      await this.rollBack(problem)
      throw await this.#batchFailure(problem, statement, done, started, walked, portion)
    }
  }

  async #batchFailure(
    problem: Problem,
    statement: MigrationStatement,
    done: number,
    started: string,
    walked: Walked | undefined,
    portion: Portion | undefined,
  ): Promise<OrmError> {
    const { state, connected } = this.around
    const isLost = problem.kind === 'lost' || problem.kind === 'timeout'
    const batch = portion ? `batch ${portion.walked.batches} (${portion.range})` : 'the next batch'
    const rows = `${walked?.rows ?? 0} of ${walked?.total ?? 0} rows are done and stay as they are`
    if (!isLost) {
      const error = connected.censor(`${batch}: ${[problem.code, problem.text].filter(Boolean).join(' ')}`)
      await this.execute(state.fail(this.entry(done, started, { error }))).catch(() => {})
    }
    const stays = isLost
      ? `it is not known whether ${batch} was executed; the next run determines it, and continues there; ${rows}`
      : `${batch} was not executed; ${rows}; correct the rows or the file from here on and run again: it continues with this batch`
    return this.failure(problem, statement, portion?.sql ?? statement.text, stays)
  }

  /** Records a statement that was executed outside of a transaction. Returns false if another run has done so. */
  async #recordDone(done: number, started: string): Promise<boolean> {
    const { beginStatement, lock } = this.around.connected.driver.migrations
    if (lock || !beginStatement) {
      await this.execute(this.#after(done + 1, started))
      return true
    }
    await begin(beginStatement, this.around.connected, this.around.lock)
    const isNext = await this.#isStillNext(done)
    if (isNext) await this.execute(this.#after(done + 1, started))
    await this.execute('COMMIT')
    return isNext
  }

  async #isStillNext(done: number): Promise<boolean> {
    if (this.around.connected.driver.migrations.lock) return true
    return this.#isAt(done, (await this.around.state.read()).get(this.migration.version))
  }

  #isAt(done: number, entry: Entry | undefined): boolean {
    return entry?.direction === this.direction && !isApplied(entry) && entry.statements === done
  }

  /** Throws unless the statement failed because the interrupted run had already executed it. */
  async #failed(problem: Problem, at: Statement, done: number, started: string, isKnown: boolean): Promise<void> {
    const { state, connected } = this.around
    if (!isKnown && connected.driver.migrations.isDoneAlready(problem, at.text)) {
      await this.execute(this.#after(done + 1, started))
      return
    }
    const isLost = problem.kind === 'lost' || problem.kind === 'timeout'
    if (!isLost) {
      const error = connected.censor([problem.code, problem.text].filter(Boolean).join(' '))
      // The first failure is reported, not the failure to record it.
      await this.execute(state.fail(this.entry(done, started, { error }))).catch(() => {})
    }
    throw this.failure(problem, at, at.text, this.#stays(done, isLost))
  }

  #stays(done: number, isUnknown: boolean): string {
    const count = `${done} of ${this.statements.length} statements of this migration were executed and stay in effect`
    return isUnknown
      ? `${count}; it is not known whether this one was executed; the next run determines it`
      : `${count}; correct the file from here on and run again: it continues with statement ${done + 1}; to give it up, ${resolveCommand(this.migration.version)}`
  }

  async #clearAway({ text }: Statement): Promise<void> {
    const query = this.around.connected.driver.migrations.leftovers?.(text)
    if (query === undefined) return
    for (const { statement } of await this.execute(query)) await this.execute(String(statement))
  }
}
