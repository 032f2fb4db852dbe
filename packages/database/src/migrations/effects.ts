import { bareName, dialects, forBatch, noScratchDatabase, OrmError, statementFailed } from 'orm-core/internal'
import { problemOf } from '../session/database-error.js'
import type { Connected, Effect } from '../session/session.js'
import { type MigrateOptions, onEach, type PlannedMigration, type PlannedStatement, planMigrate } from './migrate.js'
import type { Migration } from './read-migrations.js'
import { inMigratedScratch } from './rebase.js'

/** How a statement affects others who use the database at the same time. */
export interface StatementEffect extends Effect {
  readonly statement: PlannedStatement
  /** Rows of the tables that the statement locks, estimated by the server if it provides estimates. */
  readonly rows: number
  readonly bytes: number
  /** Duration at the speed of a common disk; absent if the statement does not read the rows. */
  readonly seconds?: number
}

export interface ExplainedMigration extends PlannedMigration {
  readonly effects: readonly StatementEffect[]
}

const notExecuted = 'this was in a scratch database; the database of the connection was not changed'

type Sizes = ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>

/**
 * Returns what `migrate` would execute, with the locks of each statement. To find out, the statements are executed on a scratch
 * database that has the tables of the applied migrations, but no rows.
 */
export async function explainMigrate(options: MigrateOptions): Promise<ExplainedMigration[]> {
  const plans = await planMigrate(options)
  const explained: ExplainedMigration[] = []
  for (const connection of new Set(plans.map((plan) => plan.connection))) {
    const own = plans.filter((plan) => plan.connection === connection)
    explained.push(...(await explainOne(connection, own, options)))
  }
  return explained
}

async function explainOne(
  connection: string,
  plans: readonly PlannedMigration[],
  options: MigrateOptions,
): Promise<ExplainedMigration[]> {
  const isApplied = ({ version }: Migration): boolean => plans.every((plan) => plan.version !== version)
  const [sizes] = await onEach(options, { create: false }, async (site) => [await sizesOf(site.connected)], [
    connection,
  ])
  const { lexicon } = dialects[options.config.connections[connection]!.adapter]
  return inMigratedScratch(connection, options, isApplied, async ({ connected }) => {
    const { effects } = connected.driver
    if (!effects) throw new OrmError([noScratchDatabase(connection, 'the locks of this vendor are not known')])
    const explained: ExplainedMigration[] = []
    for (const plan of plans) {
      const found: StatementEffect[] = []
      for (const statement of plan.statements) {
        const sql = forBatch(statement.text, lexicon, () => '1 = 0')
        const effect = await effects.observe(connected, sql).catch((error) => {
          const problem = problemOf(error)
          if (problem.kind !== 'statement') throw error
          const reason = connected.censor([problem.code, problem.text].filter(Boolean).join(' '))
          throw new OrmError([statementFailed(statement.mark, connection, statement.text, reason, notExecuted)])
        })
        found.push(measured(statement, effect, sizes!))
      }
      explained.push({ ...plan, effects: found })
    }
    return explained
  })
}

async function sizesOf({ session, driver }: Connected): Promise<Sizes> {
  const rows = driver.effects ? await driver.effects.sizes((sql) => session.execute(sql)) : []
  return new Map(rows.map((row) => [bareName(String(row.name)), { rows: Number(row.rows), bytes: Number(row.bytes) }]))
}

/** Bytes per second. */
const speeds = { rewrites: 40e6, reads: 200e6 } as const

function measured(statement: PlannedStatement, effect: Effect, sizes: Sizes): StatementEffect {
  const found = effect.locks.flatMap(({ table }) => sizes.get(bareName(table)) ?? [])
  const [rows, bytes] = [sum(found.map((each) => each.rows)), sum(found.map((each) => each.bytes))]
  const seconds = effect.work === 'none' ? undefined : Math.ceil(bytes / speeds[effect.work])
  return { ...effect, statement, rows, bytes, ...(seconds !== undefined && { seconds }) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
