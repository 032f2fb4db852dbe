import {
  type Config,
  type ConnectionConfig,
  defaultConfig,
  dialects,
  type Extension,
  isLeftOutOf,
  type ReversedSchema,
  reverseSchema,
  type Sequence,
} from 'orm-core/internal'
import { close, connect, type OnMissing } from '../connect/connect.js'
import { catalogReaderOf } from '../dialects/index.js'
import { readFacts } from './facts.js'

export interface ReverseDatabaseOptions {
  /** Name of the connection, for messages. */
  readonly name: string
  readonly connection: ConnectionConfig
  /** `name` of the `<database>` element. */
  readonly database: string
  readonly namespace?: string
  /** Whether views become read-only tables without their SQL. @default false */
  readonly withViews?: boolean
  readonly config: Config
}

/** Returns the schema of an existing database. */
export async function reverseDatabase(options: ReverseDatabaseOptions): Promise<ReversedSchema> {
  const { name, connection, withViews = false, config } = options
  const { session } = await connect(name, connection, { create: false, mustExist: true })
  const notices: string[] = []
  const extensions: Extension[] = []
  const sequences: Sequence[] = []
  try {
    const read = await catalogReaderOf(connection.adapter)
    const catalog = await read({
      query: (sql) => session.execute(sql),
      withOptions: config.migrations.addVendorInfo,
      settings: config.adapters,
      withLosses: true,
      notice: (text) => notices.push(text),
      extension: (extension) => extensions.push(extension),
      sequence: (sequence) => sequences.push(sequence),
    })
    const reversed = await reverseSchema(catalog, dialects[connection.adapter], {
      ...options,
      viewsAsTables: withViews,
      extensions,
      sequences,
    })
    return { ...reversed, notices: [...notices, ...reversed.notices] }
  } finally {
    await close(session)
  }
}

/** The version of a server, and settings of the database that lose data. */
export interface ServerState {
  readonly version: string
  readonly doubts: readonly { readonly message: string; readonly cure: string }[]
}

/** Throws if the server cannot be reached or an SQLite file does not exist. */
export async function serverState(name: string, connection: ConnectionConfig): Promise<ServerState> {
  const { session, driver } = await connect(name, connection, { create: false, mustExist: true })
  try {
    const [row] = await session.execute(driver.versionQuery)
    const doubts = driver.doubtsQuery === undefined ? [] : await session.execute(driver.doubtsQuery)
    return {
      version: String(Object.values(row ?? {})[0] ?? 'unknown'),
      doubts: doubts.map(({ message, cure }) => ({ message: String(message), cure: String(cure) })),
    }
  } finally {
    await close(session)
  }
}

/**
 * Opens a connection, checks whether there are tables other than those of the library, and closes it again. Throws an OrmError
 * with the reason if that fails.
 */
export async function testConnection(
  name: string,
  connection: ConnectionConfig,
  onMissing?: OnMissing,
): Promise<{ readonly hasTables: boolean }> {
  const connected = await connect(name, connection, { create: false, ...(onMissing && { onMissing }) })
  try {
    const { tables } = await readFacts(connected, [])
    const isOurs = isLeftOutOf(await defaultConfig())
    return { hasTables: tables.some(({ bare }) => !isOurs(bare)) }
  } finally {
    await close(connected.session)
  }
}
