import { type Diagnostic, OrmError, Source } from '../errors/index.js'
import { entityNotAllowed, notWellFormed, unwritableEncoding } from '../errors/schema/schema-file-errors.js'
import type { InputFile } from '../files.js'
import { decodeXml, encodeXml, formatXml, isXmlProblem, parseXml } from '../xml/index.js'
import { compiledRule, type ElementName, elements } from './language/index.js'

/** Formats a schema file and keeps its encoding. Throws an OrmError if the file is not XML. */
export function formatSchema(file: { readonly path: string; readonly contents: string }): string
export function formatSchema(file: { readonly path: string; readonly contents: Uint8Array }): Uint8Array
export function formatSchema({ path, contents }: InputFile): string | Uint8Array {
  const { text, problem } = decodeXml(contents)
  const source = new Source(path, text)
  if (problem) throw new OrmError([notWellFormed({ source, ...problem })])
  const parsed = parseXml(source)
  if (isXmlProblem(parsed)) throw new OrmError([problemOf(parsed)])
  const formatted = formatXml(text, { rankOf })
  if (typeof contents === 'string') return contents.startsWith('\uFEFF') ? `\uFEFF${formatted}` : formatted
  const bytes = encodeXml(formatted, contents)
  if (!bytes) throw new OrmError([unwritableEncoding(path)])
  return bytes
}

const problemOf = (problem: Parameters<typeof notWellFormed>[0] & { readonly entity?: string }): Diagnostic =>
  problem.entity === undefined ? notWellFormed(problem) : entityNotAllowed(problem, problem.entity)

/** Returns the sort position of an attribute: in the order of the language table, then unknown ones, then namespaces. */
function rankOf(element: string, attribute: string): number {
  if (attribute.includes(':') || attribute === 'xmlns') return Number.MAX_SAFE_INTEGER
  if (!Object.hasOwn(elements, element)) return 0
  const { canonical } = compiledRule(element as ElementName)
  const at = [...canonical.keys()].indexOf(attribute.toLowerCase())
  return at < 0 ? canonical.size : at
}
