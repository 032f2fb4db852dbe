import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { until } from './patience.mjs'

export const keys = { enter: '\r', down: '\x1b[B', interrupt: '\x03' } as const

/** A command on a separate pseudo-terminal, which a test controls like a user. */
export class Terminal {
  readonly ended: Promise<number>
  readonly #child
  #written = ''
  #read = 0

  constructor(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    // script(1) of util-linux runs a command on a separate terminal and connects our pipes to it.
    this.#child = spawn('script', ['--quiet', '--return', '--command', quoted, '/dev/null'], {
      cwd,
      env: { ...process.env, TERM: 'xterm', COLUMNS: '200', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#written += text
    })
    this.#child.stdin.on('error', () => {})
    this.ended = new Promise((resolve) => this.#child.on('close', (code) => resolve(code ?? 128)))
  }

  /** All output, without colors and cursor movements. */
  get shown(): string {
    // The output so far may end within an escape sequence.
    return stripVTControlCharacters(this.#written)
  }

  /** Waits until the text appears after the text of the previous call. */
  async expect(text: string): Promise<void> {
    const found = () => this.shown.indexOf(text, this.#read)
    try {
      await until(() => found() >= 0, {
        hopeless: () => this.#child.exitCode !== null,
        otherwise: () => `"${text}" is shown. This was:\n${this.shown.slice(this.#read)}`,
      })
    } catch (error) {
      this.#child.kill()
      throw error
    }
    this.#read = found() + text.length
  }

  type(...texts: readonly string[]): void {
    for (const text of texts) this.#child.stdin.write(text)
  }

  /** Waits for a question and answers it. */
  async answer(question: string, ...texts: readonly string[]): Promise<void> {
    // A prompt starts to listen in the same turn of its event loop in which it is drawn.
    await this.expect(question)
    this.type(...texts, keys.enter)
  }
}
