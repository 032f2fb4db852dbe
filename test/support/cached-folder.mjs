import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * @param {string} name
 * @param {string} state
 */
const pathOf = (name, state) => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), name, state)

/**
 * A folder in the user's cache, where every clone finds it; filled when it is asked for the first time.
 *
 * @param {string} name  of what is kept, and which of its states
 * @param {string} state
 * @param {(stage: string) => Promise<void>} fill
 * @returns {Promise<string>}
 */
export function cachedFolder(name, state, fill) {
  return filledFolder(pathOf(name, state), fill)
}

/**
 * A folder that is filled when it is asked for the first time.
 *
 * @param {string} folder
 * @param {(stage: string) => Promise<void>} fill
 * @returns {Promise<string>}
 */
export async function filledFolder(folder, fill) {
  const cache = dirname(folder)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  // Under another name until it is complete: an interrupted installation leaves nothing that looks like one.
  const stage = mkdtempSync(join(cache, 'stage-'))
  try {
    await fill(stage)
    renameSync(stage, folder)
  } catch (error) {
    // Another run was faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  return folder
}
