import { readFileSync } from 'node:fs'

/**
 * Calls back when the npm that runs us is gone. npm passes on the signals that it can handle (to us, not to a shell
 * that waits: hence `exec` in package.json), but when it is killed, we would run on with nobody left to read the result.
 *
 * @param {() => void} lost
 */
export function watchLauncher(lost) {
  if (process.env.npm_lifecycle_event === undefined) return
  const launcher = ancestry()
  const timer = setInterval(() => {
    if (ancestry() === launcher) return
    clearInterval(timer)
    lost()
  }, 300)
  timer.unref()
}

/**
 * Whose child we are and, where npm's shell stands in between, whose child that is. A process whose parent dies gets
 * another one at once, even while the dead one still has an entry in the process table.
 */
function ancestry() {
  const parent = process.ppid
  return isShell(parent) ? `${parent} ${parentOf(parent)}` : String(parent)
}

/** @param {number} id */
const isShell = (id) => /^\S*sh\0-c\0/.test(readProcess(id, 'cmdline'))

/** @param {number} id */
const parentOf = (id) => /^PPid:\s*(\d+)/m.exec(readProcess(id, 'status'))?.[1] ?? ''

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
