import type { Io } from './io.js'
import { clearLine } from './visible-output.js'

/** One line on a terminal that is written over and over; nothing elsewhere. */
export function progressLine({ stderr }: Io): { show(text: string): void; clear(): void } {
  if (!stderr.isTTY) return { show: () => {}, clear: () => {} }
  return {
    show: (text) => void stderr.write(`${clearLine}${text}`),
    clear: () => void stderr.write(clearLine),
  }
}

/** What of a statement fits on the line. */
export const firstWords = (statement: string): string => (statement.split('\n')[0] ?? '').slice(0, 50)
