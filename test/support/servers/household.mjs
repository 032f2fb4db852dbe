import { spawn } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../command.mjs'
import { pace, until } from '../patience.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** The ids of nobody and nogroup on Debian and Ubuntu: database servers refuse to run as root. */
const unprivileged = { user: 65534, group: 65534 }
const isRoot = process.getuid?.() === 0

/** How long a server may take to start and to stop on an idle machine before it counts as hung. */
const startSeconds = 120
const stopSeconds = 20

/**
 * The processes of private servers in one temporary folder. Each starts a separate process group, so that none of its children
 * survives it, and does not inherit our environment, so that the user's PGPORT or MYSQL_HOME has no effect.
 */
export class Household {
  /** @type {Map<ChildProcess, { folder: string, signal: NodeJS.Signals | undefined }>} */
  #processes = new Map()
  #closed = false

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder
  }

  /**
   * Creates a folder that a server can write to.
   *
   * @param {string} name
   * @returns {string}
   */
  makeFolder(name) {
    const folder = join(this.folder, name)
    mkdirSync(folder, { mode: 0o700 })
    if (isRoot) chownSync(folder, unprivileged.user, unprivileged.group)
    return folder
  }

  /**
   * Runs one step of a server's setup to its end.
   *
   * @param {string} folder  where the step works; its output goes to `log` there
   * @param {string} program
   * @param {readonly string[]} args
   * @param {{ input?: string, stop?: NodeJS.Signals }} [conduct]  without a signal, the step is not stopped
   */
  async run(folder, program, args, { input = '', stop } = {}) {
    const child = this.#spawn(folder, program, args, stop)
    child.stdin?.on('error', () => {}).end(input)
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`${program} failed with code ${code}\n${tellingLines(logOf(folder))}`)
  }

  /**
   * Starts a server on a free port and waits until it is ready. Another process may take the port between our check and the
   * server's, so the start is retried if the port is in use.
   *
   * @param {string} folder
   * @param {string} program
   * @param {(port: number) => readonly string[]} args
   * @param {{ stop: NodeJS.Signals, ready: (port: number) => Promise<boolean>, on?: number }} conduct  `on`: the port,
   *   if it must not be another one
   * @returns {Promise<number>} the port
   */
  async serve(folder, program, args, { stop, ready, on }) {
    for (let attempt = 1; ; attempt++) {
      const port = on ?? (await freePort())
      const server = this.#spawn(folder, program, args(port), stop)
      server.stdin?.end()
      if (await becomes(() => ready(port), server)) return port
      const log = logOf(folder)
      if (!/in use/i.test(log) || attempt === 5) throw new Error(`${program} did not start\n${tellingLines(log)}`)
    }
  }

  /** Stops every process, and kills the group of a process that does not stop in time. */
  async stop() {
    this.#closed = true
    await Promise.all([...this.#processes].map(([child, { signal }]) => end(child, signal)))
  }

  /**
   * Ends the processes of one folder.
   *
   * @param {string} folder
   * @param {NodeJS.Signals} signal
   */
  async stopIn(folder, signal) {
    const found = [...this.#processes].filter(([, process]) => process.folder === folder)
    await Promise.all(found.map(([child]) => end(child, signal)))
  }

  /**
   * @param {string} folder
   * @param {string} program
   * @param {readonly string[]} args
   * @param {NodeJS.Signals} [stopSignal]
   */
  #spawn(folder, program, args, stopSignal) {
    if (this.#closed) throw new Error('interrupted')
    const log = openSync(join(folder, 'log'), 'a')
    const [command, ...rest] = isRoot ? withoutPrivileges(program, args, stopSignal) : [program, ...args]
    const child = spawn(/** @type {string} */ (command), rest, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', log, log],
      detached: true,
    })
    closeSync(log)
    this.#processes.set(child, { folder, signal: stopSignal })
    child.once('exit', () => this.#processes.delete(child))
    child.once('error', () => this.#processes.delete(child))
    return child
  }
}

/**
 * Returns the command for running a program as an unprivileged user. The signal on the parent's death covers the one case that
 * nobody can handle: that the keeper itself is killed.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.Signals} [signal]
 * @returns {string[]}
 */
function withoutPrivileges(program, args, signal) {
  const setpriv = findProgram('setpriv')
  if (setpriv === undefined) throw new Error('setpriv (package util-linux) is missing')
  const { user, group } = unprivileged
  const rights = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups']
  const onParentsDeath = signal ? [`--pdeathsig=${signal.replace('SIG', '')}`] : []
  return [setpriv, ...rights, ...onParentsDeath, '--', program, ...args]
}

/**
 * Waits for a condition while a process lives.
 *
 * @param {() => Promise<boolean>} condition
 * @param {ChildProcess} child
 */
async function becomes(condition, child) {
  const hopeless = () => child.exitCode !== null || child.signalCode !== null
  return until(condition, { hopeless, seconds: startSeconds }).then(
    () => !hopeless(),
    () => false,
  )
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
async function end(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (signal) child.kill(signal)
  // A remaining timer would keep the process of a test file alive.
  await Promise.race([exited, sleep(stopSeconds * 1000 * pace(), undefined, { ref: false })])
  killGroup(child.pid)
  await exited
}

/**
 * Kills the remaining processes of a process group.
 *
 * @param {number} leader
 */
export function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // No process is left.
  }
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Returns whether a server listens on a port.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Matches log lines with the reason why a server did not start; the end of a log only shows how it gave up. */
const reason = /error|fatal|panic|fail|cannot|can't|could not|no such|not found|denied|refused|in use|invalid|unknown/i

/**
 * Returns the log lines that help to find out why a server did not start.
 *
 * @param {string} log
 * @returns {string}
 */
export function tellingLines(log) {
  const lines = log.trimEnd().split('\n')
  const last = lines.slice(-10)
  const telling = lines.slice(0, -10).filter((line) => reason.test(line))
  // The first error is the cause; later ones follow from it.
  return [...telling.slice(0, 20), ...(telling.length > 20 ? ['…'] : []), ...last].join('\n')
}

/** @param {string} folder */
const logOf = (folder) => readFileSync(join(folder, 'log'), 'utf8')
