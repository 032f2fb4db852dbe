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
  else report(unknownType(element.at('type'), subject, written, schemaTypes, typeSuggestions.get(type)))
  return current
}
