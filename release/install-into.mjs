/**
 * `npm run install-into -- ../my-project [gulp-orm …]`: builds and packs the packages of this clone and installs them into a
 * project, until they are available on npm. The tarballs are stored in `packs/` of the project and recorded as its
 * dependencies, so that `npm ci` works for everybody who has the project. With `--no-save`, it installs what package.json
 * declares and changes nothing there: for the examples. ORM_PACKS sets a directory with existing tarballs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { build, ensureDependencies } from '../test/support/prepare.mjs'
import { root } from '../test/support/root.mjs'
import { packAll } from './pack.mjs'
import { declaredPacks, managerOf, obstacle, recordPacks, runtime } from './packs.mjs'

// npm starts a script in the directory of its package, but the project path is relative to where npm was started.
const start = process.env.INIT_CWD ?? process.cwd()
const [target, ...others] = process.argv.slice(2)
const saves = !others.includes('--no-save')
const plugins = others.filter((word) => word !== '--no-save')
const own = new Map(
  readdirSync(join(root, 'packages')).map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
    return [/** @type {string} */ (manifest.name), Object.keys(manifest.dependencies ?? {})]
  }),
)
if (target === undefined)
  fail('usage: npm run install-into -- <folder of the project> [gulp-orm | orm-studio | …] [--no-save]')
const project = resolve(start, target)
const problem = obstacle(project, resolve(root))
if (problem !== undefined) fail(problem)
const unknown = plugins.filter((name) => !own.has(name))
if (unknown.length > 0) fail(`unknown package ${unknown.join(', ')}; Orm has ${[...own.keys()].join(', ')}`)

console.log('Building and packing Orm …')
const installation = await ensureDependencies()
if (!installation.ok) fail(`npm ci failed:\n\n${installation.output}`)
const compilation = await build()
if (!compilation.ok) fail(`npm run build failed:\n\n${compilation.output}`)

const packed = process.env.ORM_PACKS
const packs = packed ?? mkdtempSync(join(tmpdir(), 'orm-packs-'))
const { install, run } = managerOf(project)
try {
  if (packed === undefined) packAll(packs)
  const declared = declaredPacks(project, own)
  const needed = neededBy(saves ? ['orm-cli', runtime, ...plugins, ...declared] : [...plugins, ...declared])
  const tarballs = new Map(
    readdirSync(packs)
      .map((file) => /** @type {const} */ ([file.replace(/-\d[^-]*\.tgz$/, ''), join(packs, file)]))
      .filter(([name]) => needed.has(name)),
  )
  if (saves) recordPacks(project, tarballs)
  const [command, ...args] = saves ? install : [...install, '--no-save', ...tarballs.values()]
  console.log(`Installing into ${project} …`)
  const { status, error } = spawnSync(command, args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0)
    fail(
      `${install.join(' ')} failed${error ? `: ${error.message}` : ''}${saves ? '; package.json and packs/ are ready for it' : ''}`,
    )
} finally {
  if (packed === undefined) rmSync(packs, { recursive: true, force: true })
}
if (!saves) process.exit(0)
const hasSchema = ['orm.yaml', 'orm.yml', 'orm.json', 'orm.xml', 'orm.ini', 'orm.php'].some((name) =>
  existsSync(join(project, name)),
)
const next = [
  `cd ${relative(start, project) || '.'}`,
  ...(existsSync(join(project, 'vendor/orm/runtime')) ? ['composer reinstall orm/runtime'] : []),
  `${run} orm ${hasSchema ? 'build' : 'init'}`,
]
console.log(`
Orm is installed. Commit packs/, package.json and the lock file: your colleagues then install it without this clone.
Once Orm is on npm, "npm install --save-dev orm-cli && npm install orm-runtime" does the same.

Next:
${next.map((line) => `  ${line}`).join('\n')}
`)

/**
 * Returns our packages together with those of ours that they depend on, because npm would look for them in the registry.
 *
 * @param {readonly string[]} names
 * @returns {Set<string>}
 */
function neededBy(names) {
  const needed = new Set(names)
  // Iterating a Set also visits members added during the loop.
  for (const name of needed) {
    for (const other of own.get(name) ?? []) if (own.has(other)) needed.add(other)
  }
  return needed
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  console.error(text)
  process.exit(1)
}
