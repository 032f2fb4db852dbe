import { dirname, isAbsolute, relative, resolve } from 'node:path'
import {
  type BuiltFile,
  buildSql,
  type Config,
  type ConfigFormat,
  type ConfigInput,
  configFormats,
  type Diagnostic,
  disk,
  findSchemas,
  formatDiagnostic,
  type InputFile,
  loadConfig,
  OrmError,
  phpString,
  readPropelConfig,
  writeFormat,
} from 'orm-core/internal'
import { unreadableConfig } from 'orm-core/internal/config'
import { UsageError } from '../command.js'
import type { Io } from '../io.js'
import { fileDriver } from './answers.js'
import { readIfThere } from './project-files.js'

/** Files of a converted project, and notices for the user. */
export interface MovedProject {
  readonly files: readonly BuiltFile[]
  readonly notices: readonly string[]
  /** Whether there are migrations to convert. */
  readonly hasMigrations: boolean
}

const configName = /^propel\.(yaml|yml|json|ini|properties|xml|php|inc)(\.dist)?$/

/** Converts the configuration of a Propel project, or returns undefined if there is none. */
export async function movedProject(io: Io): Promise<MovedProject | undefined> {
  const paths = await propelFiles()
  if (paths.length === 0) return undefined
  const first = await moved(paths, io, { hasMigrations: await hasMigrations('generated-migrations') })
  const problems = await problemsOf(first.files, io)
  if (problems.length > 0) return { ...first, notices: [...first.notices, ...problems] }
  const needs = await needsOf(first.files, io)
  const { files, notices, hasMigrations: hasPhp } = await moved(paths, io, needs)
  return { files, notices: [...notices, ...needNotices(needs)], hasMigrations: hasPhp }
}

/** Settings that the schema files need in addition to those of every Propel project. */
interface Needs {
  /** A table that several files declare. */
  readonly merged?: string
  readonly ignoredBehaviors?: readonly string[]
  /** Whether the configured directory contains Propel migrations. */
  readonly hasMigrations?: boolean
}

async function moved(paths: readonly string[], io: Io, needs: Needs): Promise<MovedProject> {
  const files: BuiltFile[] = []
  const notices: string[] = []
  for (const path of paths) {
    const contents = await readIfThere(path)
    if (!contents) throw new OrmError([unreadableConfig(path, 'the symbolic link leads to no file')])
    const read = await readPropelConfig({ path, contents }, { env: io.env })
    const isPhp = formatOf(path) === 'php'
    const orm = isPhp ? withoutPlace(read.orm) : read.orm
    // Shared settings belong in the file that everybody has.
    const isShared = path.endsWith('.dist') || !paths.some((other) => other.endsWith('.dist'))
    const write = await writeFormat[formatOf(path)]()
    files.push({
      path: path.replace(/propel\.([^/]*)$/, 'orm.$1'),
      contents: write(isShared ? withKnownWays(orm, needs) : orm, (text) => codeOfPath(text, path)),
      kind: 'project',
      keepExisting: false,
      // The new file gets the permissions of the old one.
      secret: true,
    })
    if (read.dropped.length > 0) notices.push(`${path}: no counterpart for ${read.dropped.join(', ')}`)
    if (isPhp) {
      notices.push(`${path}: values that PHP computed are now texts; write %env.NAME% for environment variables`)
    }
  }
  return { files, notices, hasMigrations: needs.hasMigrations ?? false }
}

/** Returns a path inside the project, which comes from `__DIR__`, as PHP code again, because it differs on other machines. */
function codeOfPath(text: string, file: string): string | undefined {
  if (!isAbsolute(text) || relative(process.cwd(), resolve(text)).startsWith('..')) return undefined
  return `__DIR__ . ${phpString(`/${relative(dirname(resolve(file)), resolve(text))}`)}`
}

/**
 * Makes absolute paths, which come from `__DIR__`, relative again where a relative path is one of the project, whatever the
 * working directory of PHP is.
 */
function withoutPlace(orm: Readonly<Record<string, ConfigInput>>): Readonly<Record<string, ConfigInput>> {
  const local = (text: string): string => {
    const path = isAbsolute(text) ? relative(process.cwd(), resolve(text)) : text
    return path.startsWith('..') ? text : path === '' ? '.' : path
  }
  const start = `${fileDriver}:`
  const inDsn = (value: ConfigInput): ConfigInput =>
    typeof value === 'string' && value.startsWith(start) ? `${start}${local(value.slice(start.length))}` : value
  const paths = Object.entries(mapOf(orm.paths)).map(([key, value]): [string, ConfigInput] => [
    key,
    typeof value === 'string' ? local(value) : value,
  ])
  const database = mapOf(orm.database)
  const placed = (server: ConfigInput): ConfigInput => {
    if (Array.isArray(server)) return server.map(placed)
    const entries = Object.entries(mapOf(server)).map(([key, value]): [string, ConfigInput] => [
      key,
      key === 'dsn' ? inDsn(value) : key === 'replicas' || key === 'slaves' ? placed(value) : value,
    ])
    return typeof server === 'object' ? Object.fromEntries(entries) : server
  }
  const connections = Object.entries(mapOf(database.connections)).map(([name, value]) => [name, placed(value)])
  return {
    ...orm,
    ...('paths' in orm && { paths: Object.fromEntries(paths) }),
    ...('database' in orm && { database: { ...database, connections: Object.fromEntries(connections) } }),
  }
}

