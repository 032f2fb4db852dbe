import { nearest } from '../../errors/nearest.js'
import {
  behaviorNotLoaded,
  idNotAllowed,
  ignoredBehavior,
  onlyForStored,
  parameterTwice,
  unknownBehavior,
  unknownParameter,
  unknownStored,
} from '../../errors/schema/behavior-errors.js'
import { missingAttribute } from '../../errors/schema/structure-errors.js'
import type { BehaviorUse, ParameterItem, ParameterValue } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { SchemaBehavior } from '../schema-behavior.js'
import type { Reading } from './reading.js'

/** Reads the behaviors that an element uses. Unknown ones and those without a required parameter are reported and skipped. */
export function readBehaviors(element: SchemaElement, reading: Reading): BehaviorUse[] {
  const uses: BehaviorUse[] = []
  const table = element.name === 'table' ? element.text('name') : undefined
  for (const child of element.childrenOf('behavior')) {
    const use = readBehavior(child, table, reading)
    if (use) uses.push(use)
  }
  return uses
}

/** Whether a behavior is unknown or lacks a parameter that could not be read: what it would add is missing. */
export const hasBrokenBehavior = (element: SchemaElement, { broken }: Reading): boolean =>
  element.children.some((child) => child.name === 'behavior' && broken.has(child))

function readBehavior(element: SchemaElement, table: string | undefined, reading: Reading): BehaviorUse | undefined {
  const name = element.text('name')
  if (name === undefined) reading.broken.add(element)
  if (name === undefined || name === 'config_store') return undefined
  if (name === 'config_load') return loadBehavior(element, table, reading)
  const { context, report } = reading
  const errorsBefore = reading.errorCount()
  const behavior = findBehavior(element, name, 'name', context, report)
  if (behavior) reportStrayAttributes(element, name, report)
  const parameters = behavior && readParameters(element, behavior, report)
  if (reading.errorCount() > errorsBefore || element.children.some(isDamaged)) reading.broken.add(element)
  return behavior && useOf(element, table, behavior, name, parameters!, reading)
}

/** Whether an attribute of an element, or in it, was omitted or is missing. */
const isDamaged = ({ damaged, children }: SchemaElement): boolean => damaged || children.some(isDamaged)

/** Finds a behavior by name. An unknown one is reported, unless the configuration ignores it. */
export function findBehavior(
  element: SchemaElement,
  name: string,
  attribute: 'name' | 'behavior',
  { behaviors, settings }: Reading['context'],
  report: Reading['report'],
): SchemaBehavior | undefined {
  if (settings.ignoredBehaviors.includes(name)) return undefined
  const behavior = behaviors.find({ name, origin: element })
  if (behavior) return behavior
  const trace = behaviors.traceOf({ name, origin: element })
  const isIgnored = settings.ignoreUnknownBehaviors
  if (trace.problem !== undefined) report(behaviorNotLoaded(element.at(attribute), name, trace.problem))
  else report((isIgnored ? ignoredBehavior : unknownBehavior)(element.at(attribute), name, behaviors.names, trace))
  return undefined
}

/** Reads a `config_load`: the stored behavior with the parameters of this element, which override the stored ones. */
function loadBehavior(element: SchemaElement, table: string | undefined, reading: Reading): BehaviorUse | undefined {
  const { stored, broken, report } = reading
  const ref = element.text('ref')
  if (ref === undefined) report(missingAttribute(element, 'behavior name="config_load"', 'ref'))
  else if (!stored.has(ref) && !broken.has(stored)) report(unknownStored(element.at('ref'), ref, [...stored.keys()]))
  const found = ref === undefined ? undefined : stored.get(ref)
  if (!found) return undefined
  const { behavior, name, parameters, number } = found
  const own = readParameters(element, behavior, report)
  const isMultiple = element.flag('multiple') ?? false
  if (isMultiple && !behavior.multiple) report(idNotAllowed(element.at('multiple'), name))
  return useOf(element, table, behavior, name, new Map([...parameters, ...own]), reading, {
    ...(isMultiple && { id: `${ref}_${number()}` }),
    attributes: furtherAttributes(found.element),
  })
}

