import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DatabaseName } from './databases.js'
import { root } from './root.mjs'

/** Where models are used. Everything in the database may go. */
export interface ExerciseDatabase {
  readonly adapter: DatabaseName
  readonly dsn: string
  readonly user: string
  readonly password: string
  /** They make the tables. */
  readonly statements: readonly string[]
  /** How many names for tables and columns queries try; more of them take longer. */
  readonly aliases: number
}

/** Loads PHP classes, many projects one after the other, each as if in a process of its own. */
export class PhpLoader {
  readonly #php: ChildProcessWithoutNullStreams
  readonly #answers: AsyncIterator<string>
  #complaints = ''

  constructor() {
    const strict = join(root, 'test', 'support', 'strict.php')
    this.#php = spawn('php', [
      // Pipes of Node are sockets, and PHP stops reading from one that is silent for a minute.
      ...[
        '-d',
        'default_socket_timeout=-1',
        '-d',
        'display_errors=stderr',
        '-d',
        'log_errors=0',
        '-d',
        `auto_prepend_file=${strict}`,
      ],
      join(root, 'test', 'support', 'load-classes.php'),
    ])
    this.#php.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text
    })
    this.#php.stdin.on('error', () => {})
    this.#answers = createInterface({ input: this.#php.stdout })[Symbol.asyncIterator]()
  }

  /**
   * Parses and loads the classes of a project, and uses the models if there is a database for them; gives what PHP
   * complains of, or an empty text.
   */
  async load(
    built: readonly { readonly path: string; readonly contents: string }[],
    database: ExerciseDatabase | null = null,
  ): Promise<string> {
    const files = Object.fromEntries(built.map(({ path, contents }) => [path, contents]))
    this.#complaints = ''
    this.#php.stdin.write(`${JSON.stringify({ files, database })}\n`)
    const { value, done } = await this.#answers.next()
    if (done) return `PHP ended\n${this.#complaints}`
    return JSON.parse(value) + this.#complaints
  }

  end(): void {
    this.#php.stdin.end()
  }
}
