import { storedTwice } from '../../errors/schema/behavior-errors.js'
import { missingAttribute } from '../../errors/schema/structure-errors.js'
import type { SchemaElement } from '../element.js'
import { findBehavior, readParameters } from './read-behavior-use.js'
import type { Reading, StoredBehavior } from './reading.js'

/** Collects the stored behaviors of all files of a database in advance, as a use may come before its `config_store`. */
export function readStoredBehaviors(
  roots: readonly SchemaElement[],
  reading: Pick<Reading, 'context' | 'report'>,
): Map<string, StoredBehavior | undefined> {
  const stored = new Map<string, StoredBehavior | undefined>()
  const firsts = new Map<string, SchemaElement>()
  const owners = roots.flatMap((root) => [root, ...root.childrenOf('table')])
  for (const element of owners.flatMap((owner) => owner.childrenOf('behavior'))) {
    if (element.text('name') !== 'config_store') continue
    const id = element.text('id')
    const first = id === undefined ? undefined : firsts.get(id)
    if (id === undefined) reading.report(missingAttribute(element, 'behavior name="config_store"', 'id'))
    else if (first) reading.report(storedTwice(element.at('id'), id, first.at('id')))
    const read = readStored(element, reading)
    if (id === undefined || first) continue
    firsts.set(id, element)
    stored.set(id, read)
  }
  return stored
}

function readStored(
  element: SchemaElement,
  { context, report }: Pick<Reading, 'context' | 'report'>,
): StoredBehavior | undefined {
  const name = element.text('behavior')
  if (name === undefined) {
    report(missingAttribute(element, 'behavior name="config_store"', 'behavior'))
    return undefined
  }
  const behavior = findBehavior(element, name, 'behavior', context, report)
  if (!behavior) return undefined
  let used = 0
  return { element, behavior, name, parameters: readParameters(element, behavior, report), number: () => ++used }
}
