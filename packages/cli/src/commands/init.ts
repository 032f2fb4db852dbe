import { basename } from 'node:path'
import {
  type BuiltFile,
  configFormats,
  databaseNameIn,
  defaultConfig,
  disk,
  findSchemas,
  type InputFile,
  isConnectionName,
} from 'orm-core/internal'
import { decodeXml } from 'orm-core/internal/config'
import { writeFiles } from 'orm-project/internal'
import type { CommandWork, FlagRule } from '../command.js'
import { flagOf } from '../flags.js'
import { type AnswerName, type Answers, fileDriver } from '../init/answers.js'
import { configOf, movedProject } from '../init/from-propel.js'
import { completed, Interview } from '../init/interview.js'
import { farewell, movedFarewell } from '../init/next-steps.js'
import {
  connectionName,
  connectionOf,
  type ProjectSchema,
  projectFiles,
  readIfThere,
  withComposer,
  withIgnored,
  withScripts,
} from '../init/project-files.js'
import { Interrupted, type Prompts } from '../init/prompts.js'
import { problemsOf, type Question, questions, type Surroundings } from '../init/questions.js'
import type { ExitCode, Io } from '../io.js'
import { ownVersion } from '../own-package.js'
import { type Report, tellCreated } from '../report.js'
import { tellNotice } from '../visible-output.js'

const flags: Readonly<Record<string, FlagRule>> = {
  ...Object.fromEntries(questions.map((question) => [question.name, flagRule(question)])),
  fromPropel: {
    type: 'boolean',
    default: 'off',
    help: 'convert propel.<ext> to orm.<ext>, without questions and without a database',
  },
  createDatabase: { type: 'boolean', default: 'off', help: 'create the database if it does not exist' },
  skipConnectionTest: { type: 'boolean', default: 'off', help: 'do not test the connection to the database' },
  overwrite: { type: 'boolean', default: 'off', help: 'replace files that exist' },
  yes: { type: 'boolean', default: 'off', help: 'use the default answer of every question that no option answers' },
}

function flagRule({ kind, label, choices, meaning, name }: Question): FlagRule {
  const fallback = name === 'driver' || name === 'database' || name === 'dsn' ? 'none' : 'asked'
  return {
    type: kind === 'confirm' ? 'boolean' : 'string',
    default: fallback,
    help: label,
    ...(choices && { values: choices }),
    ...(meaning && { meaning }),
  }
}

export const init: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: true, lasts: false },
  options: [],
  flags,
  examples: [`orm init --driver=${fileDriver} --yes`, 'orm init --from-propel'],
  async run(_, io, report, { flags: given }) {
    if (given.fromPropel) return moveOver(given, io)
    const around = await surroundings(given)
    const known = answersOf(given)
    const problems = problemsOf(known)
    for (const [name, text] of problems) io.stderr.write(`orm: --${flagOf(name)}: ${text}\n`)
    if (problems.length > 0) return 2
    const prompts = given.yes ? undefined : await io.prompts?.()
    const connect = new ConnectionTest(given, io, report)
    return prompts ? ask(known, prompts, around, connect) : take(known, around, connect)
  },
}

async function moveOver(given: Flags, io: Io): Promise<ExitCode> {
  const moved = await movedProject(io)
  if (!moved) {
    io.stderr.write('orm: there is no propel.<ext> here, in conf/ or in config/\n')
    return 3
  }
  const agreed = await agreedFiles(moved.files, undefined, given, io)
  if (!agreed) return 1
  for (const { path } of await writeFiles(agreed, '.')) io.stdout.write(` + ${path}\n`)
  for (const notice of moved.notices) tellNotice(io, notice)
  io.stdout.write(await movedFarewell(moved.hasMigrations))
  return 0
}

type Flags = Readonly<Record<string, string | boolean | undefined>>

const answersOf = (given: Flags): Partial<Answers> =>
  Object.fromEntries(questions.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])))

async function surroundings({ yes, overwrite, schemaDir }: Flags): Promise<Surroundings> {
  const names = await disk.list('.')
  const configFormat = configFormats.find((format) =>
    names.some((name) => name.replace(/\.dist$/, '') === `orm.${format}`),
  )
  return {
    keepsSchema: yes === true && !overwrite && (await schemasIn(String(schemaDir ?? '.'))).length > 0,
    hasPackageJson: names.includes('package.json'),
    modelDir: names.includes('src') ? 'src/Model' : 'generated-classes',
    ...(configFormat && { configFormat }),
  }
}

