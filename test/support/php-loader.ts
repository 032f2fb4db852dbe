import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DatabaseName } from './databases.js'
import { root } from './root.mjs'

/** The database for the models of a project. Everything in it may be deleted. */
export interface ExerciseDatabase {
  readonly adapter: DatabaseName
  readonly dsn: string
  readonly user: string
  readonly password: string
  /** The statements that create the tables. */
  readonly statements: readonly string[]
  /** The share of statements to try; 1 tries all of them. */
  readonly share: number
}

/** Classes, and optionally a database to use their models on. */
export interface LoadedProject {
  readonly classes: readonly { readonly path: string; readonly contents: string }[]
  readonly database?: ExerciseDatabase
}

/** Loads PHP classes of many projects one after the other, each as if in a separate process. */
export class PhpLoader {
  readonly #php: ChildProcessWithoutNullStreams
  readonly #answers: AsyncIterator<string>
  #complaints = ''

  constructor() {
    const strict = join(root, 'test', 'support', 'strict.php')
    this.#php = spawn('php', [
      // Node's pipes are sockets, and PHP stops reading from a socket that is silent for a minute.
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
   * Parses and loads the classes of projects, and uses the models of those that have a database. Returns PHP's errors, or an
   * empty string.
   */
  async load(...projects: readonly LoadedProject[]): Promise<string> {
    const given = projects.map(({ classes, database = null }) => ({
      files: Object.fromEntries(classes.map(({ path, contents }) => [path, contents])),
      database,
    }))
    this.#complaints = ''
    this.#php.stdin.write(`${JSON.stringify(given)}\n`)
    const { value, done } = await this.#answers.next()
    if (done) return `PHP ended\n${this.#complaints}`
    return JSON.parse(value) + this.#complaints
  }

  end(): void {
    this.#php.stdin.end()
  }
}
