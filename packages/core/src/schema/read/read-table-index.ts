import { emptyIndex, indexSizeWithoutEffect } from '../../errors/schema/key-errors.js'
import { generatedName, type Index, type IndexColumn, type Table } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { Mutable } from '../mutable.js'
import { readDeferral } from './read-deferral.js'
import { readVendor } from './read-vendor.js'
import { declaredName, namedElsewhere, type Reading } from './reading.js'

/** An `<index>` or `<unique>`; its columns are looked up when behaviors have added theirs. */
export function readIndex(element: SchemaElement, table: Table, reading: Reading): Index {
  const { platform, report } = reading
  const unique = element.name === 'unique'
  const parts = element.childrenOf(unique ? 'unique-column' : 'index-column')
  const columns: IndexColumn[] = parts.flatMap((part) => {
    const name = part.text('name')
    const size = platform.indexPrefixes ? part.size('size') : undefined
    return name === undefined
      ? []
      : [{ name: namedElsewhere(name, reading), ...(size !== undefined && { size }), origin: part }]
  })
  const given = element.text('name')
  const name =
    given === undefined
      ? indexName(table.name, unique, columns, platform.maxIdentifierLength)
      : declaredName(given, element.at('name'), reading)
  for (const part of parts) {
    if (!platform.indexPrefixes && part.has('size')) {
      report(indexSizeWithoutEffect(part.at('size'), name, platform.name))
    }
  }
  const deferrable = unique ? readDeferral(element) : undefined
  const index: Mutable<Index> = {
    name,
    explicitName: given !== undefined,
    unique,
    columns,
    vendor: readVendor(element, reading),
    origin: element,
  }
  if (deferrable) index.deferrable = deferrable
  if (unique && (element.flag('nullsNotDistinct') ?? element.flag('nullsDistinct') === false)) {
    index.nullsNotDistinct = true
  }
  if (parts.length === 0) report(emptyIndex(element, element.name, name))
  if (columns.length < parts.length || parts.length === 0 || element.damaged) reading.broken.add(index)
  return index
}

/** Sizes are part of the name only where prefixes exist. */
export const indexName = (
  table: string,
  unique: boolean,
  columns: readonly IndexColumn[],
  maxLength: number,
): string => {
  const names = columns.map(({ name }) => name).join(',')
  const sizes = columns.flatMap(({ size }) => size ?? []).join(',')
  return generatedName(table, unique ? 'u' : 'i', `${names}:${sizes}`, maxLength)
}
