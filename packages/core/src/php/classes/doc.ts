import { phpComment } from '../../destinations.js'
import { docBlock } from '../code/layout.js'
import type { Scope } from '../scope.js'
import { textLines } from '../views/column.js'

/**
 * The docblock of a class: what it is, the table's description, and, where asked for, when it was made.
 *
 * @param tags lines with their stars, each behind its line break
 */
export function classDoc({ settings, table }: Scope, summary: string, tags?: () => string): string {
  if (!settings.addClassLevelComment) return ''
  let text = phpComment(summary)
  const description = table.description && textLines(table.description).join('\n')
  if (description) text += `\n\n${description}`
  if (settings.timeStamp) text += `\n\n${phpComment(settings.timeStamp)}`
  return docBlock(text, '', tags?.())
}
