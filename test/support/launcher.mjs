import { readFileSync } from 'node:fs'

/**
 * Calls back when the npm that runs us is gone. npm passes on the signals it can handle, but when it is killed, its
 * shell and we would run on with nobody left to read the result.
 *
 * @param {() => void} lost
 */
export function watchLauncher(lost) {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const watched = [shell, isShell(shell) ? parentOf(shell) : shell].filter((id) => id > 1)
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return
    clearInterval(timer)
    lost()
  }, 300)
  timer.unref()
}

/**
 * npm starts a script as `sh -c <script>`; some shells replace themselves by the command, some stay.
 *
 * @param {number} id
 */
const isShell = (id) => /^\S*sh\0-c\0/.test(readProcess(id, 'cmdline'))

/** @param {number} id */
const parentOf = (id) => Number(/^PPid:\s*(\d+)/m.exec(readProcess(id, 'status'))?.[1] ?? id)

/**
 * @param {number} id
 * @param {string} file
 */
function readProcess(id, file) {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} id */
function isAlive(id) {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
