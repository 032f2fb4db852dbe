import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** The folders that load packages of the workspace. */
const copied = ['packages', 'test', 'examples', 'editors']

/** A copy of the repository for running tests, so that the repository never contains a mutant. */
export class Copy {
  /** @param {string} folder  that does not exist */
  constructor(folder) {
    this.folder = folder
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    // Through a link, an example would load the packages of the repository, which contain no mutant.
    for (const name of copied) {
      const isWanted = (/** @type {string} */ path) => !path.endsWith('/node_modules')
      cpSync(join(root, name), join(folder, name), { recursive: true, filter: isWanted })
    }
    for (const name of readdirSync(root)) {
      if (!/^(?:\.|(?:node_modules|release)$)/.test(name) && !copied.includes(name))
        symlinkSync(join(root, name), join(folder, name))
    }
    for (const entry of readdirSync(join(root, 'node_modules'), { withFileTypes: true })) {
      const installed = join(root, 'node_modules', entry.name)
      // The links of the workspace are relative, so they lead to the packages of the copy.
      const target = entry.isSymbolicLink() ? readlinkSync(installed) : installed
      if (entry.name !== '.cache') symlinkSync(target, join(folder, 'node_modules', entry.name))
    }
  }

  /**
   * Replaces a part of a file while a function runs. Offsets are bytes.
   *
   * @template T
   * @param {string} path
   * @param {{ start: number, end: number, replacement: string }} change
   * @param {() => Promise<T>} action
   * @returns {Promise<T>}
   */
  async changed(path, { start, end, replacement }, action) {
    const file = join(this.folder, path)
    const before = readFileSync(file)
    writeFileSync(file, Buffer.concat([before.subarray(0, start), Buffer.from(replacement), before.subarray(end)]))
    try {
      return await action()
    } finally {
      writeFileSync(file, before)
    }
  }
}
