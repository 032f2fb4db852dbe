import type { Environment } from 'orm-core'

/** What a command sees of the process that runs it. */
export interface Io {
  readonly env: Environment
  readonly stdout: Output
  readonly stderr: Output
  /** Puts a question to the user; absent where nobody is there to answer. */
  readonly ask?: (question: string) => Promise<string>
}

interface Output {
  write(text: string): unknown
  /** True for a terminal. */
  readonly isTTY?: boolean
}
