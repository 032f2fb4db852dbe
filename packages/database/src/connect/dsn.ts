import { badDsn, type ConnectionConfig, didYouMean, OrmError, unknownDsnPart, vendorOf } from 'orm-core/internal'
import type { Driver, Dsn } from '../session/session.js'

/**
 * Parses the DSN of a connection, which may be a database URL. `@DB@` is replaced by the connection name. A DSN may contain a
 * password, so never print it.
 */
export function parseDsn(
  connection: string,
  { adapter, dsn = '' }: Pick<ConnectionConfig, 'adapter' | 'dsn'>,
  { urlSchemes = [], dsnParts = pdoParts, dsnNames = [] }: Pick<Driver, 'urlSchemes' | 'dsnParts' | 'dsnNames'>,
): Dsn {
  const { pdoDrivers } = vendorOf(adapter)
  const text = dsn.replaceAll('@DB@', connection)
  const [, scheme, address] = /^\s*([a-z0-9]+):\/\/(.*)$/is.exec(text) ?? []
  if (scheme !== undefined && address !== undefined) {
    if (!urlSchemes.includes(scheme.toLowerCase())) throw new OrmError([badDsn(connection, adapter, pdoDrivers)])
    return { driver: pdoDrivers[0]!, ...urlParts(address.trim()) }
  }
  const colon = text.indexOf(':')
  const driver = text.slice(0, Math.max(colon, 0)).toLowerCase()
  if (!pdoDrivers.includes(driver)) throw new OrmError([badDsn(connection, adapter, pdoDrivers)])
  const rest = text.slice(colon + 1)
  const parts = dsnParts(rest)
  for (const name of Object.keys(parts)) {
    const hint = dsnNames.includes(name) ? undefined : didYouMean(name, dsnNames)
    if (hint !== undefined) throw new OrmError([unknownDsnPart(connection, hint)])
  }
  return { driver, rest, parts }
}

const placeInUrl = String.raw`(\[[^\]]*\]|[^:/?]*)(?::(\d+))?(?:\/([^?]*))?(?:\?(.*))?$`

/** An option may contain "@". A password may contain any character, even one that should have been encoded. */
const urlForms = [new RegExp(`^(?:([^?]*)@)?${placeInUrl}`, 's'), new RegExp(`^(.*)@${placeInUrl}`, 's')]

/**
 * Parses what follows `scheme://` in a database URL: `user:password@host:port/database?option=value`, or a file path. The
 * runtime's `DatabaseUrl` does the same.
 */
function urlParts(address: string): Pick<Dsn, 'rest' | 'parts'> {
  const [, credentials = '', host = '', port = '', database = '', query = ''] =
    urlForms.map((form) => form.exec(address)).find((found) => found !== null) ?? []
  const colon = `${credentials}:`.indexOf(':')
  const given = {
    user: decoded(credentials.slice(0, colon)),
    password: decoded(credentials.slice(colon + 1)),
    host: decoded(host).replace(/^\[|\]$/g, ''),
    port,
    dbname: decoded(database),
  }
  const parts = Object.entries(given).filter(([, value]) => value !== '')
  const path = decoded(address.replace(/\?.*$/s, '').replace(/^[^/]*@/, '')).replace(/^\/{2,}/, '/')
  return {
    rest: path === '/:memory:' ? ':memory:' : path,
    parts: { ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(parts) },
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A "%" that encodes nothing is literal.
    return text
  }
}

/** Parses `name=value;name=value`. A semicolon in a value is doubled, or enclosed in the braces of the SQL Server driver. */
function pdoParts(text: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const [, name, braced, plain] of text.matchAll(/([^=;]+)=(?:\{((?:[^}]|\}\})*)\}|((?:[^;]|;;)*))/g)) {
    parts[name!.trim().toLowerCase()] =
      braced === undefined ? plain!.replaceAll(';;', ';').trim() : braced.replaceAll('}}', '}')
  }
  return parts
}
