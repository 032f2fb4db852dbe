import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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
 * A folder that is filled when it is asked for the first time. Processes that ask at the same time wait for the one that fills it.
 *
 * @param {string} folder
 * @param {(stage: string) => Promise<void>} fill
 * @returns {Promise<string>}
 */
export async function filledFolder(folder, fill) {
  const lock = `${folder}.lock`
  mkdirSync(dirname(folder), { recursive: true })
  while (!existsSync(folder)) {
    if (isTaken(lock)) {
      await sleep(100)
      continue
    }
    try {
      await fillFolder(folder, fill)
    } finally {
      rmSync(lock, { force: true })
    }
  }
  return folder
}

/**
 * Whether another process fills the folder; otherwise this one may. Two that both find the lock of a dead process may both do it.
 *
 * @param {string} lock
 */
function isTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return false
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch (error) {
    // It may be of another user; otherwise the process, or its lock, is gone.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') rmSync(lock, { force: true })
  }
  return true
}

/**
 * @param {string} folder
 * @param {(stage: string) => Promise<void>} fill
 */
async function fillFolder(folder, fill) {
  // Under another name until it is complete: an interrupted installation leaves nothing that looks like one.
  const stage = mkdtempSync(join(dirname(folder), 'stage-'))
  try {
    await fill(stage)
    renameSync(stage, folder)
  } catch (error) {
    // Another run was faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
