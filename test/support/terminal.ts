import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { until } from './patience.mjs'

export const keys = { enter: '\r', down: '\x1b[B', interrupt: '\x03' } as const

/** A command on a pseudo-terminal of its own, driven by a test as a person would. */
export class Terminal {
  readonly ended: Promise<number>
  readonly #child
  #written = ''
  #read = 0

  constructor(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    // script(1) of util-linux runs a command on a terminal of its own and passes our pipes on to it.
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

  /** All that was shown, without colours and cursor movements. */
  get shown(): string {
    // A part of the output may end within one of them.
    return stripVTControlCharacters(this.#written)
  }

  /** Waits until the text is shown, after what was waited for before. */
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
    // A prompt listens in the same turn of its event loop in which it draws itself.
    await this.expect(question)
    this.type(...texts, keys.enter)
  }
}
