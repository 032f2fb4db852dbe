import { randomUUID } from 'node:crypto'
import type { ConnectionConfig } from 'orm-core/internal'
import { close, connect } from '../connect/connect.js'
import type { BrowseRules, ResultTable } from '../session/browse-rules.js'
import { DatabaseError, problemOf } from '../session/database-error.js'
import type { Connected, WriteAlone } from '../session/session.js'
import { BrowseError } from './browse-error.js'

/** Runs one statement and returns its first rows. */
export type Read = (statement: string, limit?: number) => Promise<ResultTable>

export interface UseOptions {
  /** Aborted when the user cancels the request. */
  readonly signal?: AbortSignal | undefined
  /** Whether a user wrote the statement, so that its session settings must not affect later requests. @default false */
  readonly isForeign?: boolean
  /** Timeout in seconds. @default the timeout of all requests */
  readonly timeout?: number
}

/** Maximum number of idle sessions to keep. */
const mostIdle = 3

/** Default row limit of a statement. */
const mostRows = 10_000

/** Sessions of a studio. Each task has its own session and runs in one transaction. */
export class Sessions {
  readonly #idle: Connected[] = []
  readonly #busy = new Set<Connected>()

  constructor(
    readonly name: string,
    readonly config: ConnectionConfig,
    readonly rules: BrowseRules,
    /** Timeout of a task in seconds. */
    readonly timeout: number,
    /** How the tables of lists and trees are locked. */
    readonly alone: WriteAlone,
  ) {}

  /** Runs a task in a transaction in which the server rejects every change. */
  read<T>(work: (read: Read) => Promise<T>, options: UseOptions = {}): Promise<T> {
    const { transaction, sealed } = this.rules.readOnly
    const { begin, end } = options.isForeign ? sealed(randomUUID()) : transaction
    return this.#use(
      async (read) => {
        for (const statement of begin) await read(statement)
        try {
          return await work(read)
        } finally {
          // The statement of a user may have ended the transaction or the connection.
          for (const statement of end) await read(statement).catch(() => {})
        }
      },
      { ...options, write: false },
    )
  }

  /** Runs a task in a transaction that is committed at the end, or rolled back after a rehearsal. */
  write<T>(work: (read: Read) => Promise<T>, isRehearsal = false): Promise<T> {
    const { begin, commit, rollBack } = this.rules.write
    return this.#inTransaction(work, isRehearsal, { begin: [begin], commit: [commit], rollBack: [rollBack] })
  }

  /**
   * Runs a task in a transaction while nobody else writes to these tables. This also blocks a runtime that has read a list and
   * is about to write it.
   */
  writeAlone<T>(tables: readonly string[], work: (read: Read) => Promise<T>, isRehearsal = false): Promise<T> {
    const { alone } = this
    const { begin, commit, rollBack } = alone
    return this.#inTransaction(work, isRehearsal, { begin: begin(...tables), commit, rollBack }, async (read) => {
      if (alone.isClustered && (await read(alone.isClustered)).rows.length > 0)
        throw new BrowseError(422, 'a table of a cluster cannot be locked, so the studio does not move its rows')
    })
  }

  #inTransaction<T>(
    work: (read: Read) => Promise<T>,
    isRehearsal: boolean,
    statements: Pick<WriteAlone, 'commit' | 'rollBack'> & { readonly begin: readonly string[] },
    prepare: (read: Read) => Promise<void> = async () => {},
  ): Promise<T> {
    const { begin, commit, rollBack } = statements
    return this.#use(
      async (read) => {
        const all = async (each: readonly string[]): Promise<void> => {
          for (const statement of each) await read(statement)
        }
        await prepare(read)
        try {
          await all(begin)
          const result = await work(read)
          await all(isRehearsal ? rollBack : commit)
          return result
        } catch (error) {
          await all(rollBack).catch(() => {})
          throw error
        }
      },
      { write: true },
    )
  }

  /** Returns why the database rejected a statement, or undefined if something else failed. */
  problemOf(error: unknown): string | undefined {
    const [connected] = this.#busy
    const problem = error instanceof DatabaseError ? error.problem : undefined
    return problem?.kind === 'statement' ? connected!.censor(problem.text) : undefined
  }

  async close(): Promise<void> {
    for (const { session } of this.#busy) session.destroy()
    await Promise.all(this.#idle.splice(0).map(({ session }) => close(session)))
  }

  async #use<T>(
    work: (read: Read) => Promise<T>,
    options: UseOptions & { readonly write: boolean },
    isRetry = false,
  ): Promise<T> {
    const { signal, isForeign = false, write } = options
    const kept = write || isForeign || isRetry ? undefined : this.#idle.pop()
    const connected = kept ?? (await this.#connect(write))
    const { session, censor } = connected
    this.#busy.add(connected)
    const stop = this.#stopper(connected, signal, options.timeout ?? this.timeout)
    /** Whether the session was closed because a result exceeded the row limit. */
    let isSpent = false
    const read: Read = async (statement, limit = mostRows) => {
      if (stop.reason) throw new BrowseError(422, stop.reason)
      if (isSpent) throw new BrowseError(422, 'the session is closed')
      const result = session.read!(statement, limit)
      result.then(
        ({ isCut }) => {
          isSpent ||= isCut
        },
        () => {},
      )
      return result
    }
    try {
      const result = await work(read)
      if (write || isForeign || isSpent || stop.reason || this.#idle.length >= mostIdle) session.destroy()
      else this.#idle.push(connected)
      return result
    } catch (error) {
      session.destroy()
      if (stop.reason) throw new BrowseError(422, stop.reason)
      const problem = problemOf(error)
      const isGone = problem.kind === 'lost' || problem.kind === 'timeout'
      // The server may have closed a session that was idle for a while.
      if (isGone && kept && !isRetry) return this.#use(work, options, true)
      throw new BrowseError(isGone ? 503 : 422, censor(isGone ? `the database is gone: ${problem.text}` : problem.text))
    } finally {
      this.#busy.delete(connected)
      stop.done()
    }
  }

  async #connect(write: boolean): Promise<Connected> {
    const connected = await connect(this.name, this.config, { create: false, mustExist: true, browse: { write } })
    const { session } = write ? this.rules.write : this.rules.readOnly
    for (const statement of session) await connected.session.execute(statement)
    return connected
  }

  /** Stops the running statement when the user cancels or the timeout expires. */
  #stopper(
    { session }: Connected,
    signal: AbortSignal | undefined,
    timeout: number,
  ): { reason?: string; done(): void } {
    const state: { reason?: string; done(): void } = { done: () => {} }
    const stop = (reason: string) => {
      state.reason = reason
      session.cancel!().catch(() => session.destroy())
    }
    const timer = setTimeout(() => stop(`canceled after ${timeout} seconds`), timeout * 1000)
    const onAbort = () => stop('canceled')
    signal?.addEventListener('abort', onAbort)
    state.done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    if (signal?.aborted) onAbort()
    return state
  }
}
