import test from 'ava'
import ormTasks from 'grunt-orm'
import gulpOrm from 'gulp-orm'
import * as core from 'orm-core'
import { type OptionName, optionTable } from 'orm-core/internal/options'
import * as project from 'orm-project'
import rollupOrm from 'rollup-plugin-orm'
import { ormInProcess } from '../support/orm-in-process.js'
import { createProject } from '../support/project.js'

const names = Object.keys(optionTable) as OptionName[]

/** A value of the right type, for every option. */
const values = { string: 'x', boolean: true, number: 1, list: ['a=sqlite:x'], object: {} }
const sampleOf = (name: OptionName): unknown => {
  const rule: { readonly type: keyof typeof values; readonly values?: readonly string[] } = optionTable[name]
  return rule.values?.[0] ?? values[rule.type]
}

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The flags that the script says a command has. */
async function flagsOf(command: string): Promise<ReadonlySet<string>> {
  const { stdout } = await ormInProcess('.', ['help', command])
  return new Set(Array.from(stdout.matchAll(/^ {2}(--[a-z-]+)/gm), ([, flag]) => flag!))
}

const listed = async (): Promise<string[]> => {
  const { stdout } = await ormInProcess('.', ['help'])
  const [commands = ''] = stdout.split('Options of every command')
  return Array.from(commands.matchAll(/^ {2}([a-z:-]+) {2,}/gm), ([, name]) => name!)
}

type Task = (options: object) => unknown
type Tasks = Readonly<Record<string, Task>>

/** grunt's tasks, whose errors are printed. */
function gruntTasks(): Tasks {
  const printed: string[] = []
  const print = (text: string) => printed.push(text)
  const tasks = new Map<string, (this: object) => void>()
  ormTasks({
    config: { get: () => undefined },
    file: { isMatch: () => true },
    option: (name: string) => (name === 'write' ? false : undefined),
    log: { writeln: print, error: print, ok: print, verbose: { writeln: () => {} } },
    registerMultiTask: (name: string, _: string, work: () => void) => tasks.set(name, work),
  } as never)
  const run = (work: (this: object) => void) => async (options: object) => {
    printed.length = 0
    const files = [{ src: ['nothing'], orig: { src: ['nothing'] } }]
    await new Promise((resolve) => work.call({ files, options: () => options, async: () => resolve }))
    throw new Error(printed.join('\n'))
  }
  return Object.fromEntries([...tasks].map(([name, work]) => [name, run(work)]))
}

const grunt = gruntTasks()
const streamNames = ['sqlBuild', 'modelBuild', 'configConvert', 'outputBuild', 'migrationDiff'] as const
const from = (module: object): Tasks => Object.fromEntries(streamNames.map((name) => [name, (module as Tasks)[name]!]))

/** By command of the script, what does the same in each host. */
const tasks: Readonly<Record<string, Tasks>> = {
  'sql:build': { stream: from(core).sqlBuild!, gulp: from(gulpOrm).sqlBuild!, grunt: grunt.orm_sql! },
  'model:build': { stream: from(core).modelBuild!, gulp: from(gulpOrm).modelBuild!, grunt: grunt.orm_model! },
  'config:convert': { stream: from(core).configConvert!, gulp: from(gulpOrm).configConvert!, grunt: grunt.orm_config! },
  'output:build': { stream: from(core).outputBuild!, gulp: from(gulpOrm).outputBuild!, grunt: grunt.orm_output! },
  'migration:diff': {
    stream: from(core).migrationDiff!,
    gulp: from(gulpOrm).migrationDiff!,
    grunt: grunt.orm_migration_diff!,
  },
  'sql:insert': { gulp: gulpOrm.sqlInsert as Task, grunt: grunt.orm_insert! },
  'migration:migrate': { gulp: gulpOrm.migrate as Task, grunt: grunt.orm_migrate! },
  build: { rollup: rollupOrm as Task },
}

/** What a host decides itself, and so refuses as an option; what is written, orm.dest() decides in gulp. */
const owned: Readonly<Record<string, readonly OptionName[]>> = {
  stream: ['watch', 'format', 'validate', 'schemaDir', 'recursive', 'dryRun', 'check', 'overwrite'],
  gulp: ['watch', 'format', 'validate', 'schemaDir', 'recursive', 'dryRun', 'check', 'overwrite'],
  grunt: ['watch', 'format', 'validate', 'schemaDir', 'recursive', 'outputDir'],
  rollup: ['watch', 'format', 'validate'],
}

/** Where the rule has a reason not to hold. */
const exceptions: Readonly<Record<string, Partial<Record<OptionName, boolean>>>> = {
  // The map that is there is merged before orm.dest() sees it.
  'sql:build stream': { overwrite: true },
  'sql:build gulp': { overwrite: true },
  // Nothing is written.
  'sql:insert gulp': { dryRun: true },
  'migration:migrate gulp': { dryRun: true },
}

