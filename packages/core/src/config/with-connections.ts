import { isConnectionName, isSqlIdentifier, isSqlOption } from '../destinations.js'
import { badOption } from '../errors/config-errors.js'
import { badConnectionOption, unknownPlatform } from '../errors/database-errors.js'
import { OrmError } from '../errors/index.js'
import type { Config, ConnectionConfig } from './config.js'
import { type Adapter, adapterAliases, adapters, defaultConnectionClass } from './keys.js'

/** The configuration with connections given as `name=adapter:key=value;…;user=u;password=p` instead of its own. */
export function withConnections(config: Config, given: readonly string[] = []): Config {
  if (given.length === 0) return config
  const connections: Record<string, ConnectionConfig> = {}
  for (const text of given) {
    const [name, connection] = readConnection(text)
    connections[name] = connection
  }
  const names = Object.keys(connections)
  const choice = { defaultConnection: names[0]!, connections: names }
  return {
    ...config,
    connections,
    runtime: { ...config.runtime, ...choice },
    generator: { ...config.generator, ...choice },
  }
}

/** Options of a build that go before what the configuration says. */
export interface BuildOverrides {
  /** Vendor for every connection. */
  readonly platform?: string
  /** Engine of tables on mysql. */
  readonly mysqlEngine?: string
  readonly tablePrefix?: string
}

export function withOverrides(config: Config, { platform, mysqlEngine, tablePrefix }: BuildOverrides): Config {
  const { adapters: settings, generator } = config
  if (mysqlEngine && !isSqlOption(mysqlEngine)) throw new OrmError([badOption('mysqlEngine', mysqlEngine, 'SQL word')])
  if (tablePrefix && !isSqlIdentifier(tablePrefix))
    throw new OrmError([badOption('tablePrefix', tablePrefix, 'SQL name')])
  const mysql = mysqlEngine ? { ...settings.mysql, tableType: mysqlEngine } : settings.mysql
  const adapter = platform ? adapterOf(platform) : undefined
  if (platform && !adapter) throw new OrmError([unknownPlatform(platform, adapters)])
  const connections = Object.entries(config.connections).map(([name, given]): [string, ConnectionConfig] => [
    name,
    adapter ? { ...given, adapter } : given,
  ])
  return {
    ...config,
    adapters: { ...settings, mysql },
    connections: Object.fromEntries(connections),
    generator: tablePrefix === undefined ? generator : { ...generator, tablePrefix },
  }
}

// PDO names its drivers for SQL Server and Oracle otherwise, and people copy their DSN.
const driverAdapters: Readonly<Record<string, Adapter>> = { ...adapterAliases, dblib: 'mssql', oci: 'oracle' }

const adapterOf = (name: string): Adapter | undefined =>
  adapters.find((adapter) => adapter === name) ??
  (Object.hasOwn(driverAdapters, name) ? driverAdapters[name] : undefined)

function readConnection(text: string): [string, ConnectionConfig] {
  // The text is not shown in messages: it may hold a password.
  const [, name, driver, parts] = /^([^=]+)=([^:]+):(.*)$/s.exec(text.trim()) ?? []
  if (name === undefined || driver === undefined || parts === undefined) {
    throw new OrmError([badConnectionOption('is not of the form name=adapter:key=value;…')])
  }
  if (!isConnectionName(name.trim())) throw new OrmError([badConnectionOption(`"${name}" is not a connection name`)])
  const adapter = adapterOf(driver)
  if (!adapter) throw new OrmError([badConnectionOption(`"${name}": "${driver}" is none of ${adapters.join(', ')}`)])
  const credentials: { user?: string; password?: string } = {}
  const rest = parts.split(';').filter((part) => {
    const [, key, value] = /^\s*(user|password)\s*=(.*)$/is.exec(part) ?? []
    if (key === undefined) return true
    if (value) credentials[key.toLowerCase() as 'user' | 'password'] = decoded(value, name)
    return false
  })
  const dsn = `${driver}:${rest.join(';')}`
  return [name.trim(), { adapter, classname: defaultConnectionClass, dsn, ...credentials }]
}

function decoded(value: string, name: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new OrmError([badConnectionOption(`"${name}": user or password is not URL-encoded: write % as %25`)])
  }
}
