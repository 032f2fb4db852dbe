import { phpComment } from '../../escape/index.js'
import type { Scope } from '../scope.js'
import { textLines } from '../views/column-view.js'

/**
 * Lines of the docblock of a class: what it is, the table's description and, where asked for, when it was made.
 *
 * @param tags further lines, made only where there is a docblock
 */
export function classDoc({ settings, table }: Scope, summary: string, tags?: () => readonly string[]): string[] {
  if (!settings.addClassLevelComment) return []
  const lines = [phpComment(summary)]
  const description = textLines(table.description ?? '')
  if (description.length > 0) lines.push('', ...description)
  if (settings.timeStamp) lines.push('', phpComment(settings.timeStamp))
  if (tags) lines.push(...tags())
  return lines
}
