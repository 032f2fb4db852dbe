import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { countTap } from '../support/counts.mjs'
import { groupsFolder, groupsOf, withoutGroups } from '../support/groups.mjs'
import { allTests, ImportGraph } from '../support/import-graph.mjs'
import { root } from '../support/root.mjs'

const graph = new ImportGraph()

test('every test file of a whole run is in one group', (t) => {
  const files = allTests()
  const groups = groupsOf(files, graph, true)
  t.deepEqual(groups.flat().sort(), files)
  t.true(groups.length < files.length / 2)
})

test('slow files, and those that measure or change their process, are alone', (t) => {
  const groups = groupsOf(allTests(), graph, true)
  for (const file of ['studio/studio', 'fuzz/limits', 'core/dialects/sixth-vendor', 'core/dialects/configured'])
    t.deepEqual(
      groups.find((group) => group.includes(`test/${file}.test.ts`)),
      [`test/${file}.test.ts`],
    )
})

test('files that use grammars share a process', (t) => {
  const users = allTests().filter((path) => graph.textOf(path).includes('support/grammars.js'))
  t.true(users.length > 3)
  const groups = groupsOf(allTests(), graph, true)
  t.is(groups.filter((group) => group.some((path) => users.includes(path))).length, 1)
})

test('groups are small only where no core has other work at the end', (t) => {
  const sizes = [true, false].map((isEnd) => groupsOf(allTests(), graph, isEnd).length)
  t.true(sizes[0]! > sizes[1]!, sizes.join())
})

test('a few files have a process each', (t) => {
  const files = allTests().slice(0, 12)
  t.deepEqual(
    groupsOf(files, graph, true),
    files.map((file) => [file]),
  )
})

test('the files of a group share a process, and nothing else', async (t) => {
  await mkdir(groupsFolder, { recursive: true })
  const folder = await mkdtemp(join(groupsFolder, 'fixture-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const files = {
    first: `test.before(() => { process.env.OF_FIRST = '1'; process.chdir('/') })
test.afterEach.always(() => { process.env.AFTER_FIRST = '1' })
test('the same title', (t) => t.is(process.cwd(), '/'))
test('a failure', (t) => t.is(1, 2))
test('an error without a place', () => { throw Object.assign(new Error('x'), { stack: 'Error: x' }) })`,
    nothing: '',
    broken: 'throw new Error("broken file")',
    // The last test is skipped. A group has to report that, because `npm test` names every skipped test.
    last: `test('the same title', (t) => {
  t.is(process.env.OF_FIRST, undefined)
  t.is(process.cwd(), ${JSON.stringify(root)})
})
test.serial('hooks of other files do not run', (t) => t.is(process.env.AFTER_FIRST, undefined))
test.skip('skipped', () => {})`,
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, `${name}.test.js`), `import test from 'ava'\n${text}\n`)
  const paths = Object.keys(files).map((name) => `test/dist/groups/${basename(folder)}/${name}.test.js`)
  const group = join(folder, 'group.test.js')
  await writeFile(group, `import { runGroup } from '../../../support/group.mjs'\nrunGroup(${JSON.stringify(paths)})\n`)
  const { ORM_TEST_SPENDING: _spending, DATABASES: _databases, ...env } = process.env
  const { code, stdout } = await run(join(root, 'node_modules/.bin/ava'), ['--tap', group], { env })
  t.is(code, 1)
  const place = `groups › ${basename(folder)}`
  for (const [mark, title] of [
    ['ok', 'first › the same title'],
    ['not ok', 'first › a failure'],
    ['not ok', 'first › an error without a place'],
    ['ok', 'last › the same title'],
    ['ok', 'last › hooks of other files do not run'],
  ])
    t.regex(stdout, new RegExp(`^${mark} \\d+ - ${place} › ${title}$`, 'm'))
  t.regex(stdout, /nothing\.test\.js declares no test/)
  t.regex(stdout, /broken file/)
  t.like(countTap(stdout), { passed: 3, skipped: [`${place} › last › skipped`] })
})

test('a report does not show groups', (t) => {
  t.is(
    withoutGroups('ok 1 - groups › 0a1b2c3d › core › x › y\nnot ok 2 - groups › 0a1b2c3d › core › x › z\n'),
    'ok 1 - core › x › y\nnot ok 2 - core › x › z\n',
  )
})
