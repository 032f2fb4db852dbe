import type { Adapter, ConnectionConfig } from 'orm-core'
import type { Dsn } from './dsn.js'

/** An open connection. */
export interface Session {
  /** Sends one statement as text, without looking for parameters in it. */
  execute(statement: string): Promise<void>
  close(): Promise<void>
}

/** Opens a connection; a driver's package is loaded by the module that needs it. */
export type Open = (dsn: Dsn, connection: ConnectionConfig) => Promise<Session>

/** How statements of a file are run so that a failure leaves as little behind as the vendor can promise. */
export interface Driver {
  readonly open: Open
  /** Whether the runner may wrap this statement in its own transaction (sql-reference §15.4). */
  readonly transaction?: { includes(statement: string): boolean }
}

export type Drivers = Readonly<Record<Adapter, () => Promise<Driver>>>
