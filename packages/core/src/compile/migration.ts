import type { Config } from '../config/index.js'
import { dialects } from '../dialects/index.js'
import { asError, type Diagnostic, isError, OrmError, Source } from '../errors/index.js'
import { lostSnapshot, otherPlatform, unknownRename } from '../errors/migration-errors.js'
import { cannotRead } from '../errors/schema/schema-file-errors.js'
import { sqlComment } from '../escape/index.js'
import {
  allowedCodes,
  type DatabaseDiff,
  describeDiff,
  diffDatabases,
  emptySnapshot,
  isEmpty,
  type LookAlike,
  leaveAlone,
  lintDiff,
  lintFile,
  lintStatements,
  migrationDirectory,
  migrationFileName,
  migrationStatements,
  newMigrationFile,
  noDiff,
  offendingRows,
  ownTablesNeededBy,
  readSnapshot,
  reversedDiff,
  type Snapshot,
  snapshotOf,
  switched,
  unknownRenames,
  type WrittenMigration,
  type WrittenStatement,
  writeMigration,
  writeSnapshot,
} from '../evolve/index.js'
import { disk, type FileReader, type InputFile } from '../files.js'
import { namePattern, qualifiedName } from '../model/index.js'
import { checkOptions } from '../options.js'
import type { BuiltFile } from '../outputs/built-file.js'
import type { Compiled } from '../outputs/index.js'
import { type BuildOptions, buildNames, compile } from './compile.js'

export interface MigrationOptions extends Omit<BuildOptions, 'keepGoing'> {
  /** Name of the new files, after their version. @default 'diff' */
  readonly name?: string
  /** `old:new` for a table, `table.old:new` for a column. */
  readonly renames?: readonly string[]
  /** Whether to use non-blocking statements where the database supports them. */
  readonly online?: boolean
  /** Lint codes that are intended, such as `M101`. The files mention them above the statements. */
  readonly allow?: readonly string[]
  /** Directory of the migrations. Defaults to `migrationDir` of the configuration. */
  readonly outputDir?: string
  /** Returns by connection what to compare the schema with, instead of the snapshots. `desired` is the schema. */
  readonly from?: (desired: ReadonlyMap<string, Snapshot>) => Promise<ReadonlyMap<string, Snapshot>>
  /** Returns by connection what the migrations create. The snapshots are rewritten with it, and no migration is created. */
  readonly rebased?: (config: Config, desired: ReadonlyMap<string, Snapshot>) => Promise<ReadonlyMap<string, Snapshot>>
  /** Whether the latest migration is linted if the schema has not changed. */
  readonly lintNewest?: boolean
  /** The time that the version is derived from. */
  readonly now?: Date
}

/** Names of the options of `buildMigrations()`. A migration without the omitted tables of `keepGoing` would drop them. */
export const migrationNames = [
  ...buildNames.filter((name) => name !== 'keepGoing'),
  'name',
  'renames',
  'online',
  'allow',
  'outputDir',
  'from',
  'rebased',
  'lintNewest',
  'now',
] as const satisfies (keyof MigrationOptions)[]

/** The changes of one connection from its snapshot to the schema. */
export interface MigrationPlan {
  readonly connection: string
  readonly diff: DatabaseDiff
  /** Readable descriptions, one line per change. Empty if there are no changes. */
  readonly changes: readonly string[]
  readonly lookAlikes: readonly LookAlike[]
  readonly lint: readonly Diagnostic[]
  /** The migration and the new snapshot, below the migration directory. */
  readonly files: readonly BuiltFile[]
}

/** Compares schema files with the snapshots and returns the changes and their files. Reads no database. */
export async function planMigrations(
  inputs: readonly InputFile[],
  options: MigrationOptions = {},
): Promise<MigrationPlan[]> {
  const compiled = await compile(inputs, options)
  return migrationPlans(compiled, options)
}

/** Returns the new migrations and snapshots, or nothing if the schema equals the snapshots. */
export async function buildMigrations(
  inputs: readonly InputFile[],
  options: MigrationOptions = {},
): Promise<BuiltFile[]> {
  checkOptions(options, migrationNames)
  const plans = await planMigrations(inputs, options)
  const lint = plans.flatMap((plan) => plan.lint)
  if (lint.some(isError)) throw new OrmError(lint)
  for (const warning of lint) options.onWarning?.(warning)
  return plans.flatMap(({ files }) => files)
}

/** Returns a test for tables that migrations never touch: those that the configuration excludes, and Orm's own tables. */
export const isLeftOutOf = ({ excludeTables, migrations }: Pick<Config, 'excludeTables' | 'migrations'>) =>
  namePattern([...excludeTables, migrations.tableName, ...ownTables])

const ownTables = Object.values(dialects).flatMap((dialect) => (dialect.ownTables ?? []).map(({ name }) => name))

