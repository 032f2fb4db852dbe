import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { run } from 'orm-cli'
import { stageName } from '#project/stage-owner.js'
import { createProject } from '../support/project.js'

const schema = (behavior = ''): string =>
  `<database name="shop"><table name="t"><column name="id" type="integer" primaryKey="true"/>${behavior}</table></database>`

test('--no-plugins loads no code of the project', async (t) => {
  const project = await createProject(t, { schema: schema('<behavior name="./evil.cjs"/>'), database: 'sqlite' })
  await writeFile(join(project.folder, 'evil.cjs'), "require('fs').writeFileSync('canary', ''); module.exports = {}")
  for (const command of ['build', 'model:build', 'sql:build']) {
    const { code, stderr } = await project.orm(command, '--no-plugins')
    t.is(code, 1)
    t.regex(stderr, /ORM-B005 behavior "\.\/evil\.cjs" cannot be loaded: code of the project is not loaded/)
    t.false((await readdir(project.folder)).includes('canary'))
  }
  await project.orm('build', '--dry-run')
  t.true((await readdir(project.folder)).includes('canary'), 'without it, a dry run loads code too')
})

test('behaviors whose names JavaScript finds special are unknown', async (t) => {
  for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
    const project = await createProject(t, { schema: schema(`<behavior name="${name}"/>`), database: 'sqlite' })
    const { code, stderr } = await project.orm('build')
    t.is(code, 1)
    t.regex(stderr, /^schema\.xml:1:\d+ ORM-S701 unknown behavior/)
  }
})

test('an unexpected error is one line; its stack needs -v', async (t) => {
  const told = async (...args: string[]): Promise<string> => {
    let text = ''
    const broken = {
      write: () => {
        throw new TypeError('nobody\nexpected this')
      },
    }
    const stderr = { write: (line: string) => (text += line) }
    t.is(await run(['build', '--format=json', ...args, '--config-dir=nowhere'], { env: {}, stdout: broken, stderr }), 1)
    return text
  }
  t.regex(await told(), /^orm: unexpected error: nobody expected this \(at [^\n]+\); [^\n]+-v\n$/)
  t.regex(await told('-v'), /TypeError: nobody\nexpected this\n +at /)
})

test('a stamp of another shape is no stamp', async (t) => {
  const project = await createProject(t, { schema: schema(), database: 'sqlite' })
  await mkdir(join(project.folder, 'node_modules'), { recursive: true })
  t.is((await project.orm('model:build')).code, 0)
  const cache = join(project.folder, 'node_modules/.cache/orm')
  const file = join(cache, (await readdir(cache))[0]!)
  const { key } = JSON.parse(await readFile(file, 'utf8')) as { key: string }
  for (const stamp of [
    { key },
    { key, sources: 1, files: {}, others: null },
    { key, sources: [1], files: [], others: [] },
    null,
    3,
  ]) {
    await writeFile(file, JSON.stringify(stamp))
    t.is((await project.orm('model:build')).code, 0)
  }
})

test('a folder of a build that was killed is removed by the next one', async (t) => {
  const project = await createProject(t, { schema: schema(), database: 'sqlite' })
  const abandoned = join(project.folder, 'generated-sql', stageName().replace(/-\d+-(?=[^-]+$)/, '-999999999-'))
  await mkdir(abandoned, { recursive: true })
  t.is((await project.orm('build')).code, 0)
  t.deepEqual((await readdir(join(project.folder, 'generated-sql'))).sort(), [
    '.orm-manifest.json',
    'shop.sql',
    'sqldb.map',
  ])
})

test('classes that cannot be written leave the SQL as it was', async (t) => {
  const project = await createProject(t, { schema: schema(), database: 'sqlite' })
  t.is((await project.orm('build')).code, 0)
  const before = await readFile(join(project.folder, 'generated-sql/shop.sql'), 'utf8')
  await writeFile(join(project.folder, 'schema.xml'), schema('<column name="more" type="integer"/>'))
  // A directory in the place of a class cannot be replaced by it, whoever builds.
  const target = join(project.folder, 'generated-classes/Base/T.php')
  await chmod(target, 0o600)
  const { rm } = await import('node:fs/promises')
  await rm(target)
  await mkdir(target)
  const { code, stderr } = await project.orm('build')
  t.is(code, 1)
  t.regex(stderr, /ORM-C204/)
  t.is(await readFile(join(project.folder, 'generated-sql/shop.sql'), 'utf8'), before)
  const left = [...(await readdir(project.folder)), ...(await readdir(join(project.folder, 'generated-sql')))]
  t.deepEqual(
    left.filter((name) => name.startsWith('.orm-stage')),
    [],
  )
})
