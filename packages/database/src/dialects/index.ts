import { type DialectName, driverUnusable, OrmError } from 'orm-core/internal'
import type { Driver } from '../session/session.js'
import type { CatalogReader } from './catalog-reader.js'

/** How to connect to the databases of a dialect and read their catalogs. Loaded when a connection needs it. */
interface DatabaseAccess {
  readonly driver: Driver
  readonly readCatalog: CatalogReader
}

/** A dialect is a directory, and only this list names it. */
const vendors: Readonly<Record<DialectName, () => Promise<DatabaseAccess>>> = {
  mysql: () => import('./mysql/index.js'),
  pgsql: () => import('./pgsql/index.js'),
  sqlite: () => import('./sqlite/index.js'),
  mssql: () => import('./mssql/index.js'),
  oracle: () => import('./oracle/index.js'),
}

export const driverOf = async (adapter: DialectName): Promise<Driver> => (await accessTo(adapter)).driver

export const catalogReaderOf = async (adapter: DialectName): Promise<CatalogReader> =>
  (await accessTo(adapter)).readCatalog

/** Returns the driver of a dialect. An external dialect writes SQL but has no driver. */
async function accessTo(adapter: DialectName): Promise<DatabaseAccess> {
  if (Object.hasOwn(vendors, adapter)) return vendors[adapter]()
  const reason = 'Orm connects to the databases of bundled dialects only'
  throw new OrmError([driverUnusable(adapter, [reason], 'run the SQL files with the tools of the database')])
}
