import { formatSchema, OrmError } from 'orm-core/internal'
import type { TextEdit } from 'vscode-languageserver'
import type { SchemaFile } from '../schema-file.js'

/** Formats a file like `orm format`. If the text is not XML, nothing changes, because its diagnostics report that. */
export function format(file: SchemaFile): TextEdit[] {
  const before = file.document.getText()
  try {
    const after = formatSchema({ path: file.path, contents: before })
    return after === before ? [] : [{ range: file.range(0, before.length), newText: after }]
  } catch (error) {
    if (error instanceof OrmError) return []
    throw error
  }
}
