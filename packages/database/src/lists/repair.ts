import {
  type Config,
  cannotRepairHere,
  type Database,
  type ListTable,
  OrmError,
  orderedTables,
  type TreeTable,
} from 'orm-core/internal'
import { close, connect } from '../connect/connect.js'
import type { Connected, Query } from '../session/session.js'
import type { Findings } from './findings.js'
import { findListFaults, numberLists } from './repair-lists.js'
import { findTreeFaults, placeNodes, type TreeFindings } from './repair-trees.js'

export interface RepairOptions {
  readonly config: Config
  /** Compiled schema. */
  readonly databases: readonly Database[]
  /** Returns whether to repair the table with this name. @default all */
  readonly isChosen?: (table: string) => boolean
  /** Change nothing. @default false */
  readonly dryRun?: boolean
}

export interface RepairReport extends Findings {
  readonly connection: string
  readonly table: string
  readonly kind: 'list' | 'tree'
}

/**
 * Closes gaps and removes duplicates in lists and trees. Each table is repaired in one transaction while nobody else writes to
 * it. A table without faults is only read.
 */
export async function repairLists({
  config,
  databases,
  isChosen = () => true,
  dryRun = false,
}: RepairOptions): Promise<RepairReport[]> {
  const reports: RepairReport[] = []
  for (const connection of config.generator.connections) {
    const tables = databases
      .filter(({ name }) => name === connection)
      .flatMap(orderedTables)
      .filter(({ name }) => isChosen(name))
    if (tables.length === 0) continue
    const connected = await connect(connection, config.connections[connection]!, { create: false, mustExist: true })
    try {
      for (const table of tables) {
        const { lists, broken, rows, duplicates, gaps } = await repaired(connected, connection, table, dryRun)
        reports.push({ connection, table: table.name, kind: table.kind, lists, broken, rows, duplicates, gaps })
      }
    } finally {
      await close(connected.session)
    }
  }
  return reports
}

async function repaired(
  { driver, session }: Connected,
  connection: string,
  table: ListTable | TreeTable,
  dryRun: boolean,
): Promise<Findings> {
  const query: Query = (sql) => session.execute(sql)
  const find = () => (table.kind === 'list' ? findListFaults(table, query) : findTreeFaults(table, query))
  const found = await find()
  if (dryRun || found.rows === 0) return found
  const { writeAlone } = driver
  if (!writeAlone || (writeAlone.isClustered && (await query(writeAlone.isClustered)).length > 0)) {
    throw new OrmError([cannotRepairHere(connection, table.name, table.kind)])
  }
  const all = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await query(statement)
  }
  await all(writeAlone.begin(table.table))
  try {
    // Others may have written in the meantime.
    const findings = await find()
    if (table.kind === 'list') await numberLists(table, query, writeAlone)
    else await placeNodes(table, findings as TreeFindings, query, driver.migrations.literal)
    await all(writeAlone.commit)
    return findings
  } catch (error) {
    // A lost connection has already rolled back.
    await all(writeAlone.rollBack).catch(() => {})
    throw error
  }
}
