import type { Client, ClientConfig } from 'pg'
import type { BrowseRules, PlanStep, ResultTable } from '../../session/browse-rules.js'
import { literal } from '../../session/literal.js'

type Pg = typeof import('pg')

/** A transaction that has run a query cannot be made writable any more. */
const readOnly = { begin: ['BEGIN READ ONLY', 'SELECT 1'], end: ['ROLLBACK'] }

export const browse: BrowseRules = {
  // No statement, which is one alone, can end the transaction and go on.
  readOnly: { session: [], transaction: readOnly, sealed: () => readOnly },
  write: { begin: 'BEGIN', commit: 'COMMIT', rollBack: 'ROLLBACK' },
  nullsFirst: false,
  like: 'ILIKE',
  checksTypes: true,
  literal,
  // A quoted number has the type of what it is compared with, so that a REAL equals what was read of it.
  number: literal,
  // Also good for the numbers that stand for booleans.
  boolean: (value) => (value ? "'1'" : "'0'"),
  bytes: (hex) => `'\\x${hex}'`,
  exactFloat: (expression) => expression,
  asText: (expression) => `${expression}::text`,
  startOf: (expression, length) => `left(${expression}::text, ${length})`,
  sizeOf: (expression) => `octet_length(${expression})`,
  hexOf: (expression) => `encode(${expression}, 'hex')`,
  geometryText: (expression) => `ST_AsText(${expression})`,
  bitText: (expression) => expression,
  noValues: 'DEFAULT VALUES',
  forUpdate: ' FOR UPDATE',
  // Parts of a table are counted apart from it; -1 where the table was never analyzed.
  estimate: (table) =>
    `SELECT SUM(CASE WHEN c.reltuples < 0 THEN NULL ELSE c.reltuples END)::bigint FROM pg_class c
     WHERE c.oid IN (SELECT relid FROM pg_partition_tree(${literal(table)}::regclass) UNION SELECT ${literal(table)}::regclass)`,
  explain: (statement) => `EXPLAIN (FORMAT JSON) ${statement}`,
  planOf: ({ rows }) => (JSON.parse(String(rows[0]![0])) as { Plan: PgPlan }[]).map(({ Plan }) => stepOf(Plan)),
}

interface PgPlan {
  readonly 'Node Type': string
  readonly Plans?: readonly PgPlan[]
  readonly [detail: string]: unknown
}

function stepOf({ 'Node Type': type, Plans = [], ...details }: PgPlan): PlanStep {
  const { 'Relation Name': table, 'Index Name': index, 'Parallel Aware': _, 'Async Capable': __, ...others } = details
  return {
    label: [type, index && `using ${index}`, table && `on ${table}`].filter(Boolean).join(' '),
    details: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
    steps: Plans.map(stepOf),
  }
}

/** The members of a query of pg that reading a part of the rows needs; the package declares none of them. */
interface PortalQuery {
  handlePortalSuspended(connection: { sync(): void }): void
  handleError(error: Error, connection: { sync(): void }): void
}

/** The extended protocol takes one statement, and sends so many rows and no more. */
export function readRows(pg: Pg, client: Client, statement: string, limit: number): Promise<ResultTable> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<unknown[]>(
      { text: statement, rowMode: 'array', rows: limit + 1, queryMode: 'extended' } as never,
      undefined,
    )
    const portal = query as unknown as PortalQuery
    portal.handlePortalSuspended = (connection) => connection.sync()
    // The server reads nothing more before it is told that the query is over.
    portal.handleError = (error, connection) => {
      connection.sync()
      reject(error)
    }
    const rows: unknown[][] = []
    let columns: readonly string[] = []
    query.on('row', (row) => rows.push(row as unknown as unknown[]))
    query.on('end', (result) => {
      columns = result.fields.map(({ name }) => name)
      resolve({ columns, rows: rows.slice(0, limit), isCut: rows.length > limit })
    })
    client.query(query)
  })
}

/** Asks the server, through another connection, to stop what this one does. */
export async function cancel(pg: Pg, config: ClientConfig, client: Client): Promise<void> {
  const other = new pg.Client(config)
  other.on('error', () => {})
  await other.connect()
  try {
    const { processID } = client as unknown as { processID: number }
    await other.query(`SELECT pg_cancel_backend(${processID})`)
  } finally {
    await other.end()
  }
}
