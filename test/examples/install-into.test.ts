import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { declaredPacks, managerOf, recordPacks, remove } from '../support/packed.js'
import { root } from '../support/root.mjs'

// What it does on an empty folder is tested with README.md.

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-install-into-'))
  t.teardown(() => remove(folder))
  return folder
}

/** Tarballs of two packages, with the given contents. */
async function tarballsWith(t: ExecutionContext, contents: string): Promise<Map<string, string>> {
  const folder = await folderOf(t)
  const names = ['orm-cli', 'orm-runtime']
  for (const name of names) await writeFile(join(folder, `${name}-0.1.0.tgz`), contents)
  return new Map(names.map((name) => [name, join(folder, `${name}-0.1.0.tgz`)]))
}

const manifestOf = async (project: string) => JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))

test('install-into: a missing folder becomes a project with a name that npm accepts', async (t) => {
  const project = join(await folderOf(t), 'My Büro (new)')
  recordPacks(project, await tarballsWith(t, 'one'))
  const [cli, runtime] = (await readdir(join(project, 'packs'))).sort()
  t.regex(cli!, /^orm-cli-0\.1\.0-[0-9a-f]{8}\.tgz$/)
  t.deepEqual(await manifestOf(project), {
    name: 'my-b-ro-new',
    private: true,
    devDependencies: { 'orm-cli': `file:packs/${cli}` },
    dependencies: { 'orm-runtime': `file:packs/${runtime}` },
  })
})

test('install-into: a project keeps what it has; only packages of Orm are replaced', async (t) => {
  const project = await folderOf(t)
  const text = `{
\t"name": "@me/shop",
\t"scripts": { "test": "x" },
\t"dependencies": { "orm-cli": "^0.0.1", "lodash": "4" },
\t"devDependencies": { "orm-database": "file:packs/mine.tgz" }
}`
  await writeFile(join(project, 'package.json'), text)
  recordPacks(project, await tarballsWith(t, 'one'))
  await writeFile(join(project, 'packs', 'my-orm-tool.tgz'), '')
  const first = await readdir(join(project, 'packs'))
  recordPacks(project, await tarballsWith(t, 'two'))
  const second = await readdir(join(project, 'packs'))
  t.is(second.length, 3)
  t.deepEqual(
    first.filter((name) => second.includes(name)),
    ['my-orm-tool.tgz'],
  )
  const { dependencies, devDependencies, ...others } = await manifestOf(project)
  t.deepEqual(others, { name: '@me/shop', scripts: { test: 'x' } })
  t.deepEqual(Object.keys(dependencies), ['lodash', 'orm-runtime'])
  t.deepEqual(Object.keys(devDependencies), ['orm-database', 'orm-cli'])
  for (const name of [dependencies['orm-runtime'], devDependencies['orm-cli']])
    t.true(second.includes(name.replace('file:packs/', '')))
  t.regex(await readFile(join(project, 'package.json'), 'utf8'), /^\{\n\t"name"/)
})

test('install-into: packages of Orm that a project declares are named', async (t) => {
  const project = await folderOf(t)
  const tarballs = await tarballsWith(t, 'one')
  t.deepEqual(declaredPacks(project, tarballs), [])
  recordPacks(project, tarballs)
  const manifest = await manifestOf(project)
  manifest.devDependencies.lodash = '4'
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  t.deepEqual(declaredPacks(project, tarballs).sort(), ['orm-cli', 'orm-runtime'])
})

test('install-into: the package manager is that of the project', async (t) => {
  for (const [lock, command, exec] of [
    ['package-lock.json', 'npm', 'npx'],
    ['pnpm-lock.yaml', 'pnpm', 'pnpm exec'],
    ['yarn.lock', 'yarn', 'yarn'],
    ['bun.lock', 'bun', 'bunx'],
  ] as const) {
    const project = await folderOf(t)
    await writeFile(join(project, lock), '')
    const { install, run } = managerOf(project)
    t.deepEqual([install[0], run], [command, exec])
  }
})

test('install-into: says what it cannot do, before it builds anything', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'file'), '')
  const env = { ...process.env, INIT_CWD: folder }
  const said = async (...args: string[]) => {
    const { code, output } = await run(process.execPath, [join(root, 'release/install-into.mjs'), ...args], { env })
    t.is(code, 1, output)
    return output
  }
  t.regex(await said(), /^usage: npm run install-into -- <folder of the project>/)
  t.is(await said(root), 'this is the clone of Orm; name the folder of your project\n')
  t.is(await said('file/project'), `${join(folder, 'file')} is a file\n`)
  t.regex(await said('shop', 'gulp-rom'), /^unknown package gulp-rom; Orm has .*gulp-orm/)
  t.deepEqual(await readdir(folder), ['file'])
  await writeFile(join(folder, 'package.json'), '{ "name": ')
  t.regex(await said('.'), /package\.json cannot be read: .*JSON/)
})
