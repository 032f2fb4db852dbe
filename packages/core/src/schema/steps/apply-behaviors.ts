import { BuildError, type Diagnostic, type Mark, markOf } from '../../errors/index.js'
import { behaviorProblems } from '../../errors/schema/behavior-errors.js'
import type { BehaviorUse, Database, Table } from '../../model/index.js'
import { type EditorEvents, editDatabase } from '../editor.js'
import type { DatabaseBehavior, DatabaseDraft, SchemaState } from '../state.js'

/** Applies the behaviors of databases, then those of tables in ascending order. Each may add more tables and behaviors. */
export function applyBehaviors(state: SchemaState): SchemaState {
  for (const database of state.databases) new Application(state, database).run()
  return state
}

const defaultOrder = 50

/** The maximum length of a chain of tables in which each was added for the previous one. */
const deepestChain = 100

interface Pending {
  readonly table: Table
  readonly use: BehaviorUse
}

interface Queue {
  readonly items: Pending[]
  /** The number of items that have been processed. */
  done: number
}

class Application {
  readonly #state: SchemaState
  readonly #draft: DatabaseDraft
  /** A FIFO queue per order value. Undefined until the behaviors of the database have been copied to their tables. */
  #queues: Map<number, Queue> | undefined
  /** For each added table the ids of the behaviors it exists because of: the one that added it, and the causes of that one. */
  readonly #causes = new Map<Table, readonly string[]>()
  /** What to do about the problems of each table. */
  readonly #cures = new Map<Mark, Set<string>>()

  constructor(state: SchemaState, draft: DatabaseDraft) {
    this.#state = state
    this.#draft = draft
  }

  run(): void {
    for (const behavior of this.#draft.databaseBehaviors) this.#applyToDatabase(behavior)
    this.#queues = new Map()
    for (const table of this.#draft.model.tables) for (const use of table.behaviors) this.#enqueue({ table, use })
    for (let next = this.#next(); next; next = this.#next()) {
      const { table } = next
      // Another behavior may have changed or removed this use in the meantime.
      const use = table.behaviors.find(({ id }) => id === next.use.id)
      if (!use) continue
      this.#guard(table, use, () =>
        this.#find(use)?.modifyTable?.(editDatabase(this.#draft, use, this.#eventsOf(use, table)).edit(table), use),
      )
    }
  }

  /** Applies a behavior of the database. A behavior with modifyDatabase() runs once and sees only the given tables, if any. */
  #applyToDatabase({ use, tables }: DatabaseBehavior, seen?: readonly Table[]): void {
    const behavior = this.#find(use)
    if (behavior?.modifyDatabase) {
      const all = seen ?? this.#draft.model.tables
      const editor = {
        ...editDatabase(this.#draft, use, this.#eventsOf(use)),
        // Behaviors of the database do not apply to views. The behavior may add tables while it runs.
        get tables() {
          return all.filter(({ view }) => !view)
        },
      }
      this.#guard(this.#draft.model, use, () => behavior.modifyDatabase?.(editor, use))
    } else this.#copy(use, tables)
  }

  /** A database behavior is not applied to tables that it has added itself: it would add tables without end. */
  #eventsOf(cause: BehaviorUse, on?: Table): EditorEvents {
    const causes = [...((on && this.#causes.get(on)) ?? []), cause.id]
    return {
      tableAdded: (table) => {
        if (causes.length > deepestChain) {
          throw new BuildError(`it adds tables without end, the last of them "${table.name}"`)
        }
        this.#causes.set(table, causes)
        for (const { use } of this.#draft.databaseBehaviors) {
          if (!causes.includes(use.id)) this.#applyToDatabase({ use, tables: [table] }, [table])
        }
      },
      behaviorAdded: (table, use) => this.#enqueue({ table, use }),
    }
  }

  /** Runs a behavior and reports its exceptions as schema problems at the use of the behavior. */
  #guard(on: Table | Database, use: BehaviorUse, run: () => void): void {
    const errorsBefore = this.#state.errorCount()
    try {
      run()
    } catch (error) {
      // The table may lack the key that the behavior was to add.
      this.#state.broken.add(on.behaviors)
      // An unexpected exception may be the consequence of something that was reported and omitted.
      const isAnswer = error instanceof BuildError || error instanceof AggregateError
      if (!isAnswer && this.#state.errorCount() !== errorsBefore) return
      // What the behavior misses may be what could not be read.
      if (isAnswer && this.#isIncomplete(on)) return
      const owner = `${'tables' in on ? 'database' : 'table'} "${on.name}"`
      const problems = behaviorProblems(use.origin, owner, use.id, error)
      const keys = error instanceof BuildError ? error.keysOf?.foreignKeys : undefined
      const reportAll = () => {
        if ([keys, ...(keys ?? [])].some((part) => part && this.#state.broken.has(part))) return
        for (const problem of problems) this.#report(problem)
      }
      if (keys) this.#state.afterKeys.push(reportAll)
      else reportAll()
    }
  }

  /** Reports a problem, unless it follows from a broken column, or another behavior misses the same in a table: a key. */
  #report(problem: Diagnostic): void {
    const { broken, report } = this.#state
    const mark = markOf(problem)
    const isOfTable = mark && this.#draft.model.tables.some(({ origin }) => origin === mark)
    if (!mark || !isOfTable) {
      if (!mark || !broken.has(mark)) report(problem)
      return
    }
    const cures = this.#cures.get(mark) ?? new Set()
    const cure = problem.hint ?? problem.message
    if (!cures.has(cure)) report(problem)
    this.#cures.set(mark, cures.add(cure))
    broken.add(mark)
  }

  /** Whether a table, or a part of it, or another table could not be read. */
  #isIncomplete(on: Table | Database): boolean {
    const { broken } = this.#state
    const parts = 'foreignKeys' in on ? [on.foreignKeys, ...on.foreignKeys] : []
    return [on, this.#draft.model.origin, ...parts].some((part) => broken.has(part))
  }

  #copy(use: BehaviorUse, tables: readonly Table[]): void {
    for (const table of tables) {
      if (table.behaviors.some(({ id }) => id === use.id)) continue
      table.behaviors.push(use)
      this.#enqueue({ table, use })
    }
  }

  #find(use: BehaviorUse) {
    return this.#state.context.behaviors.find(use)
  }

  #enqueue(pending: Pending): void {
    if (!this.#queues) return
    const order = this.#find(pending.use)?.order ?? defaultOrder
    const queue = this.#queues.get(order)
    if (queue) queue.items.push(pending)
    else this.#queues.set(order, { items: [pending], done: 0 })
  }

  #next(): Pending | undefined {
    const waiting = [...(this.#queues ?? [])].filter(([, { items, done }]) => done < items.length)
    const [first] = waiting.sort(([a], [b]) => a - b)
    return first?.[1].items[first[1].done++]
  }
}
