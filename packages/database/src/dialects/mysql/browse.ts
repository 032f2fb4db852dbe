import type { Connection, ConnectionOptions, FieldPacket } from 'mysql2'
import type { BrowseRules, PlanStep, ResultTable } from '../../session/browse-rules.js'
import { literal } from '../../session/literal.js'

type Mysql = typeof import('mysql2')

export const browse: BrowseRules = {
  readOnly: {
    session: ['SET SESSION TRANSACTION READ ONLY'],
    transaction: { begin: ['START TRANSACTION READ ONLY'], end: ['ROLLBACK'] },
    // `BEGIN NOT ATOMIC COMMIT; …` is a single statement that could commit. An XA transaction can only be ended with its id.
    sealed: (id) => ({ begin: [`XA START '${id}'`], end: [`XA END '${id}'`, `XA ROLLBACK '${id}'`] }),
  },
  write: {
    // Otherwise the server could change a value to one that is valid, or store a date without a month, which PHP reads as another.
    session: [
      "SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE')",
    ],
    begin: 'START TRANSACTION READ WRITE',
    commit: 'COMMIT',
    rollBack: 'ROLLBACK',
  },
  nullsFirst: true,
  like: 'LIKE',
  // The meaning of a backslash depends on a server setting.
  checksTypes: true,
  literal: (text) => (text.includes('\\') ? `_utf8mb4 X'${Buffer.from(text).toString('hex')}'` : literal(text)),
  number: (text) => text,
  boolean: (value) => (value ? '1' : '0'),
  bytes: (hex) => `X'${hex}'`,
  // A FLOAT is otherwise shown with six digits.
  exactFloat: (expression) => `${expression} + 0E0`,
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  startOf: (expression, length) => `LEFT(${expression}, ${length})`,
  sizeOf: (expression) => `LENGTH(${expression})`,
  hexOf: (expression) => `LOWER(HEX(${expression}))`,
  geometryText: (expression) => `ST_AsText(${expression})`,
  bitText: (expression) => `BIN(${expression})`,
  noValues: '() VALUES ()',
  forUpdate: ' FOR UPDATE',
  estimate: (table) => {
    const [name, schema] = table
      .split('.')
      .map((part) => part.replace(/^`|`$/g, '').replaceAll('``', '`'))
      .reverse()
    return `SELECT TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_NAME = ${browse.literal(name!)}
            AND TABLE_SCHEMA = ${schema === undefined ? 'DATABASE()' : browse.literal(schema)}`
  },
  explain: (statement) => `EXPLAIN FORMAT=JSON ${statement}`,
  planOf: ({ rows }) => stepsOf(JSON.parse(String(rows[0]![0]))),
}

/** Returns the steps of a plan: objects are steps, and their other members are details. */
function stepsOf(plan: object): PlanStep[] {
  return Object.entries(plan).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap((each) => (isObject(each) ? stepsOf(each) : []))
    if (!isObject(value)) return []
    const members = Object.entries(value)
    const details = members.filter(([, each]) => !holdsSteps(each))
    const { table_name: table, access_type: access } = value as Record<string, unknown>
    const words = [name.replaceAll('_', ' '), table, access && `(${access})`]
    return [
      {
        label: words.filter(Boolean).join(' '),
        details: Object.fromEntries(details.map(([key, each]) => [key.replaceAll('_', ' '), String(each)])),
        steps: stepsOf(value),
      },
    ]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const holdsSteps = (value: unknown): boolean => (Array.isArray(value) ? value.some(isObject) : isObject(value))

/** Reads rows one by one, and closes the connection if there are more rows than the limit. */
export function readRows(connection: Connection, statement: string, limit: number): Promise<ResultTable> {
  return new Promise((resolve, reject) => {
    const rows: unknown[][] = []
    let columns: readonly string[] = []
    // The query does not report a broken connection.
    connection.once('error', reject)
    const finish = (isCut: boolean) => {
      connection.off('error', reject)
      resolve({ columns, rows, isCut })
    }
    const query = connection.query({ sql: statement, rowsAsArray: true })
    query.on('error', (error) => {
      connection.off('error', reject)
      reject(error)
    })
    query.on('fields', (fields: FieldPacket[] | undefined) => {
      columns = fields?.map(({ name }) => name) ?? []
    })
    query.on('result', (row: unknown) => {
      if (!Array.isArray(row)) return
      if (rows.length < limit) rows.push(row)
      else {
        closeSocket(connection)
        finish(true)
      }
    })
    query.on('end', () => finish(false))
  })
}

/** Closes the socket. destroy() of mysql2 would wait for the data that the server still sends. */
export function closeSocket(connection: Connection): void {
  connection.destroy()
  const { stream } = connection as unknown as { stream: { destroy(): void } }
  stream.destroy()
}

/** Asks the server through another connection to stop the running statement. */
export async function cancel(mysql: Mysql, config: ConnectionOptions, connection: Connection): Promise<void> {
  const other = mysql.createConnection(config)
  other.on('error', () => {})
  try {
    await other.promise().query(`KILL QUERY ${connection.threadId}`)
  } finally {
    other.destroy()
  }
}
