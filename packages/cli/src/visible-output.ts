import { terminalLine, terminalText } from 'orm-core/internal/errors'
import type { Io, Output } from './io.js'

/** Goes to the start of the line and empties it. */
export const clearLine = '\r\u001b[2K'

/**
 * An output without control characters other than line breaks, tabs and `clearLine` at the start: commands print names
 * of tables and files, and messages of servers, which could contain some.
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

/** A notice on one line: not an error. */
export function tellNotice({ stderr, isQuiet }: Io, text: string): void {
  if (!isQuiet) stderr.write(`notice: ${terminalText(text)}\n`)
}

/** How far a long run is, where no terminal shows it. */
export function tellProgress({ stderr, isQuiet }: Io, text: string): void {
  if (!isQuiet) stderr.write(`${terminalText(text)}\n`)
}

/** A mistake of ours, in one line: what, where, and what to do about it. */
export function unexpected(error: unknown, verbose: boolean): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (verbose) return `${stack}\n`
  const [, file = 'an unknown place'] =
    /\(?(?:file:\/\/)?[^()\s]*\/((?:packages|node_modules)\/[^()\s]+:\d+:\d+)\)?/.exec(stack) ?? []
  const what = terminalText(message, 300)
  return `orm: unexpected error: ${what} (at ${file}); this is a bug in Orm: please report the output of -v, see docs/security.md\n`
}
