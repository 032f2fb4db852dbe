import {
  type BuiltFile,
  type ConfigInput,
  type ConnectionConfig,
  disk,
  escapeParameters,
  OrmError,
  vendorOfAdapter,
  writeFormat,
  writeXml,
  type XmlNode,
} from 'orm-core/internal'
import { unreadableConfig } from 'orm-core/internal/config'
import { type Answers, dsnOfDriver, utf8Of } from './answers.js'

/** Name of the connection of a new schema, also in the schema. */
export const connectionName = 'default'

/** Reads a file of the project, or returns undefined if there is none. Throws an OrmError if it cannot be read. */
export const readIfThere = (path: string): Promise<Uint8Array | undefined> =>
  disk.read(path).catch((error: Error) => {
    throw new OrmError([unreadableConfig(path, error.message.replace(/,.*$/s, ''))])
  })

/** The schema of a new project. */
export interface ProjectSchema {
  /** Name of the connection, which is that of the database in the schema. */
  readonly connection: string
  /** The schema of the existing tables. Without it, a sample is written. */
  readonly imported?: string
  /** Existing schema files, which replace the sample. */
  readonly kept: readonly string[]
}

/** Returns the connection that the answers describe, for testing it. */
export function connectionOf(answers: Answers): ConnectionConfig {
  const { driver, user, password, charset } = answers
  return {
    adapter: vendorOfAdapter(driver)!,
    dsn: dsnOf(answers),
    classname: 'Orm\\Runtime\\Connection\\ConnectionWrapper',
    ...(dsnOfDriver(driver)?.kind !== 'file' && { user, password }),
    settings: { charset },
  }
}

function dsnOf({ driver, host, port, database, file, dsn }: Answers): string {
  const kind = dsnOfDriver(driver)?.kind
  if (kind === 'file') return `${driver}:${file}`
  return kind === 'server' ? `${driver}:host=${host};port=${port};dbname=${database}` : dsn
}

/** Returns all files of a new project, with paths relative to its directory. */
export async function projectFiles(
  answers: Answers,
  { connection, imported, kept }: ProjectSchema,
): Promise<BuiltFile[]> {
  const { configFormat: format, schemaDir, gulpfile } = answers
  const write = await writeFormat[format]()
  const secret = answers.password !== '' && answers.passwordEnv === ''
  const schema = withXsd(imported ?? sampleSchema(answers, connection), schemaDir)
  return [
    ...(kept.length > 0 ? [] : [file(`${schemaDir === '.' ? '' : `${schemaDir}/`}schema.xml`, schema)]),
    { ...file(`orm.${format}`, hint(format) + write(ownConfig(answers, connection))), ...(secret && { secret: true }) },
    file(`orm.${format}.dist`, hint(format) + write(sharedConfig(answers, connection))),
    ...(gulpfile ? [file('gulpfile.mjs', gulpfileText(answers))] : []),
  ]
}

/** Returns the comment that tells editors where the description of all keys is. */
const hint = (format: string): string =>
  /^ya?ml$/.test(format) ? '# yaml-language-server: $schema=node_modules/orm-core/orm.schema.json\n' : ''

const file = (path: string, contents: string): BuiltFile => ({
  path,
  contents,
  kind: 'project',
  keepExisting: false,
})

/** Returns the local settings of a machine: the connection. */
function ownConfig(answers: Answers, name: string): ConfigInput {
  const { driver, user, password, passwordEnv, charset } = answers
  const query = utf8Of(driver)?.query
  const connection = {
    adapter: driver,
    dsn: escapeParameters(dsnOf(answers)),
    ...(dsnOfDriver(driver)?.kind !== 'file' && {
      user: escapeParameters(user),
      password: passwordEnv === '' ? escapeParameters(password) : `%env.${passwordEnv}%`,
    }),
    settings: { charset: escapeParameters(charset), ...(query && { queries: { utf8: query } }) },
  }
  return { database: { connections: { [name]: connection } } }
}

/** Returns the settings that everybody in the project shares. */
const sharedConfig = ({ schemaDir, phpDir, namespace }: Answers, name: string): ConfigInput => ({
  paths: { schemaDir: escapeParameters(schemaDir), phpDir: escapeParameters(phpDir) },
  runtime: { defaultConnection: name, connections: [name] },
  generator: {
    defaultConnection: name,
    connections: [name],
    // The directory corresponds to the namespace, as in PSR-4: App\Model\Book is src/Model/Book.php.
    ...(namespace !== '' && { namespaceAutoPackage: false }),
    objectModel: { checkLengths: true },
  },
})

/** Adds the XSD to a schema, so that editors can complete and validate it. */
function withXsd(schema: string, schemaDir: string): string {
  const up = schemaDir === '.' ? '' : `${schemaDir.replace(/\/+$/, '').replace(/[^/]+/g, '..')}/`
  return schema.replace(
    /<database\b[^>]*(?=>)/,
    (tag) => `${tag}
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:noNamespaceSchemaLocation="${up}node_modules/orm-core/orm.xsd"`,
  )
}

const column = (name: string, attributes: Record<string, string>): XmlNode => ({
  name: 'column',
  attributes: { name, ...attributes },
  children: [],
})

const sampleSchema = ({ namespace }: Answers, name: string): string =>
  writeXml(
    {
      name: 'database',
      attributes: { name, defaultIdMethod: 'native', namespace: namespace || undefined },
      children: [
        { comment: ' A table to start from: rename it, add columns and tables, then build again. ' },
        {
          name: 'table',
          attributes: { name: 'example_note' },
          children: [
            column('id', { type: 'integer', primaryKey: 'true', autoIncrement: 'true' }),
            column('title', { type: 'varchar', size: '255', required: 'true', primaryString: 'true' }),
            column('body', { type: 'longvarchar' }),
          ],
        },
        { comment: sampleComment },
      ],
    },
    { comments: [{ comment: ` "${name}" is the connection in the configuration. ` }] },
  )

