import { type OutputGroups, readList } from '../../model/index.js'
import type { SchemaElement } from '../element.js'

/** Reads the groups in two attributes of an element. Returns undefined if it has neither attribute. */
export function readOutputGroups(
  element: SchemaElement,
  attribute: 'outputGroup' | 'refOutputGroup',
  ignoring: 'ignoreGroup' | 'refIgnoreGroup',
): OutputGroups | undefined {
  if (!element.has(attribute) && !element.has(ignoring)) return undefined
  return { further: groupsIn(element, attribute), ignored: groupsIn(element, ignoring) }
}

export const groupsIn = (element: SchemaElement, attribute: string): string[] =>
  readList(element.text(attribute) ?? '').filter((group) => group !== '')