/** Asks the questions, shows a summary in which every answer can be changed, and writes the files. */
async function ask(
  flagged: Partial<Answers>,
  prompts: Prompts,
  around: Surroundings,
  connection: ConnectionTest,
): Promise<ExitCode> {
  const { io } = connection
  const interview = new Interview(flagged, prompts, around, io, (answers, create) => connection.try(answers, create))
  if (!(await interview.run())) return 1
  for (;;) {
    const { around: known } = interview
    const answers = completed(interview.answers, known)
    const shown = questions.filter((question) => question.isAsked(answers, known))
    const choice = await prompts.select('Everything correct?', [
      { value: '', name: 'yes, write the files' },
      ...shown.map((question) => ({
        value: question.name,
        name: `change ${question.label}: ${shownAnswer(question, answers)}`,
      })),
      { value: '-', name: 'no, stop here' },
    ])
    if (choice === '-') throw new Interrupted(true)
    if (choice === '') return write(answers, prompts, connection)
    if (!(await interview.change(choice as AnswerName))) return 1
  }
}

function shownAnswer({ name, kind }: Question, answers: Answers): string {
  if (name === 'password') return answers.password === '' ? '(none)' : '(hidden)'
  if (name === 'passwordEnv') return answers.passwordEnv === '' ? 'the configuration file' : `$${answers.passwordEnv}`
  if (kind === 'confirm') return answers[name] ? 'yes' : 'no'
  return String(answers[name]) || '(none)'
}

/** Runs without prompts: uses defaults with --yes, and otherwise reports the missing flags. */
async function take(known: Partial<Answers>, around: Surroundings, connection: ConnectionTest): Promise<ExitCode> {
  const { given, io } = connection
  const answers = completed(known, around)
  const missing = questions.filter(
    (question) =>
      question.isAsked(answers, around) &&
      known[question.name] === undefined &&
      (!given.yes || question.default(answers, around) === undefined),
  )
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `--${flagOf(name)}`)
    const hint = given.yes ? '' : '\nor --yes for the defaults of those that have one'
    io.stderr.write(`orm: no terminal for prompts; pass ${names.join(', ')}${hint}\n`)
    return 2
  }
  const found = await connection.try(answers, async () => given.createDatabase === true)
  return write(completed(known, { ...around, ...found }), undefined, connection)
}

/** Adds the password from its environment variable, if set, so that the connection can be tested. */
const withPassword = (answers: Answers, { env }: Io): Answers =>
  answers.passwordEnv !== '' && answers.password === ''
    ? { ...answers, password: env[answers.passwordEnv] ?? '' }
    : answers

/** Tests connections, and reports which databases it has created. */
class ConnectionTest {
  readonly given: Flags
  readonly io: Io
  /** Result of the last test; undefined if there was none. */
  hasTables: boolean | undefined

  constructor(
    given: Flags,
    io: Io,
    readonly report: Report,
  ) {
    this.given = given
    this.io = io
  }

  async try(
    answers: Answers,
    create: (database: string) => Promise<boolean>,
  ): Promise<Pick<Surroundings, 'hasTables'>> {
    if (this.given.skipConnectionTest) return {}
    // Loaded here, so that commands without a database never load one.
    const { testConnection } = await import('orm-database')
    const found = await testConnection(
      connectionName,
      connectionOf(withPassword(answers, this.io)),
      async (_, database) => {
        const agreed = await create(database)
        if (agreed) tellCreated(connectionName, database, this.report)
        return agreed
      },
    )
    this.hasTables = found.hasTables
    return found
  }
}

