import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { exampleInstall, newcomerEnvironment } from '../support/newcomer.js'
import { installExample, installPackages, packAll, packageProblems, remove } from '../support/packed.js'
import { npxOnce, stepsOf } from '../support/page-steps.js'
import { root } from '../support/root.mjs'

// The page with its commands needs: php, composer

const tarballs = await packAll()
const asRun = npxOnce()

const examples = ['programmatic-streams', 'typescript-types', 'gulp-php-app', 'grunt-php-app', 'vite-php-app']

// That of npm-scripts is followed after a real npm install, in starts.test.ts.
for (const example of examples) {
  test(`${example}: the commands of its README work with the packages that we would publish`, async (t) => {
    await followReadme(t, example)
  })
}

/** Does what the README of an example says, in a folder outside the workspace. */
async function followReadme(t: ExecutionContext, example: string): Promise<void> {
  const folder = await installExample(example, tarballs)
  t.teardown(() => remove(folder))
  const steps = stepsOf(await readFile(join(folder, 'README.md'), 'utf8'))
  t.true(steps.length > 1)
  for (const step of steps) {
    // The packages are there already, and only the commands of a page are for a machine.
    if (step.kind !== 'command' || step.line === exampleInstall) continue
    const { code, stdout, output } = await run('sh', ['-c', asRun(step.line)], { cwd: folder })
    t.is(code, 0, `${step.line}\n${output}`)
    if (step.output !== undefined) t.is(stdout, step.output)
  }
}

test('every example is installed by the same line, which works from a clone', async (t) => {
  for (const example of await readdir(join(root, 'examples'))) {
    const page = join(root, 'examples', example, 'README.md')
    if (!existsSync(page) || example.startsWith('orm-behavior-')) continue
    const commands = stepsOf(await readFile(page, 'utf8')).filter((step) => step.kind === 'command')
    t.is(commands[0]?.line, exampleInstall, example)
    t.true(!commands.some(({ line }) => /\bnpm (?:i|ci|install)\b/.test(line)), example)
  }
})

for (const name of ['cli', 'core', 'database', 'grunt', 'gulp', 'rollup', 'runtime']) {
  test(`packages/${name}/README.md: its start works in an empty folder, in five lines at most`, async (t) => {
    const home = await mkdtemp(join(tmpdir(), 'orm-start-'))
    t.teardown(() => remove(home))
    const folder = join(home, 'project')
    await mkdir(folder)
    const env = await newcomerEnvironment(home)
    const page = await readFile(join(root, 'packages', name, 'README.md'), 'utf8')
    const [start = ''] = /^## Start\n.*?(?=^## )/ms.exec(page) ?? []
    const steps = stepsOf(start)
    const lines = steps.flatMap((step) => (step.kind === 'command' ? [step.line.replace(/ +#.*/, '')] : []))
    t.true(lines[0]!.startsWith('npm install ') && lines.length <= 5, lines.join('\n'))
    for (const step of steps) {
      if (step.kind === 'file') {
        await writeFile(join(folder, step.name), step.text)
        continue
      }
      const line = step.line.replace(/ +#.*/, '').replace(/^npx orm init.*/, '$& --driver=sqlite --file=app.sq3 --yes')
      const [, names] = /^npm install (?:--save-dev )?(.*)/.exec(line) ?? []
      // What npm does is tested by real installations.
      if (names) await installPackages(names.split(' '), folder, tarballs)
      else {
        const { code, output } = await run('sh', ['-c', asRun(line)], { cwd: folder, env })
        t.is(code, 0, `${line}\n${output}`)
      }
    }
    if (name === 'runtime') {
      await rm(join(folder, 'node_modules'), { recursive: true })
      const code = 'require "vendor/autoload.php"; echo get_class(Orm\\Runtime\\Orm::getServiceContainer());'
      const { stdout } = await run('php', ['-r', code], { cwd: folder })
      t.is(stdout, 'Orm\\Runtime\\ServiceContainer\\StandardServiceContainer', 'a copy, not a link')
    } else if (name === 'core') t.true(existsSync(join(folder, 'generated-classes/ExampleNote.php')))
    else {
      const code = 'echo (new PDO("sqlite:app.sq3"))->query("SELECT COUNT(*) FROM example_note")->fetchColumn();'
      t.is((await run('php', ['-r', code], { cwd: folder })).stdout, '0', 'the table exists')
    }
  })
}

test('orm-core: what is published is the bundle and its types, not the modules that tests see', async (t) => {
  const tarball = tarballs.get('orm-core')!
  const paths = (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n')
  t.true(paths.includes('package/bundle/entries/public.js'))
  t.true(paths.includes('package/dist/entries/public.d.ts'))
  t.deepEqual(
    paths.filter((path) => path.startsWith('package/dist/') && !path.endsWith('.d.ts')),
    [],
  )
  const manifest = (await run('tar', ['-xzOf', tarball, 'package/package.json'])).stdout
  t.notRegex(manifest, /orm-modules/)
})

for (const [name, folder] of Object.entries({ 'orm-core': 'bundle', 'orm-database': 'dist', 'orm-cli': 'bundle' })) {
  test(`${name}: what is published is what the tests run`, async (t) => {
    const target = await mkdtemp(join(tmpdir(), 'orm-published-'))
    t.teardown(() => remove(target))
    await run('tar', ['-xzf', tarballs.get(name)!, '-C', target, '--strip-components=1'])
    const source = join(root, 'packages', name.replace('orm-', ''), folder)
    const scripts = async (path: string) =>
      (await readdir(path, { recursive: true })).filter((each) => /\.[cm]?js$/.test(each)).sort()
    const published = await scripts(join(target, folder))
    t.deepEqual(published, await scripts(source))
    t.true(published.length > 5)
    for (const path of published)
      t.is(await readFile(join(target, folder, path), 'utf8'), await readFile(join(source, path), 'utf8'), path)
  })
}

for (const [name, tarball] of tarballs) {
  // They contain PHP, and no JavaScript to import.
  if (['orm-runtime', 'orm-symfony', 'orm-laravel'].includes(name)) continue
  test(`${name}: publint and attw find nothing`, async (t) => {
    t.deepEqual(await packageProblems(tarball), [])
  })
}
