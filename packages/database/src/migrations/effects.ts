import { bareName, dialects, forBatch, noScratchDatabase, OrmError, statementFailed } from 'orm-core/internal'
import type { Connected, Effect } from '../session/session.js'
import { type MigrateOptions, onEach, type PlannedMigration, type PlannedStatement, planMigrate } from './migrate.js'
import type { Migration } from './read-migrations.js'
import { inMigratedScratch } from './rebase.js'

/** What a statement does to those who work with the database meanwhile. */
export interface StatementEffect extends Effect {
  readonly statement: PlannedStatement
  /** Of the tables that the statement locks; as the server estimates them, where it does. */
  readonly rows: number
  readonly bytes: number
  /** How long the rows take at the speed of a common disk; absent where the statement does not read them. */
  readonly seconds?: number
}

export interface ExplainedMigration extends PlannedMigration {
  readonly effects: readonly StatementEffect[]
}

const notExecuted = 'this was in a scratch database; the database of the connection was not changed'

type Sizes = ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>

/**
 * What `migrate` would execute, with the locks of each statement. The server itself tells: the statements are executed
 * on a scratch database that has the tables of the applied migrations, and no rows.
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
          const problem = connected.driver.problemOf(error)
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
