/**
 * `npm run install-into -- ../my-project [gulp-orm …]`: builds and packs the packages of this clone and installs them into a
 * project, as long as they are not on npm. The tarballs stay in `packs/` of the project and are recorded as its dependencies,
 * so that `npm ci` works for everybody who has the project.
 */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { run } from '../test/support/command.mjs'
import { build, ensureDependencies } from '../test/support/prepare.mjs'
import { root } from '../test/support/root.mjs'
import { packAll } from './pack.mjs'

/** What the classes use in production; everything else is needed to build. */
const runtime = 'orm-runtime'

// npm starts a script in the folder of its package; the user names the project from where npm was started.
const start = process.env.INIT_CWD ?? process.cwd()
const [target, ...plugins] = process.argv.slice(2)
if (target === undefined)
  fail('usage: npm run install-into -- <folder of the project> [gulp-orm | grunt-orm | rollup-plugin-orm]')
const project = resolve(start, target)

console.log('Building and packing Orm …')
const installation = await ensureDependencies()
if (!installation.ok) fail(`npm ci failed:\n\n${installation.output}`)
const compilation = await build()
if (!compilation.ok) fail(`npm run build failed:\n\n${compilation.output}`)

const packs = mkdtempSync(join(tmpdir(), 'orm-packs-'))
try {
  const tarballs = new Map(packAll(packs).map(({ name, filename }) => [name, join(packs, filename)]))
  const unknown = plugins.filter((name) => !tarballs.has(name))
  if (unknown.length > 0)
    fail(`there is no package ${unknown.join(', ')}; there are ${[...tarballs.keys()].join(', ')}`)
  record(new Map([...neededBy(['orm-cli', runtime, ...plugins])].map((name) => [name, tarballs.get(name) ?? ''])))
} finally {
  rmSync(packs, { recursive: true })
}
console.log(`Installing into ${project} …`)
const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: project })
if (code !== 0) fail(`npm install failed:\n\n${output}`)
console.log(`
Orm is installed. Commit packs/ with package.json and package-lock.json, so that "npm ci" works for your colleagues. Next:

  cd ${relative(start, project) || '.'}
  npx orm init
`)

/**
 * Packages of ours with those of ours that they depend on: npm would look for these in its registry.
 *
 * @param {readonly string[]} names
 * @returns {Set<string>}
 */
function neededBy(names) {
  const needed = new Set(names)
  const manifests = readdirSync(join(root, 'packages')).map((folder) => readManifest(join(root, 'packages', folder)))
  const own = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  // A set also visits members that are added on the way.
  for (const name of needed) {
    for (const other of Object.keys(own.get(name)?.dependencies ?? {})) if (own.has(other)) needed.add(other)
  }
  return needed
}

/**
 * Puts tarballs into the project and records them in its package.json. The name of a file contains a hash of its contents: npm
 * refuses a file whose contents have changed since package-lock.json was written.
 *
 * @param {ReadonlyMap<string, string>} tarballs
 */
function record(tarballs) {
  const folder = join(project, 'packs')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (/^(?:.*-)?orm\b.*\.tgz$/.test(name)) rmSync(join(folder, name))
  const isNew = !existsSync(join(project, 'package.json'))
  const manifest = isNew ? { name: packageName(), private: true } : readManifest(project)
  for (const [name, tarball] of tarballs) {
    const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 8)
    const file = basename(tarball).replace(/\.tgz$/, `-${hash}.tgz`)
    copyFileSync(tarball, join(folder, file))
    const kind = name === runtime ? 'dependencies' : 'devDependencies'
    manifest[kind] = { ...manifest[kind], [name]: `file:packs/${file}` }
  }
  writeFileSync(join(project, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** npm takes lower case, digits and dashes. */
function packageName() {
  return (
    basename(project)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'project'
  )
}

/**
 * @param {string} folder
 * @returns {Record<string, any>}
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  console.error(text)
  process.exit(1)
}
