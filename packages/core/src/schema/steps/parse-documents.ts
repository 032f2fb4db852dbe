import { Source } from '../../errors/index.js'
import { entityNotAllowed, notWellFormed } from '../../errors/schema/schema-file-errors.js'
import { wrongRoot } from '../../errors/schema/structure-errors.js'
import type { InputFile } from '../../files.js'
import { decodeXml, isXmlProblem, parseXml, type XmlElement } from '../../xml/index.js'
import type { SchemaState } from '../state.js'

/** Parses the texts into trees with locations. */
export function parseDocuments(state: SchemaState): SchemaState {
  const roots = state.inputs.flatMap((input) => parseDocument(input, state) ?? [])
  return { ...state, roots, incomplete: roots.length < state.inputs.length }
}

/** Returns the root element of a schema file, or undefined if the file is not a schema. */
export function parseDocument(
  { path, contents }: InputFile,
  { context, report }: Pick<SchemaState, 'context' | 'report'>,
): XmlElement | undefined {
  const { text, problem } = decodeXml(contents)
  const source = new Source(path, text)
  if (problem) {
    report(notWellFormed({ source, ...problem }))
    return undefined
  }
  const parsed = (context.parse ?? parseXml)(source)
  if (isXmlProblem(parsed)) {
    report(parsed.entity === undefined ? notWellFormed(parsed) : entityNotAllowed(parsed, parsed.entity))
  } else if (parsed.root.name !== 'database') report(wrongRoot(parsed.root, parsed.root.name))
  else return parsed.root
  return undefined
}
