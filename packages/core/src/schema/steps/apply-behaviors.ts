import { BuildError } from '../../errors/index.js'
import { behaviorProblems } from '../../errors/schema/behavior-errors.js'
import type { BehaviorUse, Table } from '../../model/index.js'
import { type EditorEvents, editDatabase } from '../editor.js'
import type { DatabaseBehavior, DatabaseDraft, SchemaState } from '../state.js'

/** Behaviors of databases, then of tables in ascending order; each may add to what is still to be done. */
export function applyBehaviors(state: SchemaState): SchemaState {
  for (const database of state.databases) new Application(state, database).run()
  return state
}

const defaultOrder = 50

/** So many tables can be added, each for the one before. */
const deepestChain = 100

interface Pending {
  readonly table: Table
  readonly use: BehaviorUse
}

interface Queue {
  readonly items: Pending[]
  /** How many of them have had their turn. */
  done: number
}

class Application {
  readonly #state: SchemaState
  readonly #draft: DatabaseDraft
  /** First in, first out within one order; undefined until the behaviors of the database are on their tables. */
  #queues: Map<number, Queue> | undefined
  /** The behaviors that a table exists because of: what added it, what added the table that this was done for, and so on. */
  readonly #causes = new Map<Table, readonly string[]>()

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
      // Another behavior may have changed or removed it meanwhile.
      const use = table.behaviors.find(({ id }) => id === next.use.id)
      if (!use) continue
      this.#guard(table.name, use, () =>
        this.#find(use)?.modifyTable?.(editDatabase(this.#draft, use, this.#eventsOf(use, table)).edit(table), use),
      )
    }
  }

  /** Of a behavior that decides for itself, the tables are all that it sees. */
  #applyToDatabase({ use, tables }: DatabaseBehavior, seen?: readonly Table[]): void {
    const behavior = this.#find(use)
    if (behavior?.modifyDatabase) {
      const whole = editDatabase(this.#draft, use, this.#eventsOf(use))
      const editor = seen ? { ...whole, tables: seen } : whole
      this.#guard(this.#draft.model.name, use, () => behavior.modifyDatabase?.(editor, use))
    } else this.#copy(use, tables)
  }

  /** A table that a behavior adds does not get it again from the database: it would add tables without end. */
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
      behaviorAdded: (table, use) => {
        if (!this.#find(use)) throw new Error(`it adds the behavior "${use.name}", which does not exist`)
        this.#enqueue({ table, use })
      },
    }
  }

  /** What a behavior refuses is a problem of the schema, reported where the behavior is used. */
  #guard(name: string, use: BehaviorUse, run: () => void): void {
    const errorsBefore = this.#state.errorCount()
    try {
      run()
    } catch (error) {
      // What it stumbles over may be missing because it was reported and left out.
      const isAnswer = error instanceof BuildError || error instanceof AggregateError
      if (!isAnswer && this.#state.errorCount() !== errorsBefore) return
      for (const problem of behaviorProblems(use.origin, name, use.id, error)) this.#state.report(problem)
    }
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