for (const [command, hosts] of Object.entries(tasks)) {
  for (const [host, task] of Object.entries(hosts)) {
    test.serial(`${command} in ${host}: an option of the script exists, or is refused by its name`, async (t) => {
      const scripted = await flagsOf(command)
      const connects = host === 'gulp' && !command.includes('build') && !command.includes('diff')
      for (const name of names) {
        const isOwned = owned[host]!.includes(name)
        // No command line can express it.
        const isBuild = !['sql:insert', 'migration:migrate'].includes(command)
        const expected =
          exceptions[`${command} ${host}`]?.[name] ??
          (name === 'overrides' ? isBuild : scripted.has(flagOf(name)) && !isOwned)
        const given = { [name]: sampleOf(name), ...(connects && { configDir: 'nothing' }) }
        const message = await Promise.resolve()
          .then(() => task(given))
          .then(
            () => '',
            (error: Error) => error.message,
          )
        t.is(!message.includes(`unknown option "${name}"`), expected, `${name}: ${message}`)
      }
    })
  }
}

test.serial('every command of the script has an option, or refuses it by its name with exit code 2', async (t) => {
  const { folder } = await createProject(t, { schema: '<database name="a"/>', database: 'sqlite' })
  const commands = await listed()
  t.true(commands.length > 20)
  for (const command of commands) {
    const scripted = await flagsOf(command)
    for (const name of names) {
      const flag = flagOf(name)
      if (scripted.has(flag)) continue
      const value = sampleOf(name)
      const { code, stderr } = await ormInProcess(folder, [command, value === true ? flag : `${flag}=${value}`])
      t.is(code, 2, `${command} ${flag}`)
      t.true(stderr.includes(`${command} has no option ${flag}`), `${command} ${flag}: ${stderr}`)
    }
  }
})

/** What each function that takes options is called with before them. */
const calls: Readonly<Record<string, (options: never) => unknown>> = {
  loadConfig: core.loadConfig,
  findSchemas: (options) => core.findSchemas('nowhere', core.disk, options),
  compileSchema: (options) => core.compileSchema([], options),
  buildSql: (options) => core.buildSql([], options),
  buildModel: (options) => core.buildModel([], options),
  iterateModel: (options) => core.iterateModel([], options),
  buildOutputs: (options) => core.buildOutputs([], options),
  buildAll: (options) => core.buildAll([], options),
  buildMigrations: (options) => core.buildMigrations([], options),
  buildDiagrams: (options) => core.buildDiagrams([], options),
  convertConfig: (options) => core.convertConfig({ path: 'orm.json', contents: '{}' }, options),
  ...from(core),
  Project: (options) => new project.Project(options),
  watchProject: (options) => project.watchProject(new project.Project(), options),
  writeFiles: (options) => project.writeFiles([], 'nowhere', options),
  writeModel: (options) => project.writeModel([], 'nowhere', options),
}

for (const [name, call] of Object.entries(calls)) {
  test(`${name}() refuses an option that it does not have, one of a wrong type, and options that are none`, async (t) => {
    const messageOf = (options: unknown): Promise<string> =>
      Promise.resolve()
        .then(() => call(options as never))
        .then(
          () => 'nothing was refused',
          ({ message }: Error) => message,
        )
    t.regex(await messageOf({ platfrom: 'mysql' }), /^ORM-C201 unknown option "platfrom"/)
    const wrong = /^Project|config|Config|build|compile|Build/.test(name) ? { plugins: 'yes' } : undefined
    if (wrong) t.regex(await messageOf(wrong), /^ORM-C202 option "plugins" must be a boolean, got a string/)
    t.regex(await messageOf('nowhere'), /^ORM-C202 options must be an object, got a string/)
    t.regex(await messageOf(null), /^ORM-C202 options must be an object, got null/)
  })
}

test('calls has every exported function that takes options', (t) => {
  const exported = Object.entries({ ...core, ...project }).filter(([, value]) => typeof value === 'function')
  const without = ['OrmError', 'codeFrame', 'defaultConfig', 'defineOutput', 'diagnosticRecord', 'formatDiagnostic']
  const other = [...without, 'registerDialect', 'writeSchema']
  t.deepEqual([...exported.map(([name]) => name)].sort(), [...Object.keys(calls), ...other].sort())
})

test('a value that is not in the list of an option is refused', async (t) => {
  const refused = async (work: () => unknown, message: RegExp) =>
    void (await t.throwsAsync(async () => work(), { any: true, message }))
  await refused(
    () => new project.Project({ mode: 'chek' as never }),
    /ORM-C202 option "mode": "chek" is not a value: write, /,
  )
  await refused(
    () => new project.Project({ make: ['modle' as never] }),
    /ORM-C202 option "make": "modle" is not a value: sql, /,
  )
  await refused(
    () => new project.Project({ make: 'sql' as never }),
    /ORM-C202 option "make" must be a list, got a string/,
  )
  await refused(() => new project.Project({ make: ['config'], schemaDir: '.' }), /ORM-C201 unknown option "schemaDir"/)
  await refused(() => new project.Project({ outputDir: 'x' }), /ORM-C201 unknown option "outputDir"/)
  const formats = ['dott' as never]
  await refused(
    () => core.buildDiagrams([], { formats }),
    /ORM-C202 option "formats": "dott" is not a value: dot, markdown/,
  )
})

test('buildDiagrams() writes every format by default', async (t) => {
  const inputs = [
    {
      path: 'schema.xml',
      contents: '<database name="d"><table name="a"><column name="x" type="DATE"/></table></database>',
    },
  ]
  const built = await core.buildDiagrams(inputs, {
    config: await core.defaultConfig(),
    connection: ['d=sqlite::memory:'],
  })
  t.deepEqual(
    built.map(({ path }) => path),
    ['d.schema.dot', 'd.schema.md'],
  )
})
