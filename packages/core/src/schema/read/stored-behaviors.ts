import { storedTwice } from '../../errors/schema/behavior-errors.js'
import { missingAttribute } from '../../errors/schema/structure-errors.js'
import type { SchemaElement } from '../element.js'
import { findBehavior, readParameters } from './read-behavior-use.js'
import type { Reading, StoredBehavior } from './reading.js'

/** Collects the stored behaviors of all files of a database in advance, as a use may come before its `config_store`. */
export function readStoredBehaviors(
  roots: readonly SchemaElement[],
  reading: Pick<Reading, 'context' | 'broken' | 'report'>,
): Map<string, StoredBehavior | undefined> {
  const stored = new Map<string, StoredBehavior | undefined>()
  const firsts = new Map<string, SchemaElement>()
  const owners = roots.flatMap((root) => [root, ...root.childrenOf('table')])
  for (const element of owners.flatMap((owner) => owner.childrenOf('behavior'))) {
    const id = element.text('id')
    const isStored = element.text('name') === 'config_store'
    // A use may mean one that has a wrong name, or none.
    if (isStored ? id === undefined : isUnknown(element, reading)) reading.broken.add(stored)
    if (!isStored) continue
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

/** Whether a behavior is in error because of its name, and may be a `config_store`. */
function isUnknown(element: SchemaElement, { context: { behaviors, settings } }: Pick<Reading, 'context'>): boolean {
  const name = element.text('name')
  if (name === undefined) return true
  const isIgnored = settings.ignoreUnknownBehaviors || settings.ignoredBehaviors.includes(name)
  return element.has('behavior') && name !== 'config_load' && !isIgnored && !behaviors.find({ name, origin: element })
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