/** Compiles the schema files repeatedly, until no more settings are needed. */
async function needsOf(files: readonly BuiltFile[], io: Io): Promise<Needs> {
  const config = await configOf(files, io)
  const { generator } = config
  const inputs = await findSchemas(config.paths.schemaDir, disk, { recursive: generator.recursive }).catch(() => [])
  let needs: Needs = { hasMigrations: await hasMigrations(config.paths.migrationDir) }
  for (;;) {
    const { merged, ignoredBehaviors = [] } = needs
    const schema = { ...generator.schema, ...(merged !== undefined && { merge: true }) }
    const found = await problemsIn(inputs, { ...config, generator: { ...generator, schema, ignoredBehaviors } })
    const table = namedIn(found, 'ORM-S202')[0]
    const behaviors = namedIn(found, 'ORM-S701')
    if (table === undefined && behaviors.length === 0) return needs
    needs = {
      ...needs,
      ...((merged ?? table) !== undefined && { merged: (merged ?? table)! }),
      ignoredBehaviors: [...new Set([...ignoredBehaviors, ...behaviors])].sort(),
    }
  }
}

const problemsIn = async (inputs: readonly InputFile[], config: Config): Promise<readonly Diagnostic[]> => {
  try {
    if (inputs.length > 0) await buildSql(inputs, { config })
    return []
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics
  }
}

/** Returns the first quoted name in each message with this code. */
const namedIn = (diagnostics: readonly Diagnostic[], code: Diagnostic['code']): string[] =>
  diagnostics.flatMap((each) => (each.code === code ? (/"([^"]+)"/.exec(each.message)?.[1] ?? []) : []))

const needNotices = ({ merged, ignoredBehaviors = [] }: Needs): string[] => [
  ...(merged === undefined ? [] : [`generator.schema.merge is on, because several files declare table "${merged}"`]),
  ...(ignoredBehaviors.length === 0
    ? []
    : [
        `generator.ignoredBehaviors: Orm does not have the behaviors ${ignoredBehaviors.join(', ')}; the manual has a page about writing behaviors`,
      ]),
]

async function propelFiles(): Promise<string[]> {
  const found: string[] = []
  for (const directory of ['.', 'conf', 'config']) {
    for (const name of await disk.list(directory)) {
      if (configName.test(name)) found.push(directory === '.' ? name : `${directory}/${name}`)
    }
  }
  const ofKind = (isDist: boolean) => found.filter((path) => path.endsWith('.dist') === isDist)
  const several = [ofKind(false), ofKind(true)].find(({ length }) => length > 1)
  if (several) throw new UsageError(`more than one configuration of Propel: ${several.sort().join(', ')} (keep one)`)
  return found.sort()
}

const formatOf = (path: string): ConfigFormat => {
  const extension = configName.exec(path.replace(/^.*\//, ''))![1]!
  const known = configFormats.find((format) => format === extension)
  return known ?? (extension === 'properties' ? 'ini' : extension === 'inc' ? 'php' : 'yaml')
}

/**
 * Adds settings for compatibility with Propel: stubs may override methods with Propel's signatures, and OBJECT columns may
 * contain any class.
 */
function withKnownWays(
  orm: Readonly<Record<string, ConfigInput>>,
  { merged, ignoredBehaviors = [], hasMigrations = false }: Needs,
): ConfigInput {
  const generator = mapOf(orm.generator)
  const objectModel = { objectClasses: 'any', ...mapOf(generator.objectModel), nativeReturnTypes: false }
  // The state table of Propel is kept with its rows.
  const migrations = hasMigrations && { migrations: { tableName: 'propel_migration', ...mapOf(orm.migrations) } }
  // Accepts what Propel accepts.
  const schema = { strictness: 'lenient', ...mapOf(generator.schema), ...(merged !== undefined && { merge: true }) }
  const ignored = ignoredBehaviors.length > 0 && { ignoredBehaviors: [...ignoredBehaviors] }
  return { ...orm, ...migrations, generator: { ...generator, ...ignored, schema, objectModel } }
}

const hasMigrations = async (directory: string): Promise<boolean> =>
  (await disk.list(directory)).some((name) => /^PropelMigration_\d+.*\.php$/.test(name))

const mapOf = (value: ConfigInput | undefined): Readonly<Record<string, ConfigInput>> =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, ConfigInput>>) : {}

/** Returns the problems of the new configuration before it is written. Throws if there is another one already. */
async function problemsOf(files: readonly BuiltFile[], io: Io): Promise<string[]> {
  try {
    await configOf(files, io)
    return []
  } catch (error) {
    if (!(error instanceof OrmError) || error.diagnostics.some(({ code }) => code === 'ORM-C002')) throw error
    return error.diagnostics.map(formatDiagnostic)
  }
}

/** Returns the configuration from files that are not written yet, beside those that are there. */
export function configOf(files: readonly BuiltFile[], io: Io): Promise<Config> {
  const byPath = new Map(files.map(({ path, contents }) => [path, contents]))
  return loadConfig({
    env: io.env,
    keepEnv: true,
    files: {
      read: async (path) => {
        const contents = byPath.get(path)
        return contents === undefined ? disk.read(path) : new TextEncoder().encode(contents)
      },
      list: async (directory) => {
        const written = [...byPath.keys()].flatMap((path) => {
          const [name, folder = '.'] = path.split('/').reverse()
          return folder === directory ? [name!] : []
        })
        return [...new Set([...(await disk.list(directory)), ...written])]
      },
    },
  })
}
