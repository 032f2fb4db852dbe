import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { root } from './root.mjs'

/** A script for a separate process, with its input. */
export interface WarmScript {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The PHP file to run first. */
  readonly prepend: string
  /** A file, or code including its opening tag. */
  readonly file: string | { readonly code: string }
  readonly args: readonly string[]
}

export interface PhpOutcome {
  /** Undefined if a signal ended the script. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** The number of scripts of a process that start a new PHP. For so few, a waiting PHP does not pay off. */
const coldStarts = 3

let starts = 0
let waiting: WarmPhp | undefined

/**
 * Returns the PHP of this process that runs scripts in copies of itself, which takes a tenth of the time of a start. Returns
 * undefined if that is impossible or does not pay off. The settings of the first caller apply; all callers have the same.
 */
export function warmPhp(settings: readonly string[]): WarmPhp | undefined {
  if (process.env.ORM_WARM_PHP === '0' || ++starts <= coldStarts) return waiting
  waiting ??= canBeWarm() ? new WarmPhp(settings) : undefined
  return waiting
}

let able: boolean | undefined

/** PHP for WebAssembly cannot fork, and some systems have PHP without these extensions. */
function canBeWarm(): boolean {
  able ??= spawnSync('php', ['-r', 'exit(extension_loaded("pcntl") && extension_loaded("FFI") ? 0 : 1);']).status === 0
  return able
}

export class WarmPhp {
  readonly #process: ChildProcess
  readonly #folder = mkdtempSync(join(tmpdir(), 'orm-warm-php-'))
  readonly #ended = new Map<string, (code: number) => void>()
  #scripts = 0

  constructor(settings: readonly string[]) {
    // Compiled files are cached in memory that the copies share, not in files.
    const cache = ['-d', 'opcache.enable_cli=1', '-d', 'opcache.file_cache_only=0', '-d', 'opcache.file_cache=']
    const args = [...settings, ...cache, join(root, 'test/support/warm.php')]
    // PHP checks the types of its first three descriptors only once: they must be files, as in the copies.
    this.#process = spawn('php', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
    let text = ''
    const replies = this.#process.stdio[4] as Readable
    replies.setEncoding('utf8').on('data', (more: string) => {
      const lines = (text + more).split('\n')
      text = lines.pop()!
      for (const line of lines) {
        const [id = '', code] = line.split(' ')
        this.#ended.get(id)?.(Number(code))
        this.#ended.delete(id)
      }
    })
    this.#process.once('exit', () => {
      for (const end of this.#ended.values()) end(-1)
      waiting = undefined
    })
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }))
    // Do not keep the process running for PHP, which ends with it.
    this.#process.unref()
    for (const stream of [this.#process.stdio[3], replies]) (stream as unknown as { unref(): void }).unref()
  }

  async run({ cwd, env, prepend, file, args }: WarmScript): Promise<PhpOutcome> {
    const id = String(++this.#scripts)
    const [out, err, script] = ['out', 'err', 'php'].map((kind) => join(this.#folder, `${id}.${kind}`)) as [
      string,
      string,
      string,
    ]
    // Synchronous, as promises take longer than small files in memory.
    if (typeof file !== 'string') writeFileSync(script, file.code)
    const path = typeof file === 'string' ? file : script
    const argv = [typeof file === 'string' ? file : 'Standard input code', ...args]
    const replies = this.#process.stdio[4] as unknown as { ref(): void; unref(): void }
    replies.ref()
    const code = await new Promise<number>((resolve) => {
      this.#ended.set(id, resolve)
      const request = { id, cwd, env, prepend, file: path, argv, out, err }
      ;(this.#process.stdio[3] as Writable).write(`${JSON.stringify(request)}\n`)
    })
    if (this.#ended.size === 0) replies.unref()
    const [stdout, stderr] = [out, err].map((name) => (existsSync(name) ? readFileSync(name, 'utf8') : ''))
    for (const name of [out, err, script]) rmSync(name, { force: true })
    return { code: code < 0 ? undefined : code, stdout: stdout!, stderr: stderr! }
  }
}
