import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** The host tools and the Orm plugin for each. */
export const hostPackages = ['gulp', 'gulp-orm', 'grunt', 'grunt-orm', 'rollup', 'rollup-plugin-orm'] as const

/**
 * Links some packages of the workspace into a folder. gulp searches all subfolders of a project for the files of a pattern,
 * including `node_modules`: with all packages of the workspace, that takes a second of processor time.
 */
export async function linkPackages(folder: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
}
