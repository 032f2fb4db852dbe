import { badIndexColumn, emptyIndex, indexSizeWithoutEffect, sizeOfExpression } from '../../errors/schema/key-errors.js'
import {
  generatedName,
  type IncludedColumn,
  type Index,
  type IndexColumn,
  type IndexContents,
  type IndexMethod,
  indexAbout,
  type Table,
} from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { Mutable } from '../mutable.js'
import { readDeferral } from './read-deferral.js'
import { readVendor } from './read-vendor.js'
import { declaredName, namedElsewhere, type Reading } from './reading.js'

/** Reads an `<index>` or `<unique>`. Its columns are resolved later, after behaviors have added columns. */
export function readIndex(element: SchemaElement, table: Table, reading: Reading): Index {
  const { platform, report } = reading
  const unique = element.name === 'unique'
  const parts = element.childrenOf(unique ? 'unique-column' : 'index-column')
  const columns = parts.flatMap((part) => readPart(part, reading) ?? [])
  const included = element.childrenOf('index-include').flatMap((part): IncludedColumn[] => {
    const name = part.text('name')
    return name === undefined ? [] : [{ name: namedElsewhere(name, reading), origin: part }]
  })
  const where = expressionOf(element, 'where', reading)
  const method = element.text('method') as IndexMethod | undefined
  const contents = {
    columns,
    ...(included.length > 0 && { included }),
    ...(where !== undefined && { where }),
    ...(method !== undefined && { method }),
  }
  const given = element.text('name')
  const name =
    given === undefined
      ? indexName(table.name, unique, contents, platform.maxIdentifierLength)
      : declaredName(given, element.at('name'), reading)
  for (const part of parts) {
    if (part.has('name') === part.has('expression')) report(badIndexColumn(part, name, part.name))
    else if (part.has('expression') && part.has('size')) report(sizeOfExpression(part.at('size'), name))
    else if (!platform.indexPrefixes && part.has('size')) {
      report(indexSizeWithoutEffect(part.at('size'), name, platform.name))
    }
  }
  const deferrable = unique ? readDeferral(element) : undefined
  const index: Mutable<Index> = {
    name,
    explicitName: given !== undefined,
    unique,
    ...contents,
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

function readPart(part: SchemaElement, reading: Reading): IndexColumn | undefined {
  const { platform } = reading
  const name = part.text('name')
  const expression = expressionOf(part, 'expression', reading)
  if ((name === undefined) === (expression === undefined)) return undefined
  const size = platform.indexPrefixes ? part.size('size') : undefined
  const { usual } = platform.indexes.nulls
  const isDescending = part.text('order') === 'desc'
  const nulls = part.text('nulls') as IndexColumn['nulls']
  const [opclass, collate] = [part.text('opclass'), part.text('collate')]
  // Set one by one, which is faster; see readColumn().
  const column: Mutable<IndexColumn> = { origin: part }
  if (name !== undefined) column.name = namedElsewhere(name, reading)
  if (expression !== undefined) column.expression = expression
  if (size !== undefined) column.size = size
  if (isDescending) column.order = 'desc'
  // `usual` is the default in ascending order; in descending order it is reversed.
  if (nulls !== undefined && (nulls === usual) === isDescending) column.nulls = nulls
  if (opclass !== undefined) column.opclass = opclass
  if (collate !== undefined) column.collate = collate
  return column
}

/** Reads an expression. An invalid one is kept unchanged and reported later. */
function expressionOf(element: SchemaElement, attribute: string, { platform }: Reading): string | undefined {
  const text = element.text(attribute)
  return text === undefined ? undefined : (platform.sqlExpression(text) ?? text)
}

/** Returns the generated name of an index. It contains the prefix sizes if the database has them. */
export const indexName = (table: string, unique: boolean, index: IndexContents, maxLength: number): string =>
  generatedName(table, unique ? 'u' : 'i', indexAbout(index), maxLength)
