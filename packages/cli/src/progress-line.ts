import type { Io, ProgressLine } from './io.js'

/** One line on a terminal that is written over and over; nothing elsewhere. */
export const progressLine = ({ progress }: Io): ProgressLine => ({
  show: (text) => progress?.show(text),
  clear: () => progress?.clear(),
})

/** What of a statement fits on the line. */
export const firstWords = (statement: string): string => (statement.split('\n')[0] ?? '').slice(0, 50)
