import type { InputFile } from '../files.js'
import { bundledOutputs, runOutput } from '../outputs/index.js'
import { type BuildOptions, compile } from './compile.js'
import { type MigrationPlan, migrationPlans } from './migration.js'

/** What the schema of a connection says, to be compared with the SQL that was executed. */
export interface SchemaOfConnection {
  /** What `sql:build` writes for it. */
  readonly sql: string
  /** From the snapshot of the migrations to the schema; without a snapshot, the first migration. */
  readonly plan: MigrationPlan
}

/** Name of the migration that creates the tables that `sql:insert` created first. */
const firstName = 'baseline'

/** The schema by connection, as SQL and as what migrations still lack of it. Reads no database. */
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
