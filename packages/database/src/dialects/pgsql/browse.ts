import type { Client, ClientConfig } from 'pg'
import type { BrowseRules, PlanStep, ResultTable } from '../../session/browse-rules.js'
import { literal } from '../../session/literal.js'

type Pg = typeof import('pg')

/** Read-only transaction. After its first query it cannot be made writable. */
const readOnly = { begin: ['BEGIN READ ONLY', 'SELECT 1'], end: ['ROLLBACK'] }

export const browse: BrowseRules = {
  // The server accepts only one statement at a time, so a statement cannot end the transaction and continue.
  readOnly: { session: [], transaction: readOnly, sealed: () => readOnly },
  write: { session: [], begin: 'BEGIN', commit: 'COMMIT', rollBack: 'ROLLBACK' },
  nullsFirst: false,
  like: 'ILIKE',
  checksTypes: true,
  literal,
  // A quoted number takes the type of the other operand, so a REAL equals the value that was read.
  number: literal,
  // Also works for numbers that represent booleans.
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
  // Partitions are counted separately from their table. The value is -1 if the table was never analyzed.
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

/** Members of a pg query that are needed to read only some of the rows. The package does not declare them. */
interface PortalQuery {
  handlePortalSuspended(connection: { sync(): void }): void
  handleError(error: Error, connection: { sync(): void }): void
}

/** Reads rows with the extended protocol, which accepts one statement and sends only as many rows as requested. */
export function readRows(pg: Pg, client: Client, statement: string, limit: number): Promise<ResultTable> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<unknown[]>(
      { text: statement, rowMode: 'array', rows: limit + 1, queryMode: 'extended' } as never,
      undefined,
    )
    const portal = query as unknown as PortalQuery
    portal.handlePortalSuspended = (connection) => connection.sync()
    // The server ignores everything until a sync message ends the query.
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

/** Asks the server through another connection to stop the running statement. */
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
