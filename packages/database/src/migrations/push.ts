import {
  dialects,
  insertNotConfirmed,
  lintDiff,
  type MigrationOptions,
  type MigrationPlan,
  OrmError,
  readMigration,
  Source,
  tablesHoldRows,
} from 'orm-core/internal'
import type { OnMissing } from '../connect/connect.js'
import { countRows, type Loss } from '../execute/losses.js'
import { apply } from './apply.js'
import { snapshotOf } from './drift.js'
import { withLock } from './lock.js'
import { type MigrationProgress, onEach, type SharedOptions, type Site } from './migrate.js'
import type { Entry } from './state.js'

export interface PushOptions extends SharedOptions {
  /** Plans the changes that the schema requires, given the tables of one database. */
  readonly plan: (from: NonNullable<MigrationOptions['from']>) => Promise<readonly MigrationPlan[]>
  /** Change nothing. @default false */
  readonly dryRun?: boolean
  /** Lose rows without asking. @default false */
  readonly yes?: boolean
  /** Called with the tables whose rows would be lost, before any statement runs. */
  readonly onLosses?: (losses: readonly Loss[]) => void
  /** Called to confirm that these rows may be lost. If absent, the run is rejected. */
  readonly confirm?: (losses: readonly Loss[]) => Promise<boolean>
  /** Called to confirm that a missing database should be created. If absent, the run is rejected. */
  readonly onMissing?: OnMissing
  readonly onProgress?: (progress: MigrationProgress) => void
  /** Called when a connection is done, before the next one starts. */
  readonly onReport?: (report: PushReport) => void
}

export interface PushReport {
  readonly connection: string
  /** Differences for the user, one line each; empty if the database matches the schema. */
  readonly changes: readonly string[]
  /** SQL that was executed, or would be. */
  readonly statements: readonly string[]
  readonly losses: readonly Loss[]
}

/** Changes each database to match the schema, without a migration. Rows are lost only after a confirmation. */
export async function pushSchema(options: PushOptions): Promise<PushReport[]> {
  const { dryRun = false, onMissing } = options
  const file = { create: !dryRun, ...(dryRun && { mustExist: true }), ...(onMissing && { onMissing }) }
  return onEach(options, file, async (site) => {
    const report = await pushOne(site, options)
    options.onReport?.(report)
    return [report]
  })
}

async function pushOne(site: Site, options: PushOptions): Promise<PushReport> {
  const { connection, connected, lexicon, state } = site
  const plans = await options.plan(
    async (wanted) => new Map([[connection, await snapshotOf(site, options, wanted.get(connection))]]),
  )
  const plan = plans.find((each) => each.connection === connection)
  const text = plan?.changes.length ? plan.files.find(({ path }) => path.endsWith('.sql'))?.contents : undefined
  if (!plan || text === undefined) return { connection, changes: [], statements: [], losses: [] }
  const source = new Source('db:push', text)
  const migration = { version: '0', name: 'push', path: 'db:push', source, ...readMigration(source, lexicon) }
  const statements = migration.up.map((each) => each.text)
  const losses = await lossesOf(site, plan)
  const report: PushReport = { connection, changes: plan.changes, statements, losses }
  if (options.dryRun) return report
  if ((await state.read()).size > 0) {
    options.onNotice?.(
      `connection "${connection}" has migrations: db:push does not record what it changes; "orm migration:diff" writes a migration instead`,
    )
  }
  await agree(losses, options)
  const { tableName } = options.config.migrations
  const lock = { connection, tableName, lockTimeout: 30, onWait: () => {} }
  const onStatement: Parameters<typeof apply>[2]['onStatement'] = (statement, done, total) =>
    options.onProgress?.({ connection, migration: 'db:push', statement, done, total })
  await withLock(connected, lock, () => apply(migration, 'up', { ...site, state: unrecorded, lock, onStatement }))
  return report
}

async function agree(losses: readonly Loss[], { yes, confirm, onLosses }: PushOptions): Promise<void> {
  if (losses.length === 0) return
  if (!yes && !confirm) throw new OrmError([tablesHoldRows(losses, 'to accept this, use --yes')])
  onLosses?.(losses)
  if (!yes && !(await confirm?.(losses))) throw new OrmError([insertNotConfirmed()])
}

/** Codes of column changes that can lose values. */
const lossyCodes: ReadonlySet<string> = new Set(['ORM-M103', 'ORM-M104'])

/**
 * Returns dropped tables with rows, and tables whose columns are dropped or narrowed. A table that is recreated with its rows
 * loses none.
 */
async function lossesOf({ connection, connected, config }: Site, { diff }: MigrationPlan): Promise<Loss[]> {
  const { quote } = dialects[config.adapter]
  const nameOf = ({ name, schema }: { name: string; schema?: string | undefined }): string =>
    schema ? `${quote(schema)}.${quote(name)}` : quote(name)
  // Ignores the lint settings of the configuration.
  const found = lintDiff(diff)
  const isNarrowed = (name: string): boolean =>
    found.some(({ code, message }) => lossyCodes.has(code) && message.includes(`table "${name}"`))
  const endangered = [
    ...diff.dropped.map((table) => ({ table, fate: 'dropped' as const })),
    ...diff.changed
      .filter(({ droppedColumns, after }) => droppedColumns.length > 0 || isNarrowed(after.name))
      .map(({ before }) => ({ table: before, fate: 'changed' as const })),
  ]
  const losses: Loss[] = []
  for (const { table, fate } of endangered) {
    const rows = await countRows(nameOf(table), connected)
    if (rows !== 0) losses.push({ connection, table: table.name, fate, ...(rows !== 'unknown' && { rows }) })
  }
  return losses
}

/** State table of a push: nothing is recorded, so applying finds no entries and writes none. */
const unrecorded = {
  read: async (): Promise<Map<string, Entry>> => new Map(),
  insert: (): string => 'SELECT 1',
  update: (): string => 'SELECT 1',
  fail: (): string => 'SELECT 1',
  remove: (): string => 'SELECT 1',
}
