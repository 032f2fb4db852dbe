import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { installExample, packAll, packageLinters, remove } from '../support/packed.js'
import { stepsOf } from '../support/page-steps.js'
import { root } from '../support/root.mjs'

// The page with its commands needs: php, composer

const tarballs = await packAll()

for (const example of [
  'gulp-php-app',
  'grunt-php-app',
  'npm-scripts',
  'programmatic-streams',
  'typescript-types',
  'vite-php-app',
]) {
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
    if (step.kind !== 'command' || step.line === 'npm install') continue
    const { code, stdout, output } = await run('sh', ['-c', step.line], { cwd: folder })
    t.is(code, 0, `${step.line}\n${output}`)
    if (step.output !== undefined) t.is(stdout, step.output)
  }
}

test('the runtime: the lines of its README bring it into vendor/, as a copy, without a registry', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-composer-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const [lines = ''] = /(?<=```sh\n).*?(?=```)/s.exec(
    await readFile(join(root, 'packages/runtime/README.md'), 'utf8'),
  ) ?? ['']
  const commands = lines.trim().split('\n')
  t.is(commands.shift(), 'npm install orm-runtime')
  // What npm does, from what we would publish.
  await mkdir(join(folder, 'node_modules/orm-runtime'), { recursive: true })
  const unpack = ['-xzf', tarballs.get('orm-runtime')!, '--strip-components=1', '-C', 'node_modules/orm-runtime']
  t.is((await run('tar', unpack, { cwd: folder })).code, 0)
  await writeFile(join(folder, 'composer.json'), '{}')
  const env = { ...process.env, COMPOSER_DISABLE_NETWORK: '1', COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: folder }
  for (const command of ['composer config repositories.packagist.org false', ...commands]) {
    const { code, output } = await run('sh', ['-c', `${command} --no-interaction`], { cwd: folder, env })
    t.is(code, 0, `${command}\n${output}`)
  }
  await rm(join(folder, 'node_modules'), { recursive: true })
  const code = 'require "vendor/autoload.php"; echo get_class(Orm\\Runtime\\Orm::getServiceContainer());'
  t.is(
    (await run('php', ['-r', code], { cwd: folder })).stdout,
    'Orm\\Runtime\\ServiceContainer\\StandardServiceContainer',
  )
})

test('orm-core: what is published is the bundle and its types, not the modules that tests see', async (t) => {
  const tarball = tarballs.get('orm-core')!
  const paths = (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n')
  t.true(paths.includes('package/bundle/index.js'))
  t.true(paths.includes('package/dist/index.d.ts'))
  t.deepEqual(
    paths.filter((path) => path.startsWith('package/dist/') && !path.endsWith('.d.ts')),
    [],
  )
  const manifest = (await run('tar', ['-xzOf', tarball, 'package/package.json'])).stdout
  t.notRegex(manifest, /orm-modules/)
})

for (const [name, folder] of Object.entries({ 'orm-core': 'bundle', 'orm-database': 'dist', 'orm-cli': 'dist' })) {
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

const program = (name: string) => join(root, 'node_modules/.bin', name)

for (const [name, tarball] of tarballs) {
  // It holds PHP, and no JavaScript to import.
  if (name === 'orm-runtime') continue
  test(`${name}: publint and attw find nothing`, async (t) => {
    for (const [linter, args] of packageLinters(tarball)) {
      const { code, output } = await run(program(linter), args)
      t.is(code, 0, output)
    }
  })
}
