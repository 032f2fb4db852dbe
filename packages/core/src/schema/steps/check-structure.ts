import { checkElement } from '../check-element.js'
import type { SchemaState } from '../state.js'

/** Every element and attribute of every file against the table of the language. */
export function checkStructure(state: SchemaState): SchemaState {
  const documents = state.roots.flatMap((element) => {
    const root = checkElement(element, 'database', state.report)
    const database = root.text('name')
    return database === undefined ? [] : [{ database, root, units: new Set([root.source.file]) }]
  })
  // The unchecked trees are not needed again, and large.
  return { ...state, roots: [], documents, incomplete: state.incomplete || documents.length < state.roots.length }
}
