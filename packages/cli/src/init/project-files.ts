import {
  type BuiltFile,
  type ConfigInput,
  type ConnectionConfig,
  escapeParameters,
  vendorOfAdapter,
  writeFormat,
} from 'orm-core/build'
import { type Answers, dsnOfDriver, utf8Of } from './answers.js'

/** The connection is called this, in the schema too. */
export const connectionName = 'default'

/** The connection that the answers describe, to be tried out. */
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

/** All that a new project gets; paths are relative to its folder. */
export async function projectFiles(answers: Answers, schema: string | undefined): Promise<BuiltFile[]> {
  const { configFormat: format, schemaDir, gulpfile } = answers
  const write = await writeFormat[format]()
  const secret = answers.password !== '' && answers.passwordEnv === ''
  return [
    file(`${schemaDir === '.' ? '' : `${schemaDir}/`}schema.xml`, schema ?? sampleSchema(answers), 'schema'),
    { ...file(`orm.${format}`, write(ownConfig(answers))), ...(secret && { secret: true }) },
    file(`orm.${format}.dist`, write(sharedConfig(answers))),
    ...(gulpfile ? [file('gulpfile.mjs', gulpfileText(answers))] : []),
  ]
}

const file = (path: string, contents: string, kind: BuiltFile['kind'] = 'project'): BuiltFile => ({
  path,
  contents,
  kind,
  keepExisting: false,
})

/** What belongs to one machine: how to reach the database. */
function ownConfig(answers: Answers): ConfigInput {
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
  return { database: { connections: { [connectionName]: connection } } }
}

/** What everybody in the project shares. */
const sharedConfig = ({ schemaDir, phpDir }: Answers): ConfigInput => ({
  paths: { schemaDir: escapeParameters(schemaDir), phpDir: escapeParameters(phpDir) },
  runtime: { defaultConnection: connectionName, connections: [connectionName] },
  generator: { defaultConnection: connectionName, connections: [connectionName] },
})

const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`

const sampleSchema = ({ namespace }: Answers): string => `<?xml version="1.0" encoding="UTF-8"?>
<!-- "${connectionName}" is the connection in the configuration. -->
<database name="${connectionName}" defaultIdMethod="native"${attribute('namespace', namespace)}>
  <!-- A table to start from: rename it, add columns and tables, then build again. -->
  <table name="example_note">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="255" required="true" primaryString="true"/>
    <column name="body" type="longvarchar"/>
  </table>
  <!--
  <table name="example_comment">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="note_id" type="integer" required="true"/>
    <foreign-key foreignTable="example_note" onDelete="cascade">
      <reference local="note_id" foreign="id"/>
    </foreign-key>
  </table>
  -->
</database>
`

const gulpfileText = ({ schemaDir, phpDir, configFormat, existing }: Answers): string => {
  const schemas = schemaDir === '.' ? '*schema.xml' : `${schemaDir}/*schema.xml`
  const text = (value: string) => `'${value.replace(/['\\]/g, '\\$&')}'`
  return `import gulp from 'gulp'
import orm from 'gulp-orm'

const { src, dest, series } = gulp

export const sql = () => src(${text(schemas)}).pipe(orm.sqlBuild()).pipe(dest('generated-sql'))
export const model = () => src(${text(schemas)}).pipe(orm.modelBuild()).pipe(orm.dest(${text(phpDir)}))
export const conf = () => src(${text(`orm.${configFormat}`)}).pipe(orm.configConvert()).pipe(dest('generated-conf'))
${existing ? 'export const migrate = () => orm.migrate()' : 'export const insert = () => orm.sqlInsert()'}

export default series(sql, model, conf)
`
}

/** Scripts for package.json; those that are there already win. */
const scriptsFor = (existing: boolean): Readonly<Record<string, string>> => ({
  // Inserting drops tables first, and those that are there hold somebody's rows.
  ...(existing
    ? { 'orm:diff': 'orm migration:diff', 'orm:migrate': 'orm migrate' }
    : { 'orm:sql': 'orm sql:build && orm sql:insert' }),
  'orm:model': 'orm model:build',
  'orm:config': 'orm config:convert',
})

/** What is no JSON, or no object, is left as it is. */
function readManifest(text: string): { scripts?: Record<string, string> } | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    return typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

/** The text of package.json with our scripts added; its indentation stays. Undefined where there is nothing to add. */
export function withScripts(text: string, existing: boolean): string | undefined {
  const manifest = readManifest(text)
  if (!manifest) return undefined
  const added = Object.entries(scriptsFor(existing)).filter(([name]) => manifest.scripts?.[name] === undefined)
  if (added.length === 0) return undefined
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? 2
  const changed = { ...manifest, scripts: { ...manifest.scripts, ...Object.fromEntries(added) } }
  return JSON.stringify(changed, null, indent) + (text.endsWith('\n') ? '\n' : '')
}

/** What to do next, to be printed. */
export function farewell({ phpDir, passwordEnv, existing }: Answers): string {
  const classmap = JSON.stringify({ autoload: { classmap: [`${phpDir.replace(/\/+$/, '')}/`] } })
  return [
    '',
    'Add this to composer.json, so that PHP finds the classes, and run "composer dump-autoload" after a build:',
    `  ${classmap}`,
    ...(passwordEnv === ''
      ? []
      : ['', `Set the environment variable ${passwordEnv} to the password before the commands below.`]),
    '',
    'Next:',
    ...(existing ? [] : ['  orm sql:build && orm sql:insert']),
    '  orm model:build',
    '  orm config:convert',
    ...(existing ? ['', 'After a change of the schema: orm migration:diff, look at the file, orm migrate'] : []),
    '',
  ].join('\n')
}
