import type { Scope } from '../scope.js'
import { textLines } from '../views/column.js'

/** The docblock of a class: what it is, the table's description, and, where asked for, when it was made. */
export function classDoc({ settings, table }: Scope, lines: readonly string[], more?: () => string[]): string[] {
  if (!settings.addClassLevelComment) return []
  const { timeStamp } = settings
  const parts = [
    lines,
    table.description ? textLines(table.description) : [],
    timeStamp ? [timeStamp] : [],
    more?.() ?? [],
  ].filter((part) => part.length > 0)
  return parts.flatMap((part, index) => (index === 0 ? part : ['', ...part]))
}
