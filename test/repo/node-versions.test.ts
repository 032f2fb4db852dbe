import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { nodeVersions } from '../support/node-versions.mjs'
import { root } from '../support/root.mjs'

const read = (path: string) => readFile(join(root, path), 'utf8')

/** The first releases of the two oldest Node versions in which `require()` can load ES modules. */
const engines = '^20.19.0 || >=22.12.0'

test('every package names the same versions of Node, the oldest of which the tests run on', async (t) => {
  const packages = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}/package.json`)
  for (const path of ['package.json', ...packages]) {
    const manifest = JSON.parse(await read(path))
    // PHP packages run without Node.
    const isPhp = existsSync(join(root, path, '../composer.json'))
    t.is(manifest.engines?.node, isPhp ? undefined : engines, path)
  }
  t.deepEqual(
    [...engines.matchAll(/(\d+)\.\d+\.\d+/g)].map(([, major]) => major),
    nodeVersions.slice(0, 2),
  )
})

test('pages name them in one way, and CI runs on each of them', async (t) => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'docs/getting-started.md',
    'docs/tutorial.md',
    'packages/cli/README.md',
  ]
  for (const path of pages) t.regex(await read(path), /Node 20\.19, 22\.12 or newer/, path)
  const workflow = await read('.github/workflows/test.yml')
  t.true(workflow.includes(`matrix: { node: [${nodeVersions.join(', ')}] }`))
  t.true(workflow.includes('npm run test:node-versions'))
})
