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
import type { BuiltFile } from '../outputs/built-file.js'
import type { Compiled } from '../outputs/index.js'
import { type BuildOptions, compile } from './compile.js'

export interface MigrationOptions extends Omit<BuildOptions, 'keepGoing'> {
  /** What the new files are called, behind their version. @default 'diff' */
  readonly name?: string
  /** `old:new` for a table, `table.old:new` for a column. */
  readonly renames?: readonly string[]
  /** Whether statements are written in the form that lets others work meanwhile, where the vendor has one. */
  readonly online?: boolean
  /** Codes of the lint, such as `M101`, of what is intended: the files say so above the statements. */
  readonly allow?: readonly string[]
  /** Where the migrations are; the configuration's `migrationDir` by default. */
  readonly outputDir?: string
  /** Finds out what to compare the schema with, by connection, instead of the snapshots; `wanted` is the schema. */
  readonly from?: (wanted: ReadonlyMap<string, Snapshot>) => Promise<ReadonlyMap<string, Snapshot>>
  /** Finds out what the migrations make, by connection: that is written as the snapshots, and no new migration is. */
  readonly rebased?: (config: Config, wanted: ReadonlyMap<string, Snapshot>) => Promise<ReadonlyMap<string, Snapshot>>
  /** Whether the newest migration is looked at, too, where nothing is to do. */
  readonly lintNewest?: boolean
  /** The time that the version is made of. */
  readonly now?: Date
}

/** What one connection needs to get from its snapshot to the schema. */
export interface MigrationPlan {
  readonly connection: string
  readonly diff: DatabaseDiff
  /** As a person would say it, one line each; none where there is nothing to do. */
  readonly changes: readonly string[]
  readonly lookAlikes: readonly LookAlike[]
  readonly lint: readonly Diagnostic[]
  /** The migration and the new snapshot, below the directory of the migrations. */
  readonly files: readonly BuiltFile[]
}

/** Schema files against the snapshots: what changes, and the files for it. Reads no database. */
export async function planMigrations(
  inputs: readonly InputFile[],
  options: MigrationOptions = {},
): Promise<MigrationPlan[]> {
  const compiled = await compile(inputs, options)
  return migrationPlans(compiled, options)
}

/** The new migrations and snapshots; none where the schema is what the snapshots say. */
export async function buildMigrations(
  inputs: readonly InputFile[],
  options: MigrationOptions = {},
): Promise<BuiltFile[]> {
  const plans = await planMigrations(inputs, options)
  const lint = plans.flatMap((plan) => plan.lint)
  if (lint.some(isError)) throw new OrmError(lint)
  for (const warning of lint) options.onWarning?.(warning)
  return plans.flatMap(({ files }) => files)
}

/** Tables that migrations never touch: those that the configuration excludes, and our own. */
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
  const wanted = new Map(databases.map((each) => [each.name, snapshotOf(each, config.adapters, isExcluded)]))
  const rebasedOnes = await options.rebased?.(placed, wanted)
  const others = await options.from?.(wanted)
  const plans: MigrationPlan[] = []
  const used = new Set<string>()
  // Two connections may lead to one database, whose state table has one row for each version.
  const made: string[] = []
  for (const database of databases) {
    const directory = migrationDirectory(placed, database.name)
    const path = `${directory}/schema.json`
    const schema = withTablesOfOthers(wanted, database.name, config)
    const text = await readText(files, path)
    const rebased = rebasedOnes?.get(database.name)
    const other = rebased ? inWordsOf(rebased, schema) : others?.get(database.name)
    const isSame = !other && renames.length === 0 && text !== undefined && isSnapshotOf(text, schema)
    const written = text === undefined && !other ? await firstWritten(files, directory) : undefined
    if (written !== undefined && command === 'migration:diff') throw new OrmError([lostSnapshot(path, written)])
    // After a merge, the file may not be readable.
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

/** Two connections may lead to one database, and to one table of the library. */
function withTablesOfOthers(
  wanted: ReadonlyMap<string, Snapshot>,
  connection: string,
  { connections }: Config,
): Snapshot {
  const own = wanted.get(connection)!
  const dsn = connections[connection]?.dsn
  const all = [...wanted].filter(([name]) => name === connection || (dsn && connections[name]?.dsn === dsn))
  return { ...own, ownTables: [...new Set(all.flatMap(([, { ownTables }]) => ownTables))] }
}

/** Tables that are the same are written as the schema has them: a catalog knows fewer types. */
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

/** What the snapshot says of the newest migration. */
const newestOf = (text: string): Pick<Snapshot, 'migration'> => {
  const [, name] = /^ {2}"migration": (".*"),$/m.exec(text) ?? []
  return name === undefined ? {} : { migration: JSON.parse(name) }
}

/** Equal texts say without a comparison that nothing has changed, as is most often so. */
const isSnapshotOf = (text: string, snapshot: Snapshot): boolean =>
  text.replace(/^ {2}"migration": .*\n/m, '') === writeSnapshot(snapshot)

/** What the newest migration of the snapshot may do, and those that somebody wrote after it. */
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

/** A migration that was written together with a snapshot; others may come from people or other tools. */
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
  /** Names of the files that this run has made for other connections. */
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

/** Whether a statement needs a value that another one adds to a type: the server knows it after the transaction. */
function usesNewValues(statements: readonly WrittenStatement[]): boolean {
  const added = statements.flatMap(({ text }) => /^ALTER TYPE .+ ADD VALUE '((?:[^']|'')*)'/s.exec(text)?.[1] ?? [])
  const others = statements.filter(({ text }) => !/^ALTER TYPE .+ (?:ADD|RENAME) VALUE '/s.test(text))
  return added.some((value) => others.some(({ text }) => text.includes(value)))
}

/** The same with a line above each statement that does what is allowed. */
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
