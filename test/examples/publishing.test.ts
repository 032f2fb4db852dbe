import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { newcomerEnvironment } from '../support/newcomer.js'
import { packAll, provenanceProblems, publishedManifest, remove, tryPublishing } from '../support/packed.js'
import { root } from '../support/root.mjs'

const tarballs = await packAll()
const repository = 'git+https://example.org/orm/orm.git'

/** A registry of npm that has at most one package. */
async function registryWith(t: ExecutionContext, manifest?: { name: string; [key: string]: unknown }) {
  const server = createServer((request, response) => {
    const packument = { name: manifest?.name, 'dist-tags': { latest: '0.0.9' }, versions: { '0.0.9': manifest } }
    response.setHeader('content-type', 'application/json')
    if (request.url === `/${manifest?.name}`) response.end(JSON.stringify(packument))
    else response.writeHead(404).end('{"error": "not found"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function publish(t: ExecutionContext, registry: string, tarball: string, own?: string) {
  const home = await mkdtemp(join(tmpdir(), 'orm-publishing-'))
  t.teardown(() => remove(home))
  const env = { ...(await newcomerEnvironment(home)), npm_config_registry: registry, npm_config_cache: home }
  return tryPublishing({ tarball, repository: own, env: { ...env, npm_config_fetch_retries: '0' } })
}

const stranger = { name: 'gulp-orm', version: '0.0.9', description: 'Of somebody else' }

test('every published manifest names its repository, its page and its bugs, and has a provenance', async (t) => {
  for (const folder of await readdir(join(root, 'packages'))) {
    const manifest = JSON.parse(await readFile(join(root, 'packages', folder, 'package.json'), 'utf8'))
    const published = publishedManifest(manifest, repository)
    t.deepEqual(published.repository, { type: 'git', url: repository, directory: `packages/${folder}` })
    t.is(published.homepage, `https://example.org/orm/orm/tree/HEAD/packages/${folder}#readme`)
    t.is(published.bugs, 'https://example.org/orm/orm/issues')
    t.deepEqual(published.publishConfig, { access: 'public', provenance: true })
  }
})

test('release --dry-run: a name that nobody has is free, and npm would accept the package', async (t) => {
  const outcome = await publish(t, await registryWith(t), tarballs.get('gulp-orm')!)
  t.deepEqual(outcome, { problems: [], name: 'free' })
})

test('release --dry-run: a name that somebody else has is a problem', async (t) => {
  const outcome = await publish(t, await registryWith(t, stranger), tarballs.get('gulp-orm')!, repository)
  t.is(outcome.name, 'taken')
  t.true(outcome.problems.includes('gulp-orm: the name is taken on npm (0.0.9: Of somebody else)'))
})

test('release --dry-run: a package of ours is known by its repository', async (t) => {
  const ours = { ...stranger, repository: { type: 'git', url: repository } }
  const outcome = await publish(t, await registryWith(t, ours), tarballs.get('gulp-orm')!, repository)
  // The tarballs of tests name no repository.
  t.deepEqual(outcome, { problems: ['gulp-orm does not name its repository'], name: 'ours' })
})

test('release --dry-run: without a network, the names are not asked for', async (t) => {
  const outcome = await publish(t, 'http://127.0.0.1:9', tarballs.get('gulp-orm')!)
  t.deepEqual(outcome, { problems: [], name: 'not asked' })
})

test('each package has a license, a description and provenance, and its README and license file', async (t) => {
  t.deepEqual(provenanceProblems(), [])
  for (const [name, tarball] of tarballs) {
    const manifest = JSON.parse((await run('tar', ['-xzOf', tarball, 'package/package.json'])).stdout)
    t.is(manifest.license, 'MIT', name)
    t.true(manifest.description.length > 10, name)
    t.deepEqual(manifest.publishConfig, { access: 'public', provenance: true }, name)
    const files = (await run('tar', ['-tzf', tarball])).stdout.split('\n')
    for (const file of ['README.md', 'LICENSE']) t.true(files.includes(`package/${file}`), `${name}: ${file}`)
  }
})
