import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {object} Outcome
 * @property {number} code      the exit code; 128 when a signal ended the command, 127 when it could not be started
 * @property {string} stdout
 * @property {string} stderr
 * @property {string} output    both, in the order of arrival
 * @property {number} seconds
 */

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]  the whole environment; default: ours
 * @property {boolean} [detached]       start a separate process group
 * @property {number} [limit]           seconds after which it is killed, with its process group
 * @property {(child: import('node:child_process').ChildProcess) => void} [started]
 * @property {(text: string) => void} [complained]  receives stderr output immediately
 */

/** The maximum length of the captured output. An endless program may write more than the maximum length of a string. */
const mostKept = 2 ** 27

/**
 * Runs a command to its end without a terminal and never rejects: a failure is an outcome like any other.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function run(
  command,
  args,
  { cwd = root, env = process.env, detached = false, limit, started, complained } = {},
) {
  const begin = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'] })
    const stdout = /** @type {string[]} */ ([])
    const stderr = /** @type {string[]} */ ([])
    const output = /** @type {string[]} */ ([])
    let length = 0
    const keep = (/** @type {string} */ text, /** @type {string[]} */ own) => {
      length += text.length
      if (length < mostKept) for (const to of [own, output]) to.push(text)
    }
    child.stdout.setEncoding('utf8').on('data', (text) => keep(text, stdout))
    child.stderr.setEncoding('utf8').on('data', (text) => {
      keep(text, stderr)
      complained?.(text)
    })
    /** @param {number} code */
    const finish = (code) =>
      resolve({
        code,
        stdout: stdout.join(''),
        stderr: stderr.join(''),
        output: output.join(''),
        seconds: (performance.now() - begin) / 1000,
      })
    child.on('error', (error) => {
      output.push(`${command}: ${error.message}\n`)
      finish(127)
    })
    const timer =
      limit &&
      setTimeout(() => process.kill(detached ? -Number(child.pid) : Number(child.pid), 'SIGKILL'), limit * 1000)
    child.on('close', (code) => {
      clearTimeout(timer)
      finish(code ?? 128)
    })
    started?.(child)
  })
}

/**
 * Ends a program that a test has started, with all its descendants, and waits until none of them holds the output open. A
 * folder cannot be removed while one of them writes to it.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
export async function end(child, signal) {
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  if (hasEnded && child.stdio.every((stream) => stream?.destroyed ?? true)) return
  const closed = once(child, 'close')
  if (!hasEnded) {
    const helpers = startedBy(child.pid)
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    // The esbuild service does not always notice that its client has ended.
    for (const pid of helpers) killIfThere(pid)
  }
  await closed
}

/**
 * @param {number | undefined} pid
 * @returns {number[]} all descendants of a process
 */
function startedBy(pid) {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number))
  /** @type {(parent: number | undefined) => number[]} */
  const below = (parent) => processes.flatMap(([own = 0, other]) => (other === parent ? [own, ...below(own)] : []))
  return below(pid)
}

/** @param {number} pid */
function killIfThere(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended together with its parent.
  }
}

/**
 * Runs an npm command with the npm that started this process, or the one on the PATH.
 *
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function runNpm(args, options) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? run(process.execPath, [script, ...args], options) : run('npm', args, options)
}

/**
 * Returns the location of an executable file. Server binaries are often outside an ordinary user's PATH, hence the extra
 * folders.
 *
 * @param {string} name
 * @param {readonly string[]} [extraFolders]  searched after the PATH
 * @returns {string | undefined}
 */
export function findProgram(name, extraFolders = []) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...extraFolders]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
