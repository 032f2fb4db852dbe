import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { cachedFolder } from './cached-folder.mjs'
import { run, runNpm } from './command.mjs'
import { groupsFolder } from './groups.mjs'
import { root } from './root.mjs'

/** @typedef {{ output: string, seconds: number, ok: boolean }} Step */

/**
 * Installs the dependencies unless the installed packages match the lockfile. Install scripts do not run: better-sqlite3 takes
 * minutes to compile, and only the tests need it (`ensureNativeAddon`).
 *
 * @param {() => void} [announce]  called before an installation starts: it can take minutes
 * @returns {Promise<Step>}
 */
export async function ensureDependencies(announce) {
  const state = stateOfDependencies()
  if (state === 'right') return { ok: true, output: '', seconds: 0 }
  announce?.()
  // Outdated packages are updated in place: a clean installation would delete the compiled better-sqlite3.
  const command = state === 'missing' ? ['ci'] : ['install', '--no-save']
  const { code, output, seconds } = await runNpm([...command, '--ignore-scripts'])
  return { ok: code === 0, output, seconds }
}

/**
 * Compiles better-sqlite3 or fetches it compiled, unless it is installed. Without it, `orm-database` uses another SQLite
 * library, so only the tests need it. The compiled addon stays in the user's cache, which all clones share.
 *
 * @param {() => void} announce  called before the compiler starts: it takes a minute
 * @returns {Promise<Step>}
 */
export async function ensureNativeAddon(announce) {
  const begin = performance.now()
  const library = join(root, 'node_modules', 'better-sqlite3')
  const addon = join(library, 'build', 'Release', 'better_sqlite3.node')
  if (existsSync(addon)) return { ok: true, output: '', seconds: 0 }
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  const { glibcVersionRuntime = 'other' } = /** @type {any} */ (process.report.getReport()).header
  const system = [process.platform, process.arch, process.versions.modules, glibcVersionRuntime]
  let output = ''
  try {
    const kept = await cachedFolder('orm-better-sqlite3', [version, ...system].join('-'), async (stage) => {
      announce()
      // The usual optimization of SQLite doubles the compile time, which costs more than the tests gain.
      const flags = { CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' }
      const outcome = await runNpm(['rebuild', 'better-sqlite3'], { env: { ...process.env, ...flags } })
      output = outcome.output
      copyFileSync(addon, join(stage, basename(addon)))
    })
    if (!existsSync(addon)) {
      mkdirSync(dirname(addon), { recursive: true })
      copyFileSync(join(kept, basename(addon)), addon)
    }
  } catch (error) {
    output ||= String(error)
  }
  return { ok: existsSync(addon), output, seconds: (performance.now() - begin) / 1000 }
}

/**
 * Compiles the templates and all packages and tests. The compiler is incremental, so running it every time is the cheapest way
 * to find out whether anything changed.
 *
 * @returns {Promise<Step>}
 */
export async function build() {
  // Runs the commands of `npm run build` without npm, which takes longer than a build without changes.
  const command = (scriptsIn('.').build ?? '').replaceAll(
    /npm run --workspace orm-(\w+) --silent (\w+)/g,
    (/** @type {string} */ _, /** @type {string} */ folder, /** @type {string} */ name) =>
      `(cd packages/${folder} && ${scriptsIn(`packages/${folder}`)[name]})`,
  )
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const { code, output, seconds } = await run('sh', ['-c', command], { env: { ...process.env, PATH } })
  if (code === 0) removeStaleOutput()
  return { ok: code === 0, output, seconds }
}

/**
 * @param {string} folder
 * @returns {Record<string, string>}
 */
const scriptsIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts

/**
 * Compares the installed packages with the lockfile. npm writes a record of the installation to node_modules last, so a broken
 * installation has none. Optional packages may be missing if they are for other platforms.
 *
 * @param {string} [folder]
 * @returns {'right' | 'outdated' | 'missing'}
 */
export function stateOfDependencies(folder = root) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return 'missing'
  const wanted = lockedPackages(join(folder, 'package-lock.json'))
  const installed = lockedPackages(record)
  const isRight = Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .every(([path, { version, integrity, link, optional }]) => {
      const present = installed[path]
      // Without libsql, `npm start` would require a compiler.
      if (path === 'node_modules/libsql' && hasLibsql && !existsSync(join(folder, path))) return false
      if (present === undefined) return optional === true
      return link === true || (present.version === version && present.integrity === integrity)
    })
  return isRight ? 'right' : 'outdated'
}

/** Whether libsql has a compiled version for this platform. */
const hasLibsql = ['linux', 'darwin', 'win32'].includes(process.platform)

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

const packageFolders = () => readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))

/** Removes the output of deleted sources. `tsc -b` never deletes it, so their compiled tests would keep running. */
function removeStaleOutput() {
  for (const folder of packageFolders()) removeOrphans(join(folder, 'dist'), join(folder, 'src'))
  removeOrphans(join(root, 'test', 'dist'), join(root, 'test'))
}

/**
 * @param {string} outputs
 * @param {string} sources
 */
function removeOrphans(outputs, sources) {
  if (!existsSync(outputs)) return
  for (const entry of readdirSync(outputs, { withFileTypes: true })) {
    const output = join(outputs, entry.name)
    if (entry.isDirectory()) {
      const folder = join(sources, entry.name)
      if (existsSync(folder)) removeOrphans(output, folder)
      // Another run may be using the groups folder.
      else if (output !== groupsFolder) rmSync(output, { recursive: true })
      continue
    }
    const compiled = /^(.+?)(?:\.d)?\.(m?)[jt]s(?:\.map)?$/.exec(entry.name)
    if (compiled === null) continue
    const [, stem, module] = compiled
    const candidates = [`${stem}.${module}ts`, `${stem}.${module}js`]
    if (!candidates.some((name) => existsSync(join(sources, name)))) rmSync(output)
  }
}
