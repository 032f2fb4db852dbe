import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** The hosts with their plugins of ours. */
export const hostPackages = ['gulp', 'gulp-orm', 'grunt', 'grunt-orm', 'rollup', 'rollup-plugin-orm'] as const

/**
 * Gives a folder some of the packages that the workspace has, as links. gulp searches all folders below a project for the
 * files of a pattern, `node_modules` too: with all packages of the workspace that takes a second of processor time.
 */
export async function linkPackages(folder: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
}
