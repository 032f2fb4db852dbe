import type { Environment } from 'orm-core/internal'
import { Interrupted, type Prompts } from './init/prompts.js'

/** Access of a command to the process that runs it. */
export interface Io {
  readonly env: Environment
  readonly stdout: Output
  readonly stderr: Output
  /** Print only errors. */
  readonly isQuiet?: boolean
  /** Progress line of the terminal; absent if there is no terminal. */
  readonly progress?: ProgressLine
  /** Asks the user a question; absent if no user can answer. */
  readonly ask?: Ask
  /** Returns prompts of several kinds; absent if no user can answer. */
  readonly prompts?: () => Promise<Prompts>
  /** Aborted when the user ends a command that lasts; if absent, such a command runs until it is killed. */
  readonly interruption?: AbortSignal
}

/** Access of the script to its process. */
export interface ProcessIo extends Omit<Io, 'interruption'> {
  /**
   * Returns the signal of commands that last, and from then on handles Ctrl-C. The reason is an Interrupted if the user pressed
   * it.
   */
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

/** A line that is overwritten while a command runs. */
export interface ProgressLine {
  show(text: string): void
  clear(): void
}

export interface Output {
  write(text: string): unknown
  /** Whether the output is a terminal. */
  readonly isTTY?: boolean
}

export type Ask = (question: string) => Promise<string>

/** Asks a question whose answer is no unless the user agrees. */
export async function agrees(ask: Ask, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim())
}

/** Asks a question on the terminal and returns the answer. Throws Interrupted on Ctrl-C and Ctrl-D. */
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
