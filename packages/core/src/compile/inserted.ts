import type { InputFile } from '../files.js'
import { bundledOutputs, runOutput } from '../outputs/index.js'
import { type BuildOptions, compile } from './compile.js'
import { type MigrationPlan, migrationPlans } from './migration.js'

/** The schema of a connection, for comparison with the SQL that was executed. */
export interface SchemaOfConnection {
  /** The SQL that `sql:build` generates. */
  readonly sql: string
  /** The plan from the snapshot of the migrations to the schema. Without a snapshot, it is the first migration. */
  readonly plan: MigrationPlan
}

/** Name of the migration that creates the tables which `sql:insert` has already created. */
const firstName = 'baseline'

/** Returns the schema by connection, as SQL and as the changes that no migration contains yet. Reads no database. */
export async function schemasByConnection(
  inputs: readonly InputFile[],
  options: BuildOptions,
): Promise<ReadonlyMap<string, SchemaOfConnection>> {
  const compiled = await compile(inputs, options)
  const sql = await runOutput(bundledOutputs.sql, compiled, { ...options, overwrite: true })
  const texts = new Map(Array.from(sql, ({ path, contents }) => [path, contents]))
  const plans = await migrationPlans(compiled, { ...options, name: firstName }, 'sql:insert')
  return new Map(plans.map((plan) => [plan.connection, { sql: texts.get(`${plan.connection}.sql`)!, plan }]))
}
