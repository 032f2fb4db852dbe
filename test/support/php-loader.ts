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
  /** How many of the statements are tried, 1 for all of them. */
  readonly share: number
}

/** Classes, and where their models are used. */
export interface LoadedProject {
  readonly classes: readonly { readonly path: string; readonly contents: string }[]
  readonly database?: ExerciseDatabase
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
   * Parses and loads the classes of projects, and uses the models of those that have a database; gives what PHP
   * complains of, or an empty text.
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
