import { noneTakesPart } from '../../errors/schema/declaration-errors.js'
import { checkElement } from '../check-element.js'
import type { SchemaState } from '../state.js'

/** Checks every element and attribute of every file against the language table. */
export function checkStructure(state: SchemaState): SchemaState {
  const documents = state.roots.flatMap((element) => {
    const root = checkElement(element, 'database', state.report)
    const database = root.text('name')
    return database === undefined ? [] : [{ database, root, units: new Set([root.source.file]) }]
  })
  const { leftOut, platforms } = state.context
  const taking = documents.filter(({ database }) => !leftOut?.has(database))
  if (taking.length === 0 && documents[0]) {
    const { root, database } = documents[0]
    state.report(
      noneTakesPart(
        root.at('name'),
        database,
        [...platforms.keys()].filter((name) => !leftOut?.has(name)),
      ),
    )
  }
  // The unchecked trees are large and no longer needed.
  return {
    ...state,
    roots: [],
    documents: taking,
    incomplete: state.incomplete || documents.length < state.roots.length,
  }
}
