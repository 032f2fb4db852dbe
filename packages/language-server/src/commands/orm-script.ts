import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Returns the `orm` script of a project, or the one installed with the server. */
export function ormScript(root: string): string | undefined {
  for (const from of [join(root, 'schema.xml'), import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve('orm-cli')), '..', 'bin', 'orm.js')
    } catch {
      // Not installed at this location.
    }
  }
  return undefined
}

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs script commands in project directories. Commands that keep running end with the server. */
export class OrmScript {
  /** Running commands that serve a page, by directory and arguments. */
  readonly #serving = new Map<string, { readonly process: ChildProcess; readonly address: Promise<string> }>()
  /** Whether a project's script supports a command, by directory and command. */
  readonly #known = new Map<string, Promise<boolean>>()

  readonly #stop = (): void => this.stop()

  constructor() {
    process.on('exit', this.#stop)
  }

  stop(): void {
    process.off('exit', this.#stop)
    for (const { process } of this.#serving.values()) process.kill()
    this.#serving.clear()
  }

  run(root: string, args: readonly string[]): Promise<Outcome> {
    const script = ormScript(root)
    if (script === undefined) return Promise.resolve({ code: 1, stdout: '', stderr: 'orm-cli is not installed' })
    return new Promise((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      })
    })
  }

  has(root: string, command: string): Promise<boolean> {
    const key = `${root}\n${command}`
    const known = this.#known.get(key)
    if (known) return known
    const asked = this.run(root, ['help', command]).then(({ code }) => code === 0)
    this.#known.set(key, asked)
    return asked
  }

  /** Starts a command that serves a page, unless it is already running. Returns the URL that it prints. */
  serve(root: string, args: readonly string[]): Promise<string> {
    const key = [root, ...args].join('\n')
    const known = this.#serving.get(key)
    if (known) return known.address
    const script = ormScript(root)
    if (script === undefined) return Promise.reject(new Error('orm-cli is not installed'))
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const address = new Promise<string>((resolve, reject) => {
      let output = ''
      const read = (text: string): void => {
        output += text
        const [found] = /http:\/\/(?:127\.0\.0\.1|(?:\w+\.)?localhost):\d+\/\S*/.exec(output) ?? []
        if (found && output.slice(output.indexOf(found) + found.length) !== '') resolve(found)
      }
      child.stdout.setEncoding('utf8').on('data', read)
      child.stderr.setEncoding('utf8').on('data', read)
      child.on('error', reject)
      child.on('exit', () => {
        this.#serving.delete(key)
        reject(new Error(output.trim() || 'the command has ended'))
      })
    })
    this.#serving.set(key, { process: child, address })
    return address
  }
}
