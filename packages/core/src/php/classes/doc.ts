import { phpComment } from '../../escape/index.js'
import type { Scope } from '../scope.js'
import { textLines } from '../views/column-view.js'

/**
 * Returns the docblock lines of a class: a summary, the table's description and, if configured, the build time.
 *
 * @param tags further lines, built only if there is a docblock
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
