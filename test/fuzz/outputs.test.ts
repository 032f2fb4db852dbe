import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import orm from 'gulp-orm'
import { run } from 'orm-cli'
import { rollup } from 'rollup'
import ormPlugin from 'rollup-plugin-orm'
import { check } from '../support/fuzz.js'
import { gruntInProcess } from '../support/grunt-in-process.js'
import { root } from '../support/root.mjs'

// It has no types.
const gulp = createRequire(import.meta.url)('gulp')

/** Directories of a build: each as it is written down. */
interface Directories {
  readonly schema: string
  readonly php: string
  readonly conf: string
  readonly sql: string
  readonly loader: string | undefined
}

/** A way to write down a directory of that name, inside the project, beside it or behind a symbolic link. */
const directory = (name: string) =>
  fc.constantFrom(
    name,
    `./${name}`,
    `${name}/`,
    `deep//${name}`,
    `deep/../${name}`,
    `../beside/${name}`,
    `../project/${name}`,
    `%/project/${name}`,
    `%/away/./${name}/deep/..`,
    `link/${name}`,
    `link/../${name}`,
    `%/project/link/deep/${name}`,
    `${name}-link`,
    `${name}-link/deep`,
  )

// Few names, so that some of the directories are one, or one lies in another.
const anyDirectory = fc.constantFrom('a', 'b', 'c').chain(directory)

const directories: fc.Arbitrary<Directories> = fc.record({
  schema: anyDirectory,
  php: anyDirectory,
  conf: anyDirectory,
  sql: anyDirectory,
  loader: fc.option(anyDirectory, { nil: undefined }),
})

const schema =
  '<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/></table></database>'

const parts = {
  php: ['Book.php', 'BookQuery.php', 'Base/Book.php', 'Base/BookQuery.php', 'Map/BookTableMap.php'],
  sql: ['shop.sql', 'sqldb.map'],
  conf: ['config.php'],
  loader: ['loadDatabase.php'],
}

