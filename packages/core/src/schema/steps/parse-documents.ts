import type { Diagnostic } from '../../errors/index.js'
import { notWellFormed, wrongRoot } from '../../errors/schema-errors.js'
import { parseXml, type XmlElement } from '../../xml/index.js'
import type { SchemaState } from '../state.js'

/** Text to trees with positions. */
export function parseDocuments(state: SchemaState): SchemaState {
  const documents: XmlElement[] = []
  const diagnostics: Diagnostic[] = [...state.diagnostics]
  for (const source of state.sources) {
    const parsed = parseXml(source)
    if ('reason' in parsed) diagnostics.push(notWellFormed(parsed.mark, parsed.reason))
    else if (parsed.name !== 'database') diagnostics.push(wrongRoot(parsed, parsed.name))
    else documents.push(parsed)
  }
  return { ...state, documents, diagnostics }
}
