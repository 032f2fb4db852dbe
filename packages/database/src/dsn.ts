/** The parts of a PDO data source name: `mysql:host=db1;dbname=shop` or `sqlite:var/shop.sq3`. */
export interface Dsn {
  readonly driver: string
  /** Everything after the driver, as written: the path of an SQLite file. */
  readonly rest: string
  readonly parts: Readonly<Record<string, string>>
}

export function parseDsn(dsn: string): Dsn {
  const colon = dsn.indexOf(':')
  const rest = dsn.slice(colon + 1)
  const parts: Record<string, string> = {}
  for (const pair of rest.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0) parts[pair.slice(0, equals).trim().toLowerCase()] = pair.slice(equals + 1).trim()
  }
  return { driver: dsn.slice(0, colon), rest, parts }
}
