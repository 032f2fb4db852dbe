import { readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import test from 'ava'
import fc from 'fast-check'
import ormTasks from 'grunt-orm'
import gulpOrm from 'gulp-orm'
import { configConvert, type Diagnostic, formatDiagnostic, modelBuild, sqlBuild } from 'orm-core'
import rollupOrm from 'rollup-plugin-orm'
import { check } from '../support/fuzz.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { createProject, type Project } from '../support/project.js'

// They have no types, or none that fit.
const require = createRequire(import.meta.url)
const gulp = require('gulp')
const grunt = require('grunt')

type Make = 'sql' | 'model' | 'config'
type Options = Readonly<Record<string, unknown>>

/** What a host did: the files that it left, what it said of the sources, or which options it does not have. */
interface Outcome {
  readonly files: Readonly<Record<string, string>>
  readonly diagnostics: readonly string[]
  readonly rejected: readonly string[]
}

const patterns = { sql: '*schema.xml', model: '*schema.xml', config: 'orm.yaml' }
const directories = { sql: 'generated-sql', model: 'generated-classes', config: 'generated-conf' }

const flag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const flags = (options: Options): string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    value === true
      ? [flag(name)]
      : value === false
        ? [flag(name).replace('--', '--no-')]
        : [value].flat().map((each) => `${flag(name)}=${each}`),
  )

async function inFolder(folder: string, work: () => Promise<unknown>): Promise<void> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    await work()
  } finally {
    process.chdir(before)
  }
}

const script =
  (command: string) =>
  async ({ folder }: Project, options: Options): Promise<string> => {
    const { output } = await ormInProcess(folder, [command, ...flags(options)])
    return output
  }

const commands = { sql: 'sql:build', model: 'model:build', config: 'config:convert' }

/** Each host's way to make one output; gives what it prints. */
const hosts: Readonly<Record<string, (project: Project, make: Make, options: Options) => Promise<string>>> = {
  script: (project, make, options) => script(commands[make])(project, options),
  async gulp({ folder }, make, options) {
    const printed: string[] = []
    const maker = { sql: gulpOrm.sqlBuild, model: gulpOrm.modelBuild, config: gulpOrm.configConvert }[make]
    const onWarning = (warning: Diagnostic) => void printed.push(formatDiagnostic(warning))
    await inFolder(folder, async () => {
      const stream = maker({ ...options, ...(make !== 'config' && { onWarning }) })
      await pipeline(gulp.src(patterns[make]), stream, gulpOrm.dest(directories[make]).resume())
    }).catch((error) => printed.push(error.message))
    return printed.join('\n')
  },
  async streams({ folder }, make, options) {
    const printed: string[] = []
    const maker = { sql: sqlBuild, model: modelBuild, config: configConvert }[make]
    const onWarning = (warning: Diagnostic) => void printed.push(formatDiagnostic(warning))
    await inFolder(folder, async () => {
      const stream = maker({ ...options, env: process.env, ...(make !== 'config' && { onWarning }) })
      await pipeline(gulp.src(patterns[make]), stream, gulp.dest(directories[make]).resume())
    }).catch((error) => printed.push(error.message))
    return printed.join('\n')
  },
  async grunt({ folder }, make, options) {
    const printed: string[] = []
    const print = (text: string) => printed.push(text)
    const tasks = new Map<string, (this: object) => void>()
    ormTasks({
      config: grunt.config,
      file: grunt.file,
      option: () => undefined,
      log: { writeln: print, error: print, ok: () => {}, verbose: { writeln: () => {} } },
      registerMultiTask: (name: string, _: string, work: () => void) => tasks.set(name, work),
    } as never)
    await inFolder(folder, async () => {
      const src = patterns[make]
      const files = [{ src: grunt.file.expand(src), dest: directories[make], orig: { src } }]
      await new Promise((resolve) =>
        tasks.get(`orm_${make}`)!.call({ files, options: () => options, async: () => resolve }),
      )
    })
    return printed.join('\n')
  },
}

/** Hosts that make everything at once. */
const wholeHosts: Readonly<Record<string, (project: Project, options: Options) => Promise<string>>> = {
  script: script('build'),
  async rollup({ folder }, options) {
    const printed: string[] = []
    const print = ({ message }: { message: string }) => printed.push(message)
    const context = { meta: { watchMode: false }, addWatchFile() {}, info() {}, warn: print }
    const error = (log: { message: string }): never => {
      throw new Error(log.message)
    }
    await inFolder(folder, async () => rollupOrm(options).buildStart.call({ ...context, error })).catch((problem) =>
      printed.push(problem.message),
    )
    return printed.join('\n')
  },
}

