import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from './root.mjs'

type Pack = (destination: string) => { name: string; filename: string }[]
const { packAll: packInto } = (await import(pathToFileURL(join(root, 'audit', 'pack.mjs')).href)) as { packAll: Pack }

const execute = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  /** npm leaves out those that this machine cannot have. */
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/** What we would publish: a tarball a package, by name of the package. The caller removes the folder. */
export async function packAll(): Promise<{ folder: string; tarballs: Map<string, string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-packed-'))
  const packed = packInto(folder)
  return { folder, tarballs: new Map(packed.map(({ name, filename }) => [name, join(folder, filename)])) }
}

/**
 * A project in a temporary folder with what `npm install` would give it, but without a network: our packages from
 * their tarballs; of the others only those that are declared, as links to what the workspace has.
 */
export async function installExample(example: string, tarballs: ReadonlyMap<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-example-'))
  const source = join(root, 'examples', example)
  for (const name of await readdir(source)) {
    if (!/^(?:node_modules|var|dist|generated-.*)$/.test(name))
      await cp(join(source, name), join(folder, name), { recursive: true })
  }
  const { dependencies, devDependencies } = await manifestOf(folder)
  await installPackages(Object.keys({ ...dependencies, ...devDependencies }), folder, tarballs)
  return folder
}

/** Puts packages and what they need into a folder. */
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
