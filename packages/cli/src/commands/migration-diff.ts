import {
  type Config,
  comparedSnapshots,
  type Diagnostic,
  describeDiff,
  diffDatabases,
  disk,
  isError,
  type LookAlike,
  type MigrationPlan,
  OrmError,
  planMigrations,
  type Snapshot,
  storedSnapshot,
} from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'
import { agrees, type Io } from '../io.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import type { Report } from '../report.js'

export const migrationDiff: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: false, lasts: false },
  options: [...schemaOptions, 'keepEnv', 'outputDir', 'check', 'dryRun'],
  flags: {
    rename: {
      type: 'list',
      default: 'drop the old one and add the new one',
      help: 'a rename: old:new for a table, table.old:new for a column, table.column.old:new for a value',
    },
    from: {
      type: 'string',
      default: 'snapshot',
      values: ['snapshot', 'database'],
      help: 'what to compare the schema with: schema.json of the migrations, or the tables of the database',
    },
    rebase: {
      type: 'boolean',
      default: 'no',
      help: 'after a merge: write schema.json again from the migration files, with a scratch database, and write no migration',
    },
    online: {
      type: 'boolean',
      default: 'no',
      help: 'use non-blocking statements where supported',
    },
    allow: {
      type: 'list',
      default: 'none',
      help: 'a code of the lint, such as M101, that is intended: the file says so above the statements',
    },
  },
  argument: { name: 'name', help: 'name of the new file, after its version' },
  examples: [
    'orm migration:diff --rebase   # two branches have changed schema.json',
    'orm migration:diff add_isbn',
    'orm migration:diff --rename=book.title:name',
    'orm migration:diff --check --quiet   # for CI: exit code 5 if the schema has changes that no migration contains',
  ],
  async run(options, io, report, { argument, flags, lists }) {
    const { outputDir, check = false, dryRun = false } = options
    const { config, inputs, warnings: found, compiling } = await readSchemas(options, io)
    const directory = outputDir || config.paths.migrationDir
    let warnings: Diagnostic[] = []
    const renames = [...(lists.rename ?? [])]
    const rebases = flags.rebase === true
    const notice = (text: string): void => report.notice(text)
    if (flags.from === 'database') await tellOfDrift(config, notice)
    const plan = (): Promise<MigrationPlan[]> => {
      warnings = [...found]
      return planMigrations(inputs, {
        ...compiling,
        outputDir: directory,
        renames,
        online: flags.online === true,
        allow: lists.allow ?? [],
        ...(flags.from === 'database' && { from: (desired) => fromDatabase({ config, desired, onNotice: notice }) }),
        ...(rebases && { rebased: (placed, desired) => fromFiles({ config: placed, desired, onNotice: notice }) }),
        lintNewest: check,
        onWarning: (warning) => warnings.push(warning),
        ...(argument !== undefined && { name: argument }),
      })
    }
    let plans = await plan()
    const answered =
      check || rebases
        ? []
        : await askAbout(
            plans.flatMap(({ lookAlikes }) => lookAlikes),
            io,
          )
    if (answered.length > 0) {
      renames.push(...answered)
      plans = await plan()
    }
    const lint = plans.flatMap((each) => each.lint)
    report.diagnostics([...warnings, ...lint.filter((each) => !isError(each))])
    tell(plans, report)
    if (lint.some(isError)) throw new OrmError(lint.filter(isError))
    if (rebases && plans.some(({ changes }) => changes.length > 0))
      report.notice('no migration contains these changes yet: run "orm migration:diff"')
    if (!check && !rebases && flags.from !== 'database') {
      for (const first of plans.filter(({ diff }) => diff.before.tables.length === 0))
        await tellOfTables(first, config, report)
    }
    if (check) return plans.some(({ changes }) => changes.length > 0) ? 5 : undefined
    report.files(
      await writeFiles(
        plans.flatMap(({ files }) => files),
        directory,
        { dryRun },
      ),
    )
    return undefined
  },
}

/** Returns the tables that the migration files create. */
async function fromFiles(options: Wanted): Promise<ReadonlyMap<string, Snapshot>> {
  const { rebasedSnapshots } = await import('orm-database')
  return rebasedSnapshots(options)
}

/** Returns the tables of the databases. */
async function fromDatabase(options: Wanted): Promise<ReadonlyMap<string, Snapshot>> {
  // Loaded here, so that commands without a database never load one.
  const { databaseSnapshots } = await import('orm-database')
  return databaseSnapshots(options)
}

interface Wanted {
  readonly config: Config
  readonly desired: ReadonlyMap<string, Snapshot>
  readonly onNotice: (text: string) => void
}

/** Reports differences between databases and their snapshots. */
async function tellOfDrift(config: Config, notice: (text: string) => void): Promise<void> {
  const stored = new Map<string, Snapshot>()
  for (const connection of config.generator.connections) {
    const snapshot = await storedSnapshot(config, connection, disk)
    if (snapshot) stored.set(connection, snapshot)
  }
  if (stored.size === 0) return
  for (const [connection, own] of await fromDatabase({ config, desired: stored, onNotice: () => {} })) {
    const snapshot = stored.get(connection)
    for (const change of snapshot ? describeDiff(diffDatabases(...comparedSnapshots(snapshot, own, config))) : []) {
      notice(`the database of connection "${connection}" differs from its snapshot: ${change}`)
    }
  }
}

/** Reports that the first migration would create existing tables, so it can only be recorded as applied. */
async function tellOfTables({ connection, diff }: MigrationPlan, config: Config, report: Report): Promise<void> {
  if (diff.created.length === 0) return
  // Loaded here, so that commands without a database never load one.
  const { existingTables } = await import('orm-database')
  const found = (await existingTables({ config }, connection, diff.created)).map(({ name }) => name)
  if (found.length === 0) return
  const more = found.length > 5 ? ' and others' : ''
  const which =
    found.length < diff.created.length ? `${found.length} of the ${diff.created.length} tables` : 'the tables'
  report.note(
    `connection "${connection}": the database already has ${which} of this migration (${found.slice(0, 5).join(', ')}${more}), so "orm migrate" would fail: if they are as in the schema, "orm migration:baseline" records the migration as applied there`,
  )
}

/** Asks about possible renames: a rename keeps the rows and a drop does not, and only the user knows which one is meant. */
async function askAbout(lookAlikes: readonly LookAlike[], { ask }: Io): Promise<string[]> {
  const renames: string[] = []
  if (!ask) return renames
  for (const { kind, table, before, after, rename } of lookAlikes) {
    const what = kind === 'table' ? `table "${before}"` : `${kind} "${before}" of table "${table.name}"`
    const question = `Was ${what} renamed to "${after}"? If you answer no, it is dropped with its data.`
    if (await agrees(ask, question)) renames.push(rename)
  }
  return renames
}

function tell(plans: readonly MigrationPlan[], report: Report): void {
  for (const { connection, changes } of plans) {
    if (changes.length === 0)
      report.notice(`connection "${connection}": the schema has not changed since the last migration`)
    for (const change of changes) report.notice(plans.length > 1 ? `${connection}: ${change}` : change)
  }
}
