import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Project as OrmProject } from 'orm-project'
import { end } from '../support/command.mjs'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { until } from '../support/patience.mjs'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

const table = (name: string, more = '') => `  <table name="${name}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${more}
  </table>\n`
const schema = (...tables: string[]) =>
  `<database name="shop" defaultIdMethod="native">\n${tables.join('')}</database>\n`

interface Host {
  /** Describe the build. */
  readonly files?: Readonly<Record<string, string>>
  readonly command: readonly string[]
  /** Whether it misses what happens while its tasks run, as its users know: they save again. */
  readonly isForgetful?: boolean
  /** What the watch says of itself, where that is ours to say. */
  readonly tells?: readonly RegExp[]
}

const rollup: Host = {
  files: {
    'rollup.config.mjs': `import orm from 'rollup-plugin-orm'
export default { input: 'app.js', plugins: [orm()], output: { file: 'out/app.js' } }
`,
    'app.js': 'export default 1\n',
  },
  command: ['node_modules/rollup/dist/bin/rollup', '--config', '--watch', '--no-watch.clearScreen'],
  tells: [/built in \d+ ms, watching orm\.yaml, schema\.xml/],
}

/** For each host a file that describes the build, and the command that watches. */
const hosts: Readonly<Record<string, Host>> = {
  'orm build --watch': {
    command: [join(root, 'packages/cli/bin/orm.js'), 'build', '--watch'],
    tells: [
      /^\[\d\d:\d\d:\d\d\] built in \d+ ms\nwatching orm\.yaml, schema\.xml; press Ctrl-C to stop$/m,
      /^\[\d\d:\d\d:\d\d\] failed in \d+ ms$/m,
    ],
  },
  gulp: {
    files: {
      'gulpfile.mjs': `import gulp from 'gulp'
import orm from 'gulp-orm'
const { dest, series, src, watch } = gulp
const sql = () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(dest('generated-sql'))
const model = () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
const conf = () => src('orm.yaml').pipe(orm.configConvert()).pipe(dest('generated-conf'))
// The watcher is not returned: gulp would take the first error of a build for the end of the task.
export default (done) => {
  watch(['*schema.xml', 'orm.yaml'], { ignoreInitial: false, delay: 50 }, series(sql, model, conf))
  done()
}
`,
    },
    command: ['node_modules/gulp/bin/gulp.js'],
  },
  grunt: {
    files: {
      'Gruntfile.cjs': `module.exports = (grunt) => {
  grunt.initConfig({
    orm_sql: { all: { src: '*schema.xml', dest: 'generated-sql' } },
    orm_model: { all: { src: '*schema.xml', dest: 'generated-classes' } },
    orm_config: { all: { src: 'orm.yaml', dest: 'generated-conf' } },
    watch: {
      options: { atBegin: true, interval: 100, debounceDelay: 50 },
      orm: { files: ['*schema.xml', 'orm.yaml'], tasks: ['orm_sql', 'orm_model', 'orm_config'] },
    },
  })
  grunt.loadNpmTasks('grunt-orm')
  grunt.loadNpmTasks('grunt-contrib-watch')
}
`,
    },
    command: ['node_modules/grunt/bin/grunt', '--gruntfile', 'Gruntfile.cjs', 'watch'],
    isForgetful: true,
  },
  rollup,
  vite: {
    files: {
      'vite.config.mjs': `import orm from 'rollup-plugin-orm'
export default { plugins: [orm()], server: { port: 0, host: '127.0.0.1' }, clearScreen: false }
`,
      'index.html': '<!doctype html>\n',
    },
    command: ['node_modules/vite/bin/vite.js'],
    // After the time of day as the user's language writes it.
    tells: [
      /^\d+:\d\d:\d\d.*\[orm\] built in \d+ ms$/m,
      /^\d+:\d\d:\d\d.*\[orm\] failed in \d+ ms$/m,
      /\[orm\] watching orm\.yaml, schema\.xml$/m,
    ],
  },
}

for (const [host, { files = {}, command, isForgetful = false, tells = [] }] of Object.entries(hosts)) {
  test.serial(`${host}: change, break, mend, add and remove a schema`, async (t) => {
    const project = await createProject(t, {
      schema: { 'schema.xml': schema(table('book'), table('author')) },
      database: 'sqlite',
    })
    await linkPackages(project.folder, ...hostPackages, 'grunt-contrib-watch', 'vite')
    for (const [name, text] of Object.entries(files)) await project.write(name, text)
    const saveAgain = isForgetful ? () => utimes(join(project.folder, 'schema.xml'), new Date(), new Date()) : undefined
    const watcher = new Watcher(t, command, project.folder, saveAgain)
    const built = () => watcher.until(() => isBuilt(project))

    await built()
    const stub = join(project.folder, 'generated-classes/Book.php')
    const mine = `${await readFile(stub, 'utf8')}// mine\n`
    await writeFile(stub, mine)

    const title = '\n    <column name="title" type="VARCHAR" size="80"/>'
    await project.write('schema.xml', schema(table('book', title), table('author')))
    await built()

    const before = await cleanBuild(project)
    await project.write('schema.xml', schema(table('book', title.replace('VARCHAR', 'VARCHARR')), table('author')))
    await watcher.until(async () => /schema\.xml(?::4:\d+| \(4:\d+\):) ORM-S302/.test(watcher.shown))
    // A host that saw the change before this one twice builds it twice, and gulp's own dest() empties a file before it
    // writes the same text again.
    await watcher.until(async () => isWritten(before, await outputs(project.folder)))

    await project.write('schema.xml', schema(table('book', title.replace('80', '90')), table('author')))
    await built()

    await project.write('more.schema.xml', schema(table('shelf')))
    await built()

    await rm(join(project.folder, 'more.schema.xml'))
    await built()
    t.is(await readFile(stub, 'utf8'), mine)
    for (const told of tells) t.regex(watcher.shown, told)
  })
}