async function outcomeOf({ folder }: Project, text: string): Promise<Outcome> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith('.') ? [join(entry.parentPath, entry.name)] : [],
  )
  const generated = names.filter((name) => name.includes('/generated-')).sort()
  const files = await Promise.all(
    generated.map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')]),
  )
  const rejected = [...text.matchAll(/unknown option "(\w+)"|has no option (--[\w-]+)/g)]
  return {
    files: Object.fromEntries(files),
    diagnostics:
      rejected.length > 0 ? [] : [...new Set(text.match(/ORM-[A-Z]\d{3} .*?(?= \[node_modules|$)/gm) ?? [])].sort(),
    // The script stops at the first one.
    rejected: rejected.slice(0, 1).map(([, name, flagName]) => (name ? flag(name) : flagName!.replace('--no-', '--'))),
  }
}

const column = '<column name="id" type="integer" primaryKey="true"/>'
const table = (name: string, more = '') => `<table name="${name}">${column}${more}</table>`
const schemas = {
  right: table('book'),
  'with a warning': table('book', '<column name="a" type="varchar" colour="red"/>'),
  wrong: table('book', '<column name="a" type="varchr"/><column name="b" type="intgr"/>'),
  'with an unknown behavior': table('book', '<behavior name="nothing"/>'),
  'with a behavior of the project': table('book', '<behavior name="./mine.mjs"/>'),
}

const optionsOf = fc.record(
  {
    tablePrefix: fc.constantFrom('x_', 'y_', 'a\0b'),
    platform: fc.constantFrom('mysql', 'postgres', 'nothing'),
    connection: fc.constantFrom(['shop=pgsql:host=h;dbname=d'], ['nonsense'], ['other=sqlite:x']),
    mysqlEngine: fc.constantFrom('MyISAM', 'a b'),
    strict: fc.boolean(),
    plugins: fc.boolean(),
    keepEnv: fc.boolean(),
    ignoreUnknownBehaviors: fc.boolean(),
    allowUnknownConstraints: fc.boolean(),
    tablePrefx: fc.constant('x_'),
  },
  { requiredKeys: [] },
)

/** Mostly few options, and hardly ever one that does not exist, so that most cases get past the options. */
const fewOptions = fc
  .tuple(optionsOf, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 9 }))
  .map(([{ tablePrefx, ...options }, most, luck]) =>
    Object.fromEntries([
      ...Object.entries(options).slice(0, most),
      ...(luck === 0 && tablePrefx ? [['tablePrefx', tablePrefx]] : []),
    ]),
  )

async function compare(
  project: Project,
  schema: string,
  runs: Readonly<Record<string, () => Promise<string>>>,
): Promise<void> {
  await project.write('schema.xml', `<database name="shop">${schema}</database>`)
  let expected: { readonly host: string; readonly outcome: Outcome } | undefined
  for (const [host, run] of Object.entries(runs)) {
    for (const directory of Object.values(directories)) {
      await rm(join(project.folder, directory), { recursive: true, force: true })
    }
    const outcome = await outcomeOf(project, await run())
    if (!expected) expected = { host, outcome }
    else if (JSON.stringify(outcome) !== JSON.stringify(expected.outcome)) {
      throw new Error(`${expected.host}: ${JSON.stringify(expected.outcome)}\n${host}: ${JSON.stringify(outcome)}`)
    }
  }
}

const behavior = `export default { name: 'mine', api: 1, modifyTable({ table }) { table.ensureColumn({ name: 'mine', type: 'integer' }) } }`

test.serial(
  'the same options give the same files, diagnostics or rejection in script, gulp, grunt and streams',
  async (t) => {
    const project = await createProject(t, {
      schema: `<database name="shop">${table('a')}</database>`,
      database: 'sqlite',
    })
    await project.write('mine.mjs', behavior)
    const property = fc.asyncProperty(
      fc.constantFrom<Make>('sql', 'model', 'config'),
      fc.constantFrom(...Object.values(schemas)),
      fewOptions,
      async (make, schema, options) => {
        const runs = Object.entries(hosts).map(([name, run]) => [name, () => run(project, make, options)])
        await compare(project, schema, Object.fromEntries(runs))
      },
    )
    await check(t, { short: 25, long: 2000 }, property)
  },
)

test.serial('the same options give the same in script and rollup', async (t) => {
  const project = await createProject(t, {
    schema: `<database name="shop">${table('a')}</database>`,
    database: 'sqlite',
  })
  await project.write('mine.mjs', behavior)
  const property = fc.asyncProperty(fc.constantFrom(...Object.values(schemas)), fewOptions, async (schema, options) => {
    const runs = Object.entries(wholeHosts).map(([name, run]) => [name, () => run(project, options)])
    await compare(project, schema, Object.fromEntries(runs))
  })
  await check(t, { short: 15, long: 1000 }, property)
})
