import { oldTypeName, unknownType } from '../../errors/schema/column-errors.js'
import { isSchemaType, legacyTypes, type SchemaType, schemaTypes, typeSuggestions } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { Reading } from './reading.js'

/** Reads the type of a column or domain. `subject` is its name in messages. */
export function readType(element: SchemaElement, subject: string, report: Reading['report']): SchemaType | undefined {
  const written = element.text('type')
  if (written === undefined) return undefined
  const type = written.toUpperCase()
  if (isSchemaType(type)) return type
  const current = legacyTypes.get(type)
  if (current) report(oldTypeName(element.at('type'), type, current))
  else report(unknownType(element.at('type'), subject, written, schemaTypes, meantType(type)))
  return current
}

/** What to write instead of a type of other languages: a word of theirs, or one with its size, such as VARCHAR(20). */
function meantType(written: string): string | undefined {
  const [, word = written, size, scale] = /^(.*?)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)$/.exec(written) ?? []
  const type = isSchemaType(word) ? word : typeSuggestions.get(word)
  if (!type || !size) return type
  return `${type}" with size="${size}${scale ? `" scale="${scale}` : ''}`
}
