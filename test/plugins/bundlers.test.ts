import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { end, run } from '../support/command.mjs'
import { stepsOf } from '../support/page-steps.js'
import { until } from '../support/patience.mjs'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = (size: number, type = 'varchar') => `<database name="shop">
  <table name="book">
    <column name="id" type="integer" primaryKey="true"/>
    <column name="title" type="${type}" size="${size}"/>
  </table>
</database>
`

/** A project with the files that docs/build-tools.md shows, and a page that prints a rule of the schema. */
async function bundled(t: ExecutionContext) {
  const project = await createProject(t, { schema: schema(80), database: 'sqlite' })
  await symlink(join(root, 'node_modules'), join(project.folder, 'node_modules'))
  await mkdir(join(project.folder, 'src'))
  await project.write('package.json', '{"type": "module"}')
  await project.write('src/main.js', "import { Book } from '../schema.xml'\nconsole.log(Book.columns.title.size)\n")
  for (const step of stepsOf(await readFile(join(root, 'docs/build-tools.md'), 'utf8'))) {
    if (step.kind === 'file' && /^(?:esbuild|orm-loader)\.mjs$/.test(step.name))
      await project.write(step.name, step.text)
  }
  const printed = async () => (await run('node', ['dist/main.js'], { cwd: project.folder })).stdout
  return { project, printed }
}

test('esbuild: the file of the manual builds the model and gives the page its schema', async (t) => {
  const { project, printed } = await bundled(t)
  const build = () => run('node', ['esbuild.mjs'], { cwd: project.folder })
  const { code, output } = await build()
  t.is(code, 0, output)
  t.is(await printed(), '80\n')
  t.regex(await readFile(join(project.folder, 'generated-classes/Base/Book.php'), 'utf8'), /class Book/)
  await project.write('schema.xml', schema(80, 'varchr'))
  const failed = await build()
  t.is(failed.code, 1)
  t.is(failed.output.match(/\[ERROR\]/g)?.length, 1, failed.output)
  t.regex(failed.output, /schema\.xml:4:\d+ ORM-S302 .*\(did you mean "VARCHAR"\?\)/)
})

test('esbuild: the file of the manual builds again when the schema changes, also after a mistake', async (t) => {
  const { project, printed } = await bundled(t)
  // It ends when its input does.
  const watch: ChildProcess = spawn('node', ['esbuild.mjs', '--watch'], { cwd: project.folder, stdio: 'pipe' })
  t.teardown(() => end(watch))
  let shown = ''
  watch.stderr?.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  const built = (holds: () => boolean | Promise<boolean>) =>
    until(holds, { hopeless: () => watch.exitCode !== null, otherwise: () => `a build.\n${shown}` })
  // esbuild does not notice a change that comes before the end of the build.
  await built(async () => shown.includes('build finished') && (await printed()) === '80\n')
  await project.write('schema.xml', schema(80, 'varchr'))
  await built(() => /ORM-S302.*build finished/s.test(shown))
  await project.write('schema.xml', schema(90))
  await built(async () => (await printed()) === '90\n')
  t.pass()
})

test('webpack: the loader of the manual gives the schema as a module, and what to watch also after a mistake', async (t) => {
  const { project } = await bundled(t)
  // A loader works where webpack was started.
  const load = async () => {
    const call = `import loader from ${JSON.stringify(pathToFileURL(join(project.folder, 'orm-loader.mjs')).href)}
const watched = []
const context = { resourcePath: ${JSON.stringify(join(project.folder, 'schema.xml'))}, addDependency: (path) => watched.push(path) }
const code = await loader.call(context).catch(({ message }) => message)
console.log(JSON.stringify({ code, watched }))`
    const { stdout, output, code } = await run('node', ['--input-type=module', '-e', call], { cwd: project.folder })
    t.is(code, 0, output)
    return JSON.parse(stdout) as { code: string; watched: string[] }
  }
  const good = await load()
  t.regex(good.code, /export const Book = /)
  t.true(good.watched.includes(join(project.folder, 'schema.xml')))
  await project.write('schema.xml', schema(80, 'varchr'))
  const broken = await load()
  t.regex(broken.code, /^schema\.xml:4:\d+ ORM-S302/)
  t.true(broken.watched.includes(join(project.folder, 'schema.xml')))
})