function useOf(
  element: SchemaElement,
  table: string | undefined,
  behavior: SchemaBehavior,
  name: string,
  given: ReadonlyMap<string, ParameterValue>,
  { report, broken }: Reading,
  stored: { readonly id?: string; readonly attributes?: ReturnType<typeof furtherAttributes> } = {},
): BehaviorUse | undefined {
  const id = element.text('id')
  if (id !== undefined && !behavior.multiple) report(idNotAllowed(element.at('id'), name))
  const further = new Map([...(stored.attributes ?? []), ...furtherAttributes(element)])
  const use: BehaviorUse = {
    name,
    id: id ?? stored.id ?? name,
    parameters: completeParameters(given, behavior),
    ...(further.size > 0 && { furtherAttributes: further }),
    origin: element,
  }
  const isComplete = behavior.isComplete?.(use) ?? true
  // A parameter that is missing may be one that could not be read.
  if (isComplete || !broken.has(element)) {
    for (const problem of behavior.checkParameters?.(use, table) ?? []) report(problem)
  }
  return isComplete ? use : undefined
}

/**
 * Completes the parameters that a behavior gives to another one, and reports wrong ones as those of a schema. Returns undefined
 * if a required one is missing.
 */
export function completeAddedUse(given: BehaviorUse, table: string, reading: Reading): BehaviorUse | undefined {
  const { context, report } = reading
  const behavior = context.behaviors.find(given)
  if (!behavior) throw new Error(`it adds the behavior "${given.name}", which does not exist`)
  const use = { ...given, parameters: completeParameters(given.parameters, behavior) }
  const known = Object.keys(behavior.parameters)
  for (const name of use.parameters.keys()) {
    if (!known.includes(name) && !behavior.freeParameters) report(unknownParameter(use.origin, use.name, name, known))
  }
  for (const problem of behavior.checkParameters?.(use, table) ?? []) report(problem)
  return (behavior.isComplete?.(use) ?? true) ? use : undefined
}

function reportStrayAttributes(element: SchemaElement, name: string, report: Reading['report']): void {
  for (const [attribute, owner] of attributesOfStored) {
    if (element.has(attribute)) report(onlyForStored(element.at(attribute), attribute, name, owner))
  }
}

const attributesOfStored = [
  ['behavior', 'config_store'],
  ['ref', 'config_load'],
  ['multiple', 'config_load'],
] as const

/** Reads the parameters of an element. */
export function readParameters(
  element: SchemaElement,
  behavior: SchemaBehavior,
  report: Reading['report'],
): Map<string, ParameterValue> {
  const parameters = new Map<string, ParameterValue>()
  const known = Object.keys(behavior.parameters)
  for (const child of element.children) {
    let name = child.text('name')
    if (name === undefined) continue
    if (!known.includes(name) && !behavior.freeParameters) {
      const isError = report(unknownParameter(child.at('name'), behavior.name, name, known))
      // A misspelled parameter is read as the one that was meant, so that the behavior does not miss it.
      const meant = isError ? nearest(name, known) : undefined
      if (meant === undefined || element.children.some((other) => other.text('name') === meant)) continue
      name = meant
    }
    const value = child.name === 'parameter-list' ? readItems(child) : child.text('value')
    if (value === undefined) continue
    const before = parameters.get(name)
    if (behavior.parameters[name]?.repeatable && typeof value === 'string') {
      parameters.set(name, before === undefined ? value : ([before, value].flat() as string[]))
    } else {
      if (before !== undefined) report(parameterTwice(child.at('name'), name))
      parameters.set(name, value)
    }
  }
  return parameters
}

/**
 * Returns the declared parameters in declaration order, each value in its canonical spelling or its default, then the
 * parameters that the behavior does not declare.
 */
function completeParameters(given: ReadonlyMap<string, ParameterValue>, behavior: SchemaBehavior) {
  const complete = new Map<string, ParameterValue>()
  for (const [name, parameter] of Object.entries(behavior.parameters)) {
    const value = given.get(name)
    const text = value === undefined ? parameter.default : (parameter.canonical?.(value) ?? value)
    if (text !== undefined) complete.set(name, text)
  }
  for (const [name, value] of given) if (!complete.has(name)) complete.set(name, value)
  return complete
}

function furtherAttributes(element: SchemaElement): Map<string, Readonly<Record<string, string>>> {
  const further = new Map<string, Readonly<Record<string, string>>>()
  for (const child of element.childrenOf('parameter')) {
    const name = child.text('name')
    const attributes = child.unknownAttributes()
    if (name === undefined || attributes.length === 0) continue
    further.set(name, Object.fromEntries(attributes.map(({ name, value }) => [name, value])))
  }
  return further
}

const readItems = (list: SchemaElement): ParameterItem[] =>
  list.childrenOf('parameter-list-item').map((item) =>
    Object.fromEntries(
      item.childrenOf('parameter').flatMap((parameter) => {
        const name = parameter.text('name')
        const value = parameter.text('value')
        return name === undefined || value === undefined ? [] : [[name, value]]
      }),
    ),
  )