test.serial('rollup: no change is missed, however soon after another it comes', async (t) => {
  const { files = {}, command } = rollup
  const withSize = (size: number) =>
    schema(table('book', `\n    <column name="title" type="VARCHAR" size="${size}"/>`), table('author'))
  const project = await createProject(t, { schema: { 'schema.xml': withSize(1) }, database: 'sqlite' })
  await linkPackages(project.folder, ...hostPackages, 'grunt-contrib-watch', 'vite')
  for (const [name, text] of Object.entries(files)) await project.write(name, text)
  const watcher = new Watcher(t, command, project.folder, undefined)
  await watcher.until(() => isBuilt(project))
  for (let round = 0; round < 10; round++) {
    const shown = watcher.shown.length
    await project.write('schema.xml', withSize(100 + round).replace('VARCHAR', 'VARCHARR'))
    await watcher.until(async () => watcher.shown.slice(shown).includes('ORM-S302'))
    // Rollup may only now begin to watch the file again.
    await sleep(round % 10)
    await project.write('schema.xml', withSize(100 + round))
    await watcher.until(() => isBuilt(project))
  }
  t.pass()
})

/** A command that watches, and all that it has shown. */
class Watcher {
  shown = ''
  readonly #child: ChildProcess

  constructor(
    t: ExecutionContext,
    command: readonly string[],
    cwd: string,
    readonly saveAgain: (() => Promise<void>) | undefined,
  ) {
    this.#child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const show = (text: string) => {
      this.shown += text
    }
    this.#child.stdout?.setEncoding('utf8').on('data', show)
    this.#child.stderr?.setEncoding('utf8').on('data', show)
    // grunt has a process for each build, which writes into the folder to be removed until it ends.
    t.teardown(() => end(this.#child, 'SIGKILL'))
  }

  until(holds: () => Promise<boolean>): Promise<void> {
    let looks = 0
    const held = async () => {
      if (await holds()) return true
      if (++looks % 50 === 0) await this.saveAgain?.()
      return false
    }
    return until(held, { hopeless: () => this.#child.exitCode !== null, otherwise: () => `a build.\n${this.shown}` })
  }
}

/** Whether all outputs are what a clean build of the sources gives, but for stubs, which nobody removes. */
async function isBuilt(project: Project): Promise<boolean> {
  return isWritten(await cleanBuild(project), await outputs(project.folder))
}

function isWritten(clean: Map<string, string>, now: Map<string, string>): boolean {
  const left = [...now.keys()].filter((path) => !clean.has(path))
  return [...clean].every(([path, text]) => now.get(path) === text) && left.every((path) => !/Base|Map/.test(path))
}

const cleanBuilds = new Map<string, Map<string, string>>()

async function cleanBuild({ folder }: Project): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('schema.xml')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const key = JSON.stringify([folder, names, texts])
  const known = cleanBuilds.get(key)
  if (known) return known
  const copy = await mkdtemp(join(tmpdir(), 'orm-clean-'))
  try {
    for (const name of [...names, 'orm.yaml']) await cp(join(folder, name), join(copy, name))
    const paths = Object.entries({
      schemaDir: '.',
      sqlDir: 'generated-sql',
      phpDir: 'generated-classes',
      phpConfDir: 'generated-conf',
    })
    const overrides = { paths: Object.fromEntries(paths.map(([key, path]) => [key, join(copy, path)])) }
    await new OrmProject({ configDir: copy, overrides }).build()
    const built = await outputs(copy)
    cleanBuilds.set(key, built)
    return built
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Generated files by path; stubs by their path only, as their contents are the user's. */
async function outputs(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const collect = async (directory: string): Promise<void> => {
    for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
      const path = join(directory, entry.name)
      // A build that is still running has a hidden directory, which may vanish at any moment.
      if (entry.isDirectory() && !entry.name.startsWith('.')) await collect(path)
      // gulp's own dest() writes what comes out of a stream, and no manifest.
      if (!entry.isFile() || entry.name === '.orm-manifest.json') continue
      const place = path.slice(folder.length)
      const isStub = place.startsWith('/generated-classes') && !/Base|Map/.test(place)
      files.set(place, isStub ? '' : await readFile(path, 'utf8').catch(() => ''))
    }
  }
  for (const part of ['generated-sql', 'generated-classes', 'generated-conf']) await collect(join(folder, part))
  return files
}
