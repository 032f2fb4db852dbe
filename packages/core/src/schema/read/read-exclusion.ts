import { emptyIndex } from '../../errors/schema/key-errors.js'
import { type Exclusion, type ExclusionPart, generatedName, type Table } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { Mutable } from '../mutable.js'
import { readDeferral } from './read-deferral.js'
import { declaredName, namedElsewhere, type Reading } from './reading.js'

/** Reads an `<exclude>`. Its columns and expressions are checked later, after behaviors have added columns. */
export function readExclusion(element: SchemaElement, table: Table, reading: Reading): Exclusion {
  const { platform, report } = reading
  const sql = (text: string | undefined): string | undefined => text && (platform.sqlExpression(text) ?? text)
  const parts = element.childrenOf('exclude-column').flatMap((part): ExclusionPart[] => {
    const [name, expression, operator] = [part.text('name'), sql(part.text('expression')), part.text('operator')]
    if (operator === undefined) return []
    return [
      {
        ...(name !== undefined && { column: namedElsewhere(name, reading) }),
        ...(expression !== undefined && { expression }),
        operator: operator.trim(),
        origin: part,
      },
    ]
  })
  const given = element.text('name')
  const method = (element.text('using') ?? 'gist').toLowerCase()
  const where = sql(element.text('where'))
  const about = parts.map(({ column, expression, operator }) => `${column ?? `(${expression})`} ${operator}`)
  const deferrable = readDeferral(element)
  const exclusion: Mutable<Exclusion> = {
    name:
      given === undefined
        ? exclusionName(table.name, [method, ...about, where].join(), platform.maxIdentifierLength)
        : declaredName(given, element.at('name'), reading),
    explicitName: given !== undefined,
    method,
    parts,
    origin: element,
  }
  if (where !== undefined) exclusion.where = where
  if (deferrable) exclusion.deferrable = deferrable
  if (element.childrenOf('exclude-column').length === 0) report(emptyIndex(element, 'exclude', exclusion.name))
  if (parts.length === 0 || element.damaged) reading.broken.add(exclusion)
  return exclusion
}

const exclusionName = (table: string, about: string, maxLength: number): string =>
  generatedName(table, 'x', about, maxLength)