export async function migrationPlans(
  { config, databases, schemas }: Compiled,
  options: MigrationOptions,
  command = 'migration:diff',
): Promise<MigrationPlan[]> {
  const { files = disk, outputDir = config.paths.migrationDir, renames = [] } = options
  const isExcluded = isLeftOutOf(config)
  const allowed = allowedCodes(options.allow ?? [])
  const placed = { ...config, paths: { ...config.paths, migrationDir: outputDir } }
  const desired = new Map(databases.map((each) => [each.name, snapshotOf(each, config.adapters, isExcluded)]))
  const rebasedOnes = await options.rebased?.(placed, desired)
  const others = await options.from?.(desired)
  const plans: MigrationPlan[] = []
  const used = new Set<string>()
  // Two connections may use the same database, whose state table has one row per version, so versions must differ.
  const made: string[] = []
  for (const database of databases) {
    const directory = migrationDirectory(placed, database.name)
    const path = `${directory}/schema.json`
    const schema = withTablesOfOthers(desired, database.name, config)
    const text = await readText(files, path)
    const rebased = rebasedOnes?.get(database.name)
    const other = rebased ? inWordsOf(rebased, schema) : others?.get(database.name)
    const isSame = !other && renames.length === 0 && text !== undefined && isSnapshotOf(text, schema)
    const written = text === undefined && !other ? await firstWritten(files, directory) : undefined
    if (written !== undefined && command === 'migration:diff') throw new OrmError([lostSnapshot(path, written)])
    // An equal snapshot is not parsed. It may be invalid after a merge, which readSnapshot() reports.
    const stored = isSame
      ? { ...schema, ...newestOf(text) }
      : text === undefined || rebased
        ? emptySnapshot(schema.platform, config.adapters)
        : readSnapshot(new Source(path, text), config.adapters)
    const compared = other ?? stored
    if (compared.platform !== schema.platform)
      throw new OrmError([otherPlatform(path, compared.platform, schema.platform)])
    const [left, after] = leaveAlone(compared, schema, {
      isExcluded,
      ...(!rebased && stored.platform === schema.platform && { stored }),
    })
    const before = rebased ? { ...left, leftAlone: after.leftAlone } : left
    const strange = unknownRenames(renames, before, after)
    const known = renames.filter((text) => !strange.includes(text))
    for (const text of known) used.add(text)
    const diff = isSame ? noDiff(after) : diffDatabases(before, after, { renames: known })
    const impossible = diff.changed.flatMap((change) => dialects[after.platform].alter.obstacles?.(change) ?? [])
    if (impossible.length > 0) throw new OrmError(impossible)
    const title = `${sqlComment(database.name)} (${after.platform}), written by orm ${command} from ${schemas.map(sqlComment).join(', ')}`
    const newest = options.lintNewest && isEmpty(diff) ? await lintNewest(before, files, directory) : []
    const found = [...lintDiff(diff, options).filter(({ code }) => !allowed.has(code)), ...newest]
    const lint = switched(found, config.migrations.lint).map((each) => (options.strict ? asError(each) : each))
    const built = rebased
      ? [madeFile(path, writeSnapshot(before), outputDir)]
      : isEmpty(diff) && text !== undefined && leavesSameAlone(before, after)
        ? []
        : await filesOf(diff, { ...options, files, directory, outputDir, title, made, allowed })
    made.push(...built.map(({ path }) => path.replace(/^.*\//, '')))
    plans.push({
      connection: database.name,
      diff,
      changes: describeDiff(diff),
      lookAlikes: diff.lookAlikes,
      lint,
      files: built,
    })
  }
  // With several connections, a rename may concern only one of them.
  const unknown = renames.filter((text) => !used.has(text))
  if (unknown.length > 0 && !plans.every(({ diff }) => isEmpty(diff))) {
    const tables = plans.flatMap(({ diff }) => diff.before.tables.map(qualifiedName))
    throw new OrmError(unknown.map((text) => unknownRename(text, tables)))
  }
  return plans
}

/** Adds the Orm tables of other connections to the same database, which share its tables. */
function withTablesOfOthers(
  desired: ReadonlyMap<string, Snapshot>,
  connection: string,
  { connections }: Config,
): Snapshot {
  const own = desired.get(connection)!
  const dsn = connections[connection]?.dsn
  const all = [...desired].filter(([name]) => name === connection || (dsn && connections[name]?.dsn === dsn))
  return { ...own, ownTables: [...new Set(all.flatMap(([, { ownTables }]) => ownTables))] }
}

/** Replaces tables equal to those of the schema by the schema's version: a catalog has fewer types. */
function inWordsOf(made: Snapshot, schema: Snapshot): Snapshot {
  const known = new Map(schema.tables.map((table) => [qualifiedName(table), table]))
  const tables = made.tables.map((table) => {
    const own = known.get(qualifiedName(table))
    return own &&
      isEmpty(diffDatabases({ ...made, tables: [table], objects: [] }, { ...schema, tables: [own], objects: [] }))
      ? own
      : table
  })
  return { ...made, ...ownTablesNeededBy(schema.ownTables, made), tables }
}

const leavesSameAlone = (before: Snapshot, after: Snapshot): boolean =>
  before.leftAlone.map(qualifiedName).join('\n') === after.leftAlone.map(qualifiedName).join('\n')

/** Reads the latest migration from the text of a snapshot. */
const newestOf = (text: string): Pick<Snapshot, 'migration'> => {
  const [, name] = /^ {2}"migration": (".*"),$/m.exec(text) ?? []
  return name === undefined ? {} : { migration: JSON.parse(name) }
}

/** Whether a snapshot has not changed, as is usual. Comparing the texts avoids comparing the models. */
const isSnapshotOf = (text: string, snapshot: Snapshot): boolean =>
  text.replace(/^ {2}"migration": .*\n/m, '') === writeSnapshot(snapshot)

/** Lints the latest migration of the snapshot, and those that somebody wrote after it. */
async function lintNewest(
  { migration, platform }: Snapshot,
  files: FileReader,
  directory: string,
): Promise<Diagnostic[]> {
  const versionOf = (name: string): number => Number(migrationFileName(name)?.version)
  const found: Diagnostic[] = []
  for (const name of [...(await files.list(directory))].sort()) {
    if (!(versionOf(name) >= versionOf(`${migration}.sql`))) continue
    const path = `${directory}/${name}`
    const text = await readText(files, path)
    if (text !== undefined) found.push(...lintFile(new Source(path, text), dialects[platform]))
  }
  return found
}

/** Returns a migration that was written together with a snapshot. Others may come from users or other tools. */
async function firstWritten(files: FileReader, directory: string): Promise<string | undefined> {
  for (const name of [...(await files.list(directory))].sort()) {
    if (!migrationFileName(name)) continue
    const text = await readText(files, `${directory}/${name}`)
    if (/^-- .*(?:, written by orm [\w:]+ from |when migrations began\r?$)/m.test(text?.slice(0, 1000) ?? ''))
      return name
  }
  return undefined
}

async function readText(files: FileReader, path: string): Promise<string | undefined> {
  const bytes = await files.read(path).catch((error: Error) => {
    throw new OrmError([cannotRead(undefined, path, error.message)])
  })
  return bytes && new TextDecoder().decode(bytes)
}

interface Place extends MigrationOptions {
  readonly files: FileReader
  readonly directory: string
  readonly outputDir: string
  readonly title: string
  /** Names of the files that this run has already created for other connections. */
  readonly made: readonly string[]
  readonly allowed: ReadonlySet<string>
}

async function filesOf(
  diff: DatabaseDiff,
  { files, directory, outputDir, title, made, allowed, ...options }: Place,
): Promise<BuiltFile[]> {
  const { name = 'diff', online = false, now = new Date() } = options
  const [first, ...rest] = migrationStatements(diff, { online })
  const up = first ? [{ ...first, above: offendingRows(diff) }, ...rest] : []
  const file = newMigrationFile([...(await files.list(directory)), ...made], name, now)
  const hasFile = up.length > 0
  const migration = hasFile ? file.replace(/\.sql$/, '') : diff.before.migration
  const snapshot = writeSnapshot({ ...diff.after, ...(migration !== undefined && { migration }) })
  const down = migrationStatements(reversedDiff(diff))
  const written = {
    title,
    up,
    down,
    inTransaction:
      !up.some(({ text }) => / CONCURRENTLY | VALIDATE CONSTRAINT /.test(text)) &&
      !usesNewValues(up) &&
      !usesNewValues(down),
  }
  const allowing = allowed.size > 0 ? withAllowed(written, allowed, diff) : written
  return [
    ...(hasFile ? [madeFile(`${directory}/${file}`, writeMigration(allowing), outputDir)] : []),
    madeFile(`${directory}/schema.json`, snapshot, outputDir),
  ]
}

/** Whether a statement uses an enum value that another one adds: the server accepts it only after that transaction. */
function usesNewValues(statements: readonly WrittenStatement[]): boolean {
  const added = statements.flatMap(({ text }) => /^ALTER TYPE .+ ADD VALUE '((?:[^']|'')*)'/s.exec(text)?.[1] ?? [])
  const others = statements.filter(({ text }) => !/^ALTER TYPE .+ (?:ADD|RENAME) VALUE '/s.test(text))
  return added.some((value) => others.some(({ text }) => text.includes(value)))
}

/** Adds a line above each statement for which a lint code is allowed. */
function withAllowed(
  written: WrittenMigration,
  allowed: ReadonlySet<string>,
  { after }: DatabaseDiff,
): WrittenMigration {
  const found = lintStatements(new Source('', writeMigration(written)), dialects[after.platform])
  const up = written.up.map((statement, position) => {
    const codes = (found[position] ?? []).flatMap(({ code }) => (allowed.has(code) ? [code.slice('ORM-'.length)] : []))
    return codes.length > 0
      ? { ...statement, above: [...(statement.above ?? []), `orm: allow ${codes.join(' ')}`] }
      : statement
  })
  return { ...written, up }
}

const madeFile = (path: string, contents: string, outputDir: string): BuiltFile => ({
  path: path.slice(outputDir.length + 1),
  contents,
  kind: 'migration',
  keepExisting: false,
})
