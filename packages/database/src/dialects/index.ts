import type { DialectName } from 'orm-core/internal'
import type { Driver } from '../session/session.js'
import type { CatalogReader } from './catalog-reader.js'

/** How the databases of a vendor are reached and read. Loaded when a connection asks for it. */
interface DatabaseAccess {
  readonly driver: Driver
  readonly readCatalog: CatalogReader
}

/** A vendor is a folder; this list is all that names it. */
const vendors: Readonly<Record<DialectName, () => Promise<DatabaseAccess>>> = {
  mysql: () => import('./mysql/index.js'),
  pgsql: () => import('./pgsql/index.js'),
  sqlite: () => import('./sqlite/index.js'),
  mssql: () => import('./mssql/index.js'),
  oracle: () => import('./oracle/index.js'),
}

export const driverOf = async (adapter: DialectName): Promise<Driver> => (await vendors[adapter]()).driver

export const catalogReaderOf = async (adapter: DialectName): Promise<CatalogReader> =>
  (await vendors[adapter]()).readCatalog