const sampleComment = `
  <table name="example_comment">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="note_id" type="integer" required="true"/>
    <foreign-key foreignTable="example_note" onDelete="cascade">
      <reference local="note_id" foreign="id"/>
    </foreign-key>
  </table>
  `

const gulpfileText = ({ schemaDir, phpDir, configFormat, existing }: Answers): string => {
  const schemas = schemaDir === '.' ? '*schema.xml' : `${schemaDir}/*schema.xml`
  const text = (value: string) => `'${value.replace(/['\\]/g, '\\$&')}'`
  return `import gulp from 'gulp'
import orm from 'gulp-orm'

const { src, series } = gulp

export const sql = () => src(${text(schemas)}).pipe(orm.sqlBuild()).pipe(orm.dest('generated-sql'))
export const model = () => src(${text(schemas)}).pipe(orm.modelBuild()).pipe(orm.dest(${text(phpDir)}))
export const conf = () => src(${text(`orm.${configFormat}`)}).pipe(orm.configConvert()).pipe(orm.dest('generated-conf'))
${existing ? 'export const migrate = () => orm.migrate()' : 'export const insert = () => orm.sqlInsert()'}

export default series(sql, model, conf)
`
}

/** Scripts for package.json; existing scripts are kept. None of them drops a table. */
const ownScripts: Readonly<Record<string, string>> = {
  'orm:build': 'orm build',
  'orm:watch': 'orm build --watch',
  'orm:diff': 'orm migration:diff',
  'orm:migrate': 'orm migrate',
}

/** Parses a manifest. Returns undefined if it is not a JSON object. */
function readManifest<Manifest extends object>(text: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    return typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)
      ? (manifest as Manifest)
      : undefined
  } catch {
    return undefined
  }
}

/** Adds our scripts to package.json and keeps its indentation. Returns undefined if it is not a JSON object. */
export function withScripts(text: string): string | undefined {
  const manifest = readManifest<{ scripts?: Record<string, string> }>(text)
  if (!manifest) return undefined
  const added = Object.entries(ownScripts).filter(([name]) => manifest.scripts?.[name] === undefined)
  if (added.length === 0) return text
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? 2
  const changed = { ...manifest, scripts: { ...manifest.scripts, ...Object.fromEntries(added) } }
  return JSON.stringify(changed, null, indent) + (text.endsWith('\n') ? '\n' : '')
}

/** Composer repository for the npm packages that contain PHP: the runtime and the framework packages. */
export const runtimeRepository = { type: 'path', url: 'node_modules/orm-*', options: { symlink: false } }

/** Returns the PSR-4 entry for the classes. */
function autoloadOf({ phpDir, namespace }: Answers): object {
  const directory = `${phpDir.replace(/\/+$/, '')}/`
  const name = namespace.replace(/^\\|\\$/g, '')
  // No class map, because Composer would have to regenerate it for each new table.
  return { [name === '' ? '' : `${name}\\`]: directory }
}

interface ComposerManifest {
  repositories?: unknown
  require?: Record<string, string>
  autoload?: Record<string, unknown>
}

/** Adds the runtime and the classes to composer.json, and keeps existing entries. Returns undefined if nothing can be added. */
export function withComposer(text: string, answers: Answers, version: string): string | undefined {
  const manifest = readManifest<ComposerManifest>(text)
  if (!manifest || !isMap(manifest.require) || !isMap(manifest.autoload)) return undefined
  const psr4 = manifest.autoload?.['psr-4']
  if (!isMap(psr4)) return undefined
  const changed = {
    ...manifest,
    ...(manifest.require?.['orm/runtime'] === undefined && {
      repositories: withRepository(manifest.repositories),
      require: { ...manifest.require, 'orm/runtime': `^${version}` },
    }),
    autoload: { ...manifest.autoload, 'psr-4': { ...autoloadOf(answers), ...(psr4 as object) } },
  }
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? 4
  return `${JSON.stringify(changed, null, indent)}\n`
}

/** Returns whether entries can be added. PHP writes an empty map as an empty list. */
const isMap = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length > 0))

/** Adds the repository. Composer accepts a list, or an object with names. */
const withRepository = (given: unknown): unknown =>
  Array.isArray(given) || given === undefined
    ? [...((given as []) ?? []), runtimeRepository]
    : { ...(given as object), 'orm-runtime': runtimeRepository }

/**
 * Adds local files to .gitignore: the configuration and the file for PHP may contain a password. Returns undefined if nothing
 * is missing.
 */
export function withIgnored(text: string | undefined, answers: Answers): string | undefined {
  const { configFormat, driver, file: database } = answers
  const isInside = dsnOfDriver(driver)?.kind === 'file' && !/^(?:[/\\~]|\.\.|[A-Za-z]:|:memory:)/.test(database)
  const wanted = [
    `/orm.${configFormat}`,
    '/generated-conf/',
    ...(isInside ? [`/${database.replace(/^\.\//, '')}`] : []),
    ...(text === undefined ? ['/node_modules/', '/vendor/'] : []),
  ]
  // A line may be written with or without slashes.
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, '')
  const known = new Set((text ?? '').split('\n').map(bare))
  const missing = wanted.filter((line) => !known.has(bare(line)))
  if (missing.length === 0) return undefined
  const separator = text === undefined || text === '' || text.endsWith('\n') ? '' : '\n'
  return `${text ?? ''}${separator}${missing.join('\n')}\n`
}
