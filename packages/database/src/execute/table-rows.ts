import { bareName, type ConnectionConfig, dialects, type Table } from 'orm-core/internal'
import { close, connect } from '../connect/connect.js'
import type { Connected } from '../session/session.js'
import { rowsOf } from './losses.js'

export interface TableRowsOptions {
  /** Name of the connection, for messages. */
  readonly name: string
  readonly connection: ConnectionConfig
  readonly tables: readonly Pick<Table, 'name' | 'schema'>[]
}

/** Row count of a table, if known. */
export type TableRows = { readonly rows: number; readonly isEstimate: boolean } | 'unknown' | 'missing'

/** Estimated row count above which a table is not counted, because that would take long. */
const mostCounted = 100_000

/** Returns the row counts of tables in the same order: exact for small tables, otherwise as estimated by the server. */
export async function tableRows({ name, connection, tables }: TableRowsOptions): Promise<TableRows[]> {
  const connected = await connect(name, connection, { create: false, mustExist: true })
  const { quote } = dialects[connection.adapter]
  try {
    const estimates = await estimatedRows(connected)
    const found: TableRows[] = []
    for (const table of tables) {
      const estimate = estimates.get(bareName(table.name)) ?? 0
      const written = [table.schema, table.name].flatMap((part) => (part ? quote(part) : [])).join('.')
      const rows = estimate > mostCounted ? estimate : await rowsOf(written, connected)
      found.push(typeof rows === 'string' ? rows : { rows, isEstimate: estimate > mostCounted })
    }
    return found
  } finally {
    await close(connected.session)
  }
}

async function estimatedRows({ session, driver }: Connected): Promise<ReadonlyMap<string, number>> {
  const sizes = (await driver.effects?.sizes((sql) => session.execute(sql))) ?? []
  return new Map(sizes.map(({ name, rows }) => [bareName(String(name)), Number(rows)]))
}
