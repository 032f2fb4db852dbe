import { statementPart, statementTwice, vendorLeftOut } from '../../errors/schema/view-errors.js'
import { readList, type ScriptObject } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { isMeant } from './read-check.js'
import type { Reading } from './reading.js'

/** Reads the `<statement>` elements for the database, those of tables after those of the database. */
export function readStatements(elements: readonly SchemaElement[], reading: Reading): ScriptObject[] {
  const { platform, report } = reading
  const read = new Map<string, ScriptObject>()
  for (const element of elements) {
    const name = element.text('name')
    const vendor = element.text('vendor')
    const only = element.text('only')
    if (name !== undefined && vendor !== undefined && only !== undefined && !readList(only).includes(vendor))
      report(vendorLeftOut(element.at('only'), name, vendor))
    if (name === undefined || !isMeant(element, reading) || (vendor !== undefined && vendor !== platform.name)) continue
    const [sql, drop] = (['create', 'drop'] as const).map((part) => {
      const [first, second] = element.childrenOf(part)
      if (first?.content === undefined || second) report(statementPart(second ?? element, name, part))
      return platform.sqlStatement(first?.content ?? '')
    }) as [string, string]
    const first = read.get(name)
    if (first) report(statementTwice(element.at('name'), name, platform.name, first.origin.at('name')))
    else
      read.set(name, {
        kind: 'statement',
        name,
        sql,
        drop,
        columnDescriptions: new Map(),
        identity: [],
        origin: element,
      })
  }
  return [...read.values()]
}
