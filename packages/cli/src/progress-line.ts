import type { Io, ProgressLine } from './io.js'

/** Returns a line that is overwritten on a terminal, and ignored elsewhere. */
export const progressLine = ({ progress }: Io): ProgressLine => ({
  show: (text) => progress?.show(text),
  clear: () => progress?.clear(),
})

/** Returns the start of a statement, so that it fits on the line. */
export const firstWords = (statement: string): string => (statement.split('\n')[0] ?? '').slice(0, 50)