async function write(
  answers: Answers,
  prompts: Prompts | undefined,
  { given, io, hasTables }: ConnectionTest,
): Promise<ExitCode> {
  const imported = answers.existing && hasTables !== false ? await reversed(answers, io) : undefined
  if (answers.existing && !imported?.tables) {
    io.stderr.write('orm: the database has no tables to import; omit --existing to get an example schema\n')
    return 1
  }
  const schema = imported
    ? { connection: connectionName, imported: imported.schema, kept: [] }
    : await existingSchema(answers, { overwrite: given.overwrite === true, isAsked: prompts !== undefined })
  const files = await projectFiles(answers, schema)
  // Checks the new configuration before its files are written: a second one would fail every build.
  await configOf(files, io)
  const manifest = answers.scripts ? await readIfThere('package.json') : undefined
  const scripts = manifest && withScripts(decode(manifest))
  const composer = answers.composer ? await readIfThere('composer.json') : undefined
  const packages = answers.composer
    ? withComposer(composer ? decode(composer) : '{}', answers, ownVersion())
    : undefined
  const ignore = await readIfThere('.gitignore')
  const agreed = await agreedFiles(files, prompts, given, io)
  if (!agreed) return 1
  const added = (path: string, contents: string | undefined, before?: Uint8Array): BuiltFile[] =>
    contents !== undefined && contents !== (before && decode(before))
      ? [{ path, contents, kind: 'project', keepExisting: false }]
      : []
  const all: BuiltFile[] = [
    ...agreed,
    ...added('package.json', scripts, manifest),
    ...added('composer.json', packages, composer),
    ...added('.gitignore', withIgnored(ignore && decode(ignore), answers)),
  ]
  for (const { path } of await writeFiles(all, '.')) io.stdout.write(` + ${path}\n`)
  for (const path of schema.kept) io.stdout.write(` = ${path} (exists)\n`)
  const leave = (path: string): unknown =>
    io.stderr.write(`orm: ${path} is not valid, and was left as it is; correct it, and add what is missing\n`)
  if (manifest && scripts === undefined) leave('package.json')
  if (composer && packages === undefined) leave('composer.json')
  if (answers.existing) await baseline(answers, io)
  const hasSchema = schema.kept.length > 0
  io.stdout.write(
    await farewell({ ...answers, composer: packages !== undefined }, { version: ownVersion(), hasSchema }),
  )
  return 0
}

/**
 * Returns the schema of a project whose tables are not imported: existing files, or a sample.
 *
 * @param isAsked whether the user is asked before the sample replaces an existing schema.xml
 */
async function existingSchema(
  { schemaDir }: Answers,
  { overwrite, isAsked }: { readonly overwrite: boolean; readonly isAsked: boolean },
): Promise<ProjectSchema> {
  const found = await schemasIn(schemaDir)
  const mayReplace = (overwrite || isAsked) && found.some(({ path }) => basename(path) === 'schema.xml')
  const names = found.map(({ contents }) => databaseNameIn(decodeXml(contents).text))
  const name = names.find((name) => name !== undefined && isConnectionName(name))
  return {
    connection: name === undefined || (mayReplace && overwrite) ? connectionName : name,
    kept: mayReplace ? [] : found.map(({ path }) => path),
  }
}

/** Returns the schema files of a directory, which may be missing. */
const schemasIn = (directory: string): Promise<readonly InputFile[]> => findSchemas(directory).catch(() => [])

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Records the existing tables as a baseline. From now on, migrations change the tables and keep their rows. */
async function baseline(answers: Answers, io: Io): Promise<void> {
  const { migrationBaseline } = await import('orm-database')
  const config = await defaultConfig()
  const chosen = { defaultConnection: connectionName, connections: [connectionName] }
  await migrationBaseline({
    config: {
      ...config,
      connections: { [connectionName]: connectionOf(withPassword(answers, io)) },
      generator: { ...config.generator, ...chosen },
    },
    write: async (files, directory) => {
      for (const { path } of await writeFiles(files, directory)) io.stdout.write(` + ${path}\n`)
    },
  })
}

/** Returns a schema of the existing tables. */
async function reversed(answers: Answers, io: Io): Promise<{ schema: string; tables: number }> {
  const { reverseDatabase } = await import('orm-database')
  const { schema, tables, notices } = await reverseDatabase({
    name: connectionName,
    connection: connectionOf(withPassword(answers, io)),
    database: connectionName,
    namespace: answers.namespace,
    config: await defaultConfig(),
  })
  for (const notice of notices) tellNotice(io, notice)
  if (tables > 0) io.stdout.write(`${tables} table${tables === 1 ? '' : 's'} imported.\n`)
  return { schema, tables }
}

/** Asks before existing files are overwritten. Returns undefined if the user cannot be asked. */
async function agreedFiles(
  files: readonly BuiltFile[],
  prompts: Prompts | undefined,
  given: Flags,
  io: Io,
): Promise<readonly BuiltFile[] | undefined> {
  const existing = new Set<string>()
  for (const { path } of files) if ((await readIfThere(path)) !== undefined) existing.add(path)
  if (existing.size === 0 || given.overwrite) return files
  if (!prompts) {
    io.stderr.write(
      `orm: ${[...existing].join(', ')} would be overwritten; nothing was written (--overwrite replaces them)\n`,
    )
    return undefined
  }
  const agreed: BuiltFile[] = []
  for (const file of files) {
    if (!existing.has(file.path) || (await prompts.confirm(`${file.path} exists. Overwrite it?`, false)))
      agreed.push(file)
  }
  return agreed
}
