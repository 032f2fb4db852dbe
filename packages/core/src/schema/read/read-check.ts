import { type Check, generatedName, readList, type Table } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { declaredName, type Reading } from './reading.js'

/** Reads a `<check>`. Returns undefined without an expression. An invalid expression is reported later. */
export function readCheck(
  element: SchemaElement,
  table: Table,
  column: string | undefined,
  reading: Reading,
): Check | undefined {
  const text = element.text('expression')
  if (text === undefined) return undefined
  const { platform } = reading
  const expression = platform.sqlExpression(text) ?? text
  const given = element.text('name')
  return {
    name:
      given === undefined
        ? checkName(table.name, expression, platform.maxIdentifierLength)
        : declaredName(given, element.at('name'), reading),
    explicitName: given !== undefined,
    expression,
    ...(column !== undefined && { column }),
    origin: element,
  }
}

export const checkName = (table: string, expression: string, maxLength: number): string =>
  generatedName(table, 'c', expression, maxLength)

/** Whether an element is for the database of its connection: `only` may name other databases. */
export const isMeant = (element: SchemaElement, { platform }: Pick<Reading, 'platform'>): boolean => {
  const only = element.text('only')
  return only === undefined || readList(only).includes(platform.name)
}
