import type { Scope } from '../scope.js'
import { textLines } from '../views/column.js'

/** The text of a class: what it is, the table's description, and, where asked for, when it was made. */
export function classDoc({ settings, table }: Scope, summary: string): string {
  if (!settings.addClassLevelComment) return ''
  let text = summary
  if (table.description) text += `\n\n${textLines(table.description).join('\n')}`
  if (settings.timeStamp) text += `\n\n${settings.timeStamp}`
  return text
}
