import { readFileSync } from 'node:fs'

/**
 * Calls back when the npm that started this process has ended. npm passes on signals that it can handle (to this process, not
 * to a waiting shell: hence `exec` in package.json). If npm is killed, this process would otherwise continue with nobody left
 * to read the result.
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
 * Returns the parent process and, if it is npm's shell, the parent of that shell. A process whose parent dies gets another
 * parent immediately, even while the process table still has an entry for the dead one.
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
