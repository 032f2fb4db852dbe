import type { Environment } from 'orm-core/internal'
import { Interrupted, type Prompts } from './init/prompts.js'

/** What a command sees of the process that runs it. */
export interface Io {
  readonly env: Environment
  readonly stdout: Output
  readonly stderr: Output
  /** Print only errors. */
  readonly isQuiet?: boolean
  /** The line of a terminal that says what happens; absent where there is no terminal. */
  readonly progress?: ProgressLine
  /** Puts a question to the user; absent where no user can answer. */
  readonly ask?: (question: string) => Promise<string>
  /** Questions of several kinds; absent where no user can answer. */
  readonly prompts?: () => Promise<Prompts>
  /** Told when the user wants a command that watches to end; without it, such a command runs until it is killed. */
  readonly interruption?: () => AbortSignal
}

export const exitCodes = {
  0: 'done',
  1: 'the input has errors, or the work failed',
  2: 'wrong usage',
  3: 'a file or the configuration cannot be read',
  4: 'the database cannot be reached, its driver is missing, or another run holds the lock of the migrations',
  5: 'a check found something: outdated files, pending or changed migrations, differences',
  6: 'built without the tables that have errors, with --keep-going',
  130: 'interrupted with Ctrl-C',
} as const

export type ExitCode = keyof typeof exitCodes

/** A line that is written over and over while a command works. */
export interface ProgressLine {
  show(text: string): void
  clear(): void
}

export interface Output {
  write(text: string): unknown
  /** True for a terminal. */
  readonly isTTY?: boolean
}

/** Puts a question to the user of a terminal and gives the line that comes back; Ctrl-C and Ctrl-D throw Interrupted. */
export async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await new Promise((resolve, reject) => {
      terminal.on('close', () => reject(new Interrupted()))
      terminal.question(question, resolve)
    })
  } finally {
    terminal.close()
  }
}
