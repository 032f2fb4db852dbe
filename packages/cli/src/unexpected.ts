import { terminalText } from 'orm-core/internal/errors'

/** A mistake of ours, in one line: what, where, and what to do about it. */
export function unexpected(error: unknown, verbose: boolean): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (verbose) return `${stack}\n`
  const [, file = 'an unknown place'] =
    /\(?(?:file:\/\/)?[^()\s]*\/((?:packages|node_modules)\/[^()\s]+:\d+:\d+)\)?/.exec(stack) ?? []
  const what = terminalText(message, 300)
  return `orm: unexpected error: ${what} (at ${file}); this is a mistake in Orm: please report what -v shows, see docs/security.md\n`
}
