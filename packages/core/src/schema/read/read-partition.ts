import { type Partition, readList } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { namedElsewhere, type Reading } from './reading.js'

/** Reads a `<partition>`. Returns undefined without `by`. Its columns are resolved later, after behaviors have added columns. */
export function readPartition(element: SchemaElement, reading: Reading): Partition | undefined {
  const by = element.text('by') as Partition['by'] | undefined
  if (by === undefined) return undefined
  const listOf = (of: SchemaElement, attribute: string): string[] => {
    const text = of.text(attribute)
    return text === undefined ? [] : readList(text)
  }
  const count = element.integer('parts')
  const columns = listOf(element, element.has('columns') ? 'columns' : 'column')
  return {
    by,
    columns: columns.map((name) => namedElsewhere(name, reading)),
    ...(count !== undefined && { count }),
    parts: element.childrenOf('part').flatMap((part) => {
      const name = part.text('name')
      if (name === undefined) return []
      const [from, to, values] = [listOf(part, 'from'), listOf(part, 'to'), listOf(part, 'values')]
      return [{ name, from, to, values, origin: part }]
    }),
    origin: element,
  }
}
