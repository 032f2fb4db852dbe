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
 * Returns a folder in the user's cache, which all clones share. The first request fills it.
 *
 * @param {string} name  the name and version of the cached content
 * @param {string} state
 * @param {(stage: string) => Promise<void>} fill
 * @returns {Promise<string>}
 */
export function cachedFolder(name, state, fill) {
  return filledFolder(pathOf(name, state), fill)
}

/**
 * Returns a folder that the first request fills. Concurrent requests wait for the process that is filling it.
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
 * Returns whether another process is filling the folder; if not, takes the lock. Two processes that both find the lock of a
 * dead process may both fill it.
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
    // With EPERM, the process belongs to another user. Otherwise the process or its lock no longer exists.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') rmSync(lock, { force: true })
  }
  return true
}

/**
 * @param {string} folder
 * @param {(stage: string) => Promise<void>} fill
 */
async function fillFolder(folder, fill) {
  // The folder has another name until it is complete, so an interrupted installation never looks like a finished one.
  const stage = mkdtempSync(join(dirname(folder), 'stage-'))
  try {
    await fill(stage)
    renameSync(stage, folder)
  } catch (error) {
    // Another run finished first.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
