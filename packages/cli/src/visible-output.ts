import { terminalLine, terminalText } from 'orm-core/internal/errors'
import type { Io, Output } from './io.js'

/** Moves to the start of the line and clears it. */
export const clearLine = '\r\u001b[2K'

/**
 * Returns an output that removes control characters other than line breaks, tabs and a leading `clearLine`. Commands print
 * names of tables and files, and messages of servers, which could contain control characters.
 */
export const visibleOutput = (output: Output): Output => ({
  ...(output.isTTY !== undefined && { isTTY: output.isTTY }),
  write: (text) =>
    output.write(text.startsWith(clearLine) ? `${clearLine}${visible(text.slice(clearLine.length))}` : visible(text)),
})

const visible = (text: string): string =>
  text
    .split(/(\r?\n)/)
    .map((line, index) => (index % 2 ? line : terminalLine(line)))
    .join('')

/** Prints a one-line notice, which is not an error. */
export function tellNotice({ stderr, isQuiet }: Io, text: string): void {
  if (!isQuiet) stderr.write(`notice: ${terminalText(text)}\n`)
}

/** Prints the progress of a long run if there is no terminal. */
export function tellProgress({ stderr, isQuiet }: Io, text: string): void {
  if (!isQuiet) stderr.write(`${terminalText(text)}\n`)
}

/** Returns a one-line message for an internal error: what failed, where, and what to do about it. */
export function unexpected(error: unknown, verbose: boolean): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (verbose) return `${stack}\n`
  const [, file = 'an unknown place'] =
    /\(?(?:file:\/\/)?[^()\s]*\/((?:packages|node_modules)\/[^()\s]+:\d+:\d+)\)?/.exec(stack) ?? []
  const what = terminalText(message, 300)
  return `orm: unexpected error: ${what} (at ${file}); this is a bug in Orm: please report it with the output of -v\n`
}
