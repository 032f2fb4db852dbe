import { mergedDifferently } from '../errors/schema/declaration-errors.js'
import type { SchemaElement } from './element.js'
import type { ElementName } from './language/index.js'
import type { Reading } from './read/reading.js'

/**
 * Merges tables that are in several files into one each, at the position of the first: later files add columns, keys,
 * behaviors and attributes. Where two files differ, the later one counts.
 */
export function mergeTables(
  files: readonly (readonly SchemaElement[])[],
  report: Reading['report'],
): readonly (readonly SchemaElement[])[] {
  const merged = new Map<string, SchemaElement>()
  for (const tables of files) {
    for (const table of tables) {
      const key = keyOf(table)
      const first = merged.get(key)
      merged.set(key, first ? mergeElements(first, table, report) : table)
    }
  }
  const placed = new Set<string>()
  return files.map((tables) =>
    tables.flatMap((table) => {
      const key = keyOf(table)
      if (placed.has(key)) return []
      placed.add(key)
      return [merged.get(key)!]
    }),
  )
}

function mergeElements(first: SchemaElement, later: SchemaElement, report: Reading['report']): SchemaElement {
  for (const { name, value } of later.attributes) {
    const before = first.find(name)
    if (before && before.value !== value) {
      report(mergedDifferently(later.at(name), later.name, name, value, before.value, before))
    }
  }
  const children = [...first.children]
  const positions = new Map(children.map((child, position) => [keyOf(child), position]))
  for (const child of later.children) {
    const position = positions.get(keyOf(child))
    if (position === undefined) {
      positions.set(keyOf(child), children.length)
      children.push(child)
    } else children[position] = mergeElements(children[position]!, child, report)
  }
  return first.extended(later, children)
}

/** The identity of an element: two elements of a parent with the same identity are merged. */
const identities: Readonly<Partial<Record<ElementName, (element: SchemaElement) => string>>> = {
  table: (element) => `${element.text('schema') ?? ''}.${element.text('name')}`,
  view: (element) => `${element.text('schema') ?? ''}.${element.text('name')}`,
  statement: (element) => `${onlyOf(element)} ${element.text('vendor') ?? ''} ${element.text('name')}`,
  sql: (element) => element.text('vendor') ?? '',
  'foreign-key': (element) =>
    element.text('name') ?? `${element.text('foreignTable')}:${partsOf(element, 'reference', 'local')}`,
  index: (element) => `${onlyOf(element)} ${element.text('name') ?? keyText(element, 'index-column')}`,
  unique: (element) => `${onlyOf(element)} ${element.text('name') ?? keyText(element, 'unique-column')}`,
  'index-column': (element) => partText(element),
  'unique-column': (element) => partText(element),
  check: (element) => `${onlyOf(element)} ${element.text('name') ?? element.text('expression')}`,
  exclude: (element) => `${onlyOf(element)} ${element.text('name') ?? excludedIn(element)}`,
  partition: (element) => onlyOf(element),
  reference: (element) => element.text('local') ?? '',
  behavior: (element) => element.text('id') ?? element.text('ref') ?? element.text('name') ?? '',
  vendor: (element) => (element.text('type') ?? '').toLowerCase(),
  inheritance: (element) => element.text('key') ?? '',
  'id-method-parameter': () => '',
}

const onlyOf = (element: SchemaElement): string => element.text('only') ?? ''

const excludedIn = (element: SchemaElement): string =>
  element
    .childrenOf('exclude-column')
    .map((part) => part.text('name') ?? part.text('expression'))
    .join()

const partsOf = (element: SchemaElement, part: ElementName, attribute: string): string =>
  element
    .childrenOf(part)
    .map((child) => child.text(attribute) ?? '')
    .join()

/** Identifies an index without a name by its contents. */
const keyText = (element: SchemaElement, part: ElementName): string =>
  [element.childrenOf(part).map(partText).join(), element.text('where'), element.text('method')].join(' ')

const partText = (element: SchemaElement): string => element.text('name') ?? `(${element.text('expression') ?? ''})`

const keyOf = (element: SchemaElement): string => {
  const identity = identities[element.name]?.(element) ?? element.text('name') ?? ''
  return `${element.name} ${identity}`
}
