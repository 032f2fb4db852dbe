import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { gruntInProcess } from '../support/grunt-in-process.js'
import { gulpInProcess } from '../support/gulp-in-process.js'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { rollupInProcess } from '../support/rollup-in-process.js'
import { root } from '../support/root.mjs'

// Needs a process of its own: dialects that a configuration names stay registered.

interface Host {
  readonly command: readonly string[]
  /** The same in this process. */
  readonly inProcess: (folder: string) => Promise<{ readonly code: number; readonly output: string }>
}

/** How each host builds the example. */
const hosts: Readonly<Record<string, Host>> = {
  script: {
    command: ['node_modules/orm-cli/bin/orm.js', 'build'],
    inProcess: (folder) => ormInProcess(folder, ['build']),
  },
  gulp: { command: ['node_modules/gulp/bin/gulp.js'], inProcess: gulpInProcess },
  grunt: { command: ['node_modules/grunt/bin/grunt'], inProcess: gruntInProcess },
  rollup: { command: ['node_modules/rollup/dist/bin/rollup', '-c'], inProcess: rollupInProcess },
  streams: { command: ['streams.mjs'], inProcess: streamsInProcess },
}

async function streamsInProcess(folder: string): Promise<{ code: number; output: string }> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    await import(`${pathToFileURL(join(folder, 'streams.mjs'))}?${performance.now()}`)
    return { code: 0, output: '' }
  } catch (error) {
    return { code: 1, output: String(error) }
  } finally {
    process.chdir(before)
  }
}

/** A copy of the example, with the packages of the repository. */
async function example(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-example-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'examples/custom-outputs'), folder, { recursive: true })
  await linkPackages(folder, ...hostPackages, 'orm-cli', 'orm-core', 'vinyl-fs')
  return folder
}

const page = await readFile(join(root, 'examples/custom-outputs/README.md'), 'utf8')
const [, book = ''] = /```text\n(.*?)```/s.exec(page) ?? []

for (const [host, { command, inProcess }] of Object.entries(hosts)) {
  test(`${host}: a dialect, a behavior, an output and a template from outside build the example`, async (t) => {
    const folder = await example(t)
    const text = (path: string) => readFile(join(folder, path), 'utf8')
    const outcome = await run('node', command, { cwd: folder })
    t.is(outcome.code, 0, outcome.output)
    t.is(await text('doc/shop.txt'), 'Author: 2 columns\nBook: 4 columns\n')
    t.is(await text('src/types/Book.ts'), book)
    t.regex(await text('generated-sql/shop.sql'), /-- shop \(cockroach\)[\s\S]*"cover" BYTES/)
    t.regex(
      await text('generated-classes/Base/Author.php'),
      /public function hello\(\): string\s+\{\s+return "Hello author";/,
    )
    const again = await inProcess(folder)
    t.is(again.code, 0, again.output)
  })

  test(`${host}: a mistake in a template is shown with its file and line, and nothing is written`, async (t) => {
    const folder = await example(t)
    await writeFile(join(folder, 'plugins/type.ts.tpl'), 'export\n<%= table.phpNme %>\n')
    const outcome = await inProcess(folder)
    t.not(outcome.code, 0)
    t.regex(
      outcome.output,
      /plugins\/type\.ts\.tpl:2:1.*ORM-P007 template plugins\/type\.ts\.tpl, table "author": table "author" has no member "phpNme" \(did you mean "phpName"\?\)|ORM-P007[\s\S]*type\.ts\.tpl/,
    )
    t.false(existsSync(join(folder, 'src/types')))
  })

  test(`${host}: an error in an output is shown with its name, its file and its line`, async (t) => {
    const folder = await example(t)
    const module = await readFile(join(folder, 'plugins/names.mjs'), 'utf8')
    await writeFile(join(folder, 'plugins/names.mjs'), module.replace('databases.map', 'databases.mop'))
    const outcome = await inProcess(folder)
    t.not(outcome.code, 0)
    t.regex(outcome.output, /ORM-P002/)
    // rollup counts columns from 0.
    t.regex(outcome.output, /names\.mjs(?::8:15| \(8:14\))/)
    t.regex(outcome.output, /output "names" failed: databases\.mop is not a function/)
    t.false(existsSync(join(folder, 'doc')))
  })
}

test('script: without plugins nothing of the project runs', async (t) => {
  const folder = await example(t)
  const marker = join(folder, 'hacked')
  for (const name of ['cockroach', 'names', 'hello']) {
    await writeFile(
      join(folder, `plugins/${name}.mjs`),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(marker)}, '')\n`,
    )
  }
  await writeFile(
    join(folder, 'plugins/type.ts.tpl'),
    `<% process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(marker)}, '') %>`,
  )
  t.is((await ormInProcess(folder, ['build', '--no-plugins'])).code, 1)
  const config = await readFile(join(folder, 'orm.yaml'), 'utf8')
  await writeFile(
    join(folder, 'orm.yaml'),
    config.replace('adapter: cockroach', 'adapter: pgsql').replace(/.*dialects.*\n/, ''),
  )
  const schema = await readFile(join(folder, 'schema.xml'), 'utf8')
  await writeFile(join(folder, 'schema.xml'), schema.replace(/.*<behavior.*\n/, ''))
  const built = await ormInProcess(folder, ['build', '--no-plugins'])
  t.is(built.code, 0, built.output)
  t.regex(built.output, /ORM-W003 output "\.\/plugins\/names\.mjs" is not run because of --no-plugins/)
  t.regex(built.output, /ORM-W003 template "plugins\/type\.ts\.tpl" is not run because of --no-plugins/)
  t.false(existsSync(marker))
})

test('script: files of a template follow the tables, edited ones are not replaced, --check tells', async (t) => {
  const folder = await example(t)
  const build = (...flags: string[]) => ormInProcess(folder, ['build', ...flags])
  t.is((await build()).code, 0)
  t.is((await build('--check')).code, 0)
  const schema = await readFile(join(folder, 'schema.xml'), 'utf8')
  await writeFile(join(folder, 'schema.xml'), schema.replace(/ {2}<table name="book">[\s\S]*<\/table>\n/, ''))
  t.is((await build('--check')).code, 5)
  t.is((await build()).code, 0)
  t.false(existsSync(join(folder, 'src/types/Book.ts')))
  await writeFile(join(folder, 'src/types/Author.ts'), '// mine\n')
  const refused = await build()
  t.is(refused.code, 1, refused.output)
  t.is(await readFile(join(folder, 'src/types/Author.ts'), 'utf8'), '// mine\n')
  t.is((await build('--overwrite')).code, 0)
  t.regex(await readFile(join(folder, 'src/types/Author.ts'), 'utf8'), /interface Author/)
})

for (const command of [['sql:insert', '--yes'], ['database:reverse', 'shop'], ['migrate']]) {
  test(`orm ${command.join(' ')}: a dialect from outside has no driver, and the message says so`, async (t) => {
    const folder = await example(t)
    t.is((await ormInProcess(folder, ['build'])).code, 0)
    const { code, output } = await ormInProcess(folder, command)
    t.is(code, 4, output)
    t.regex(output, /ORM-D007 adapter cockroach: .*Orm connects to the databases of bundled dialects only/)
  })
}
