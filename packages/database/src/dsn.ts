import { badDsn, type ConnectionConfig, OrmError } from 'orm-core/build'
import type { Driver, Dsn } from './session.js'

/** Reads the DSN of a connection; `@DB@` stands for the connection's name. A DSN may hold a password: never print one. */
export function parseDsn(
  connection: string,
  { adapter, dsn = '' }: Pick<ConnectionConfig, 'adapter' | 'dsn'>,
  { pdoDrivers, dsnParts = pdoParts }: Pick<Driver, 'pdoDrivers' | 'dsnParts'>,
): Dsn {
  const text = dsn.replaceAll('@DB@', connection)
  const colon = text.indexOf(':')
  const driver = text.slice(0, Math.max(colon, 0)).toLowerCase()
  if (!pdoDrivers.includes(driver)) throw new OrmError([badDsn(connection, adapter, pdoDrivers)])
  const rest = text.slice(colon + 1)
  return { driver, rest, parts: dsnParts(rest) }
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