/** A folder with a project, places outside it, and links to these; the working directory is the project. */
class Sandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'orm-outputs-')))
  readonly #before = process.cwd()

  constructor(told: Directories) {
    for (const name of ['project', 'away/deep', 'beside', 'a', 'b', 'c']) {
      mkdirSync(join(this.folder, name), { recursive: true })
    }
    symlinkSync('../away', join(this.folder, 'project/link'))
    for (const name of ['a', 'b', 'c']) symlinkSync(`../${name}`, join(this.folder, `project/${name}-link`))
    process.chdir(join(this.folder, 'project'))
    this.write(join(told.schema, 'schema.xml'), schema)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(resolve(path)), { recursive: true })
    writeFileSync(resolve(path), text)
  }

  /** Every file, wherever it is, by its real path. */
  files(): Set<string> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true })
    return new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  }

  remove(): void {
    process.chdir(this.#before)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

interface Host {
  /** Directories that the host takes from the configuration, and the build itself. */
  configured(told: Directories): Partial<Directories>
  build(told: Directories): Promise<unknown>
}

const all = (told: Directories): Partial<Directories> => told

async function script(...args: string[]): Promise<void> {
  let shown = ''
  const output = { write: (text: string) => (shown += text) }
  const code = await run(args, { env: {}, stdout: output, stderr: output })
  if (code !== 0) throw new Error(`orm ${args.join(' ')}: ${shown}`)
}

const through = (...streams: NodeJS.ReadWriteStream[]) =>
  finished(streams.reduce((from, to) => from.pipe(to)).resume() as never)

const hosts: Readonly<Record<string, Host>> = {
  'orm build': { configured: all, build: () => script('build') },
  'three commands': {
    configured: all,
    async build() {
      for (const command of ['config:convert', 'sql:build', 'model:build']) await script(command)
    },
  },
  'three commands with options': {
    // Where config.php goes is told to config:convert only, so model:build must be told where the loader is.
    configured: ({ loader, conf }) => ({ loader: loader ?? conf }),
    async build({ schema: from, php, conf, sql }) {
      await script('model:build', `--schema-dir=${from}`, `--output-dir=${php}`)
      await script('sql:build', `--schema-dir=${from}`, `--output-dir=${sql}`)
      await script('config:convert', `--output-dir=${conf}`)
    },
  },
  gulp: {
    configured: ({ schema: from, conf, loader }) => ({ schema: from, conf, loader }),
    async build({ schema: from, php, conf, sql }) {
      const schemas = () => gulp.src(join(from, '*schema.xml'))
      await through(schemas(), orm.modelBuild({ outputDir: php }), gulp.dest(php))
      await through(schemas(), orm.sqlBuild({ outputDir: sql }), gulp.dest(sql))
      await through(gulp.src('orm.json'), orm.configConvert(), gulp.dest(conf))
    },
  },
  'gulp with our dest': {
    configured: ({ schema: from, conf, loader }) => ({ schema: from, conf, loader }),
    async build({ schema: from, php, conf, sql }) {
      const schemas = () => gulp.src(join(from, '*schema.xml'))
      await through(schemas(), orm.modelBuild(), orm.dest(php))
      await through(schemas(), orm.sqlBuild({ outputDir: sql }), orm.dest(sql))
      await through(gulp.src('orm.json'), orm.configConvert(), orm.dest(conf))
    },
  },
  rollup: {
    configured: all,
    async build() {
      writeFileSync('app.js', 'export default 1\n')
      await (await rollup({ input: 'app.js', plugins: [ormPlugin()] })).close()
    },
  },
  grunt: {
    configured: ({ conf, loader }) => ({ conf, loader }),
    async build({ schema: from, php, conf, sql }) {
      const target = (source: string, dest: string) => ({ all: { src: source, dest } })
      const config = {
        orm_model: target(join(from, '*schema.xml'), php),
        orm_sql: target(join(from, '*schema.xml'), sql),
        orm_config: target('orm.json', conf),
      }
      if (!existsSync('node_modules')) symlinkSync(join(root, 'node_modules'), 'node_modules')
      const text = `module.exports = (grunt) => {
        grunt.initConfig(${JSON.stringify(config)})
        grunt.loadNpmTasks('grunt-orm')
      }`
      writeFileSync('Gruntfile.cjs', text)
      const { code, output } = await gruntInProcess('.', ...Object.keys(config))
      if (code !== 0) throw new Error(output)
    },
  },
}

/** `%` stands for the folder of the sandbox, which nobody knows before. */
const placed = (told: Directories, folder: string): Directories =>
  Object.fromEntries(
    Object.entries(told).map(([key, path]) => [key, path?.replace('%', folder)]),
  ) as unknown as Directories

const keys = { schema: 'schemaDir', php: 'phpDir', conf: 'phpConfDir', sql: 'sqlDir', loader: 'loaderScriptDir' }

async function verify(t: ExecutionContext, { configured, build }: Host, form: Directories): Promise<void> {
  const sandbox = new Sandbox({ ...form, schema: 'schemas' })
  try {
    const told = placed(form, sandbox.folder)
    sandbox.write(join(told.schema, 'schema.xml'), schema)
    const given = Object.entries(configured(told)).flatMap(([key, path]) =>
      path === undefined ? [] : [[keys[key as keyof Directories], path]],
    )
    const connections = { shop: { adapter: 'sqlite', dsn: 'sqlite::memory:' } }
    sandbox.write('orm.json', JSON.stringify({ orm: { paths: Object.fromEntries(given), database: { connections } } }))
    const own = ['app.js', 'Gruntfile.cjs'].map((name) => resolve(name))
    const before = sandbox.files()
    await build(told)
    const isManifest = (path: string) => path.endsWith('/.orm-manifest.json')
    const made = [...sandbox.files()].filter((path) => !before.has(path) && !own.includes(path)).sort()

    const place = (part: keyof typeof parts) =>
      realpathSync(resolve(part === 'loader' ? (told.loader ?? told.conf) : told[part]))
    const expected = Object.entries(parts).flatMap(([part, names]) =>
      names.map((name) => join(place(part as keyof typeof parts), name)),
    )
    t.deepEqual(
      made.filter((path) => !isManifest(path)),
      expected.sort(),
    )
    const directories = new Set(
      expected.map((path) => (/\/(?:Base|Map)\/[^/]+$/.test(path) ? dirname(dirname(path)) : dirname(path))),
    )
    for (const path of made.filter(isManifest)) t.true(directories.has(dirname(path)), path)
    const config = join(place('conf'), 'config.php')
    const [, loader = ''] = /require_once __DIR__ \. '([^']+)'/.exec(readFileSync(config, 'utf8')) ?? []
    t.regex(readFileSync(join(dirname(config), loader), 'utf8'), /BookTableMap/)

    const stub = join(place('php'), 'Book.php')
    writeFileSync(stub, '<?php // mine')
    const after = sandbox.files()
    await build(told)
    t.deepEqual(sandbox.files(), after)
    t.is(readFileSync(stub, 'utf8'), '<?php // mine')
  } finally {
    sandbox.remove()
  }
}

for (const [name, host] of Object.entries(hosts)) {
  // Each case has five directories and is built twice. Each build of grunt is a process of its own.
  const runs = name === 'grunt' ? { short: 1, long: 25 } : { short: 4, long: 600 }
  test.serial(`${name}: files are made where it was told, and nowhere else`, (t) =>
    check(
      t,
      runs,
      fc.asyncProperty(directories, (form) => verify(t, host, form)),
    ),
  )
}
