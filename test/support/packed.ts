import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { filledFolder } from './cached-folder.mjs'
import { root } from './root.mjs'

const release = (name: string) => import(pathToFileURL(join(root, 'release', name)).href)
const { packAll: packInto, publishedManifest: amended } = (await release('pack.mjs')) as {
  packAll: (destination: string, repository?: string) => { name: string; filename: string }[]
  publishedManifest: (manifest: object, repository?: string) => Readonly<Record<string, unknown>>
}
export const { packageProblems, tryPublishing, provenanceProblems } = (await release('publishing.mjs')) as {
  packageProblems: (tarball: string) => Promise<string[]>
  tryPublishing: (publication: {
    tarball: string
    repository: string | undefined
    env?: NodeJS.ProcessEnv
  }) => Promise<{
    readonly problems: string[]
    readonly name: string
  }>
  provenanceProblems: () => string[]
}
export const { declaredPacks, managerOf, recordPacks } = (await release('packs.mjs')) as {
  managerOf: (project: string) => { readonly install: readonly string[]; readonly run: string }
  declaredPacks: (project: string, own: ReadonlyMap<string, unknown>) => string[]
  recordPacks: (project: string, tarballs: ReadonlyMap<string, string>) => void
}

export const publishedManifest = amended

const execute = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  /** npm omits those that do not support this machine. */
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/**
 * Returns the tarballs that we would publish, by package name. They are packed once for all tests, and repacked when the
 * contents of a package change.
 */
export async function packAll(): Promise<ReadonlyMap<string, string>> {
  const paths = (await Promise.all(['release', 'packages'].map((folder) => packedFiles(join(root, folder))))).flat()
  paths.push(join(root, 'package-lock.json'))
  // Reading all files takes a second of processor time, and checking their modification times a tenth of that. So only one
  // process of a run reads them.
  const times = createHash('sha256')
  for (const path of paths) {
    const { size, mtimeMs } = statSync(path)
    times.update(`${path} ${size} ${mtimeMs}\n`)
  }
  const folder = await filledFolder(join(tmpdir(), `orm-packed-${times.digest('hex').slice(0, 16)}`), async (stage) => {
    await cp(await packedFolder(paths), stage, { recursive: true })
  })
  const tarballs = (await readdir(folder)).map((name) => join(folder, name))
  return new Map(tarballs.map((tarball) => [basename(tarball).replace(/-\d[^-]*\.tgz$/, ''), tarball]))
}

/** Returns the folder with the tarballs of these contents, which later runs reuse. */
async function packedFolder(paths: readonly string[]): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'orm-packed')
  const contents = createHash('sha256')
  for (const path of paths) contents.update(path).update(await readFile(path))
  return filledFolder(join(cache, contents.digest('hex').slice(0, 16)), async (stage) => {
    await removeOld(cache)
    packInto(stage)
  })
}

/** Files that other tests change meanwhile: compiled code (load.cjs) and the bill of materials, which packing writes. */
const isNotPacked = /^(?:node_modules|compiled|.*\.tsbuildinfo|sbom\..*json)$/

async function packedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .filter(({ name }) => !isNotPacked.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => (entry.isDirectory() ? packedFiles(join(folder, entry.name)) : [join(folder, entry.name)]))
  return (await Promise.all(found)).flat()
}

/** Removes tarballs of earlier package contents that are older than a day; no run takes longer. */
async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    if (Date.now() - (await stat(folder)).mtimeMs > 24 * 3600 * 1000) await remove(folder)
  }
}

/**
 * Installs an example in a temporary folder like `npm install`, but without a network. Orm packages come from their tarballs;
 * of the others, only declared dependencies are installed, as links to those of the workspace.
 */
export async function installExample(example: string, tarballs: ReadonlyMap<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-example-'))
  const source = join(root, 'examples', example)
  for (const name of await readdir(source)) {
    if (!/^(?:node_modules|storage|var|dist|generated-.*)$/.test(name))
      await cp(join(source, name), join(folder, name), { recursive: true })
  }
  const { dependencies, devDependencies } = await manifestOf(folder)
  const needed = { ...dependencies, ...devDependencies }
  await mkdir(join(folder, 'node_modules'))
  for (const [name, version] of Object.entries(needed)) {
    const path = /^file:(.*)/.exec(version)?.[1]
    if (path !== undefined) await symlink(join(source, path), join(folder, 'node_modules', name))
  }
  await installPackages(Object.keys(needed), folder, tarballs)
  return folder
}

/** Installs packages and their dependencies into a folder. */
export async function installPackages(
  names: readonly string[],
  folder: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<void> {
  const modules = join(folder, 'node_modules')
  for (const name of names) {
    const target = join(modules, name)
    if (existsSync(target)) continue
    const tarball = tarballs.get(name)
    if (tarball) {
      await mkdir(target, { recursive: true })
      await execute('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
      if (name === 'orm-core') await shareCompiledCode(modules)
      const { dependencies, optionalDependencies } = await manifestOf(target)
      const optional = Object.keys(optionalDependencies ?? {}).filter((each) =>
        existsSync(join(root, 'node_modules', each)),
      )
      await installPackages([...Object.keys(dependencies ?? {}), ...optional], folder, tarballs)
    } else {
      await mkdir(dirname(target), { recursive: true })
      await symlink(join(root, 'node_modules', name), target)
    }
    await linkPrograms(target, modules)
  }
}

/**
 * Shares the compiled code that V8 caches beside the bundle (load.cjs) between the projects of a run. A command takes 0.35 s of
 * processor time without the cache and 0.16 s with it.
 */
export async function shareCompiledCode(modules: string): Promise<void> {
  const shared = join(tmpdir(), 'orm-compiled')
  await mkdir(shared, { recursive: true })
  await symlink(shared, join(modules, 'orm-core', 'bundle', 'compiled'))
}

async function linkPrograms(target: string, modules: string): Promise<void> {
  const { name, bin = {} } = await manifestOf(target)
  const programs = typeof bin === 'string' ? { [name]: bin } : bin
  for (const [program, path] of Object.entries(programs)) {
    await mkdir(join(modules, '.bin'), { recursive: true })
    await chmod(join(target, path), 0o755)
    await symlink(join(target, path), join(modules, '.bin', program))
  }
}

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
