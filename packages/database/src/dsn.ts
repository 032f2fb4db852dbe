import { type Adapter, badDsn, OrmError } from 'orm-core/build'

/** The parts of a PDO data source name: `mysql:host=db1;dbname=shop` or `sqlite:var/shop.sq3`. */
export interface Dsn {
  readonly driver: string
  /** Everything after the driver, as written: the path of an SQLite file. */
  readonly rest: string
  /** By name in lower case. */
  readonly parts: Readonly<Record<string, string>>
}

/** PDO drivers that serve an adapter; the adapter's own name is the form that `--connection` gives. */
const driversOf: Readonly<Record<Adapter, readonly string[]>> = {
  mysql: ['mysql'],
  pgsql: ['pgsql'],
  sqlite: ['sqlite'],
  mssql: ['sqlsrv', 'dblib', 'mssql', 'sybase'],
  oracle: ['oci', 'oracle'],
}

/** Reads the DSN of a connection; `@DB@` stands for the connection's name. A DSN may hold a password: never print one. */
export function parseDsn(connection: string, adapter: Adapter, dsn: string): Dsn {
  const text = dsn.replaceAll('@DB@', connection)
  const colon = text.indexOf(':')
  const driver = text.slice(0, Math.max(colon, 0)).toLowerCase()
  if (!driversOf[adapter].includes(driver)) throw new OrmError([badDsn(connection, adapter, driversOf[adapter])])
  const rest = text.slice(colon + 1)
  return { driver, rest, parts: adapter === 'pgsql' ? conninfo(rest) : pdoParts(rest) }
}

/** `name=value;name=value`; a semicolon in a value is doubled, or stands in the braces of the SQL Server driver. */
function pdoParts(text: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const [, name, braced, plain] of text.matchAll(/([^=;]+)=(?:\{((?:[^}]|\}\})*)\}|((?:[^;]|;;)*))/g)) {
    parts[name!.trim().toLowerCase()] =
      braced === undefined ? plain!.replaceAll(';;', ';').trim() : braced.replaceAll('}}', '}')
  }
  return parts
}

/**
 * PDO hands everything to libpq with semicolons turned into spaces, so both separate, and a value with spaces is quoted.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
 */
function conninfo(text: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const [, name, quoted, plain] of text.matchAll(/([^\s=;]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|([^\s;]*))/g)) {
    parts[name!.toLowerCase()] = (quoted ?? plain!).replace(/\\(.)/g, '$1')
  }
  return parts
}
