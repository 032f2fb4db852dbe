import { type SqlSettings, vendorOfDriver, vendorOfWord, vendorOptions } from '../dialects/vendors.js'
import { badOption, wrongConfig } from '../errors/config-errors.js'
import { badConnectionOption, unknownPlatform } from '../errors/database-errors.js'
import { OrmError } from '../errors/index.js'
import { isConnectionName, isSqlIdentifier } from '../escape/index.js'
import { dialectNames } from '../model/dialect-name.js'
import { textForms } from '../settings/key-rules.js'
import type { Config, ConnectionConfig } from './config.js'
import { defaultConnectionClass } from './keys.js'
import { hiddenIn, mask } from './secrets.js'

/** Replaces the connections of a configuration by ones given as `name=adapter:key=value;…;user=u;password=p`. */
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

/** Options of every host that override the configuration. */
export interface ConfigOptions extends VendorOverrides {
  /** Connections instead of the configured ones. */
  readonly connection?: readonly string[] | undefined
  /** Adapter for every connection, instead of the configured one. */
  readonly platform?: string | undefined
  readonly tablePrefix?: string | undefined
  /** Whether unknown behaviors are skipped, with a warning each. @default generator.ignoreUnknownBehaviors */
  readonly ignoreUnknownBehaviors?: boolean | undefined
  /** Whether unknown `validate` constraints are treated as Symfony's. @default generator.allowUnknownConstraints */
  readonly allowUnknownConstraints?: boolean | undefined
  /** Whether mistakes that Propel does not notice are warnings. @default generator.schema.strictness */
  readonly lenient?: boolean | undefined
}

/** Options that override a setting of one database. */
type VendorOverrides = { readonly [Name in keyof typeof vendorOptions]?: string | undefined }

/** Throws an OrmError if a caller passes something else as a configuration, such as the contents of a configuration file. */
export function checkConfig(config: Config): void {
  const sections: unknown[] = [config?.connections, config?.generator, config?.runtime, config?.paths]
  if (!sections.every((section) => typeof section === 'object' && section !== null)) throw new OrmError([wrongConfig()])
}

/** Applies the options of a host to a configuration. */
export function withOptions(loaded: Config, options: ConfigOptions): Config {
  checkConfig(loaded)
  const { connection, platform, tablePrefix, ignoreUnknownBehaviors, allowUnknownConstraints, lenient } = options
  if (tablePrefix && !isSqlIdentifier(tablePrefix))
    throw new OrmError([badOption('tablePrefix', tablePrefix, 'SQL name')])
  const adapter = platform ? (vendorOfWord(platform) ?? vendorOfDriver(platform)) : undefined
  if (platform && !adapter) throw new OrmError([unknownPlatform(platform, dialectNames)])
  const config = withConnections(loaded, connection)
  const connections = Object.entries(config.connections).map(([name, given]): [string, ConnectionConfig] => [
    name,
    adapter ? { ...given, adapter } : given,
  ])
  return {
    ...config,
    adapters: withVendorOptions(config.adapters, options),
    connections: Object.fromEntries(connections),
    generator: {
      ...config.generator,
      ...(adapter && { platformClass: adapter }),
      ...(tablePrefix !== undefined && { tablePrefix }),
      ...(ignoreUnknownBehaviors !== undefined && { ignoreUnknownBehaviors }),
      ...(allowUnknownConstraints !== undefined && { allowUnknownConstraints }),
      ...(lenient !== undefined && {
        schema: { ...config.generator.schema, strictness: lenient ? ('lenient' as const) : ('normal' as const) },
      }),
    },
  }
}

function withVendorOptions(settings: SqlSettings, given: VendorOverrides): SqlSettings {
  let result = settings
  for (const [option, { vendor, setting, form }] of Object.entries(vendorOptions)) {
    const value = given[option as keyof VendorOverrides]
    if (!value) continue
    if (!textForms[form](value)) throw new OrmError([badOption(option, value, form)])
    result = { ...result, [vendor]: { ...result[vendor], [setting]: value } }
  }
  return result
}

function readConnection(text: string): [string, ConnectionConfig] {
  // The text may contain a password, so messages do not show it.
  const [, name, driver, parts] = /^([^=]+)=([^:]+):(.*)$/s.exec(text.trim()) ?? []
  if (name === undefined || driver === undefined || parts === undefined) {
    throw new OrmError([badConnectionOption('the value is not of the form name=adapter:key=value;…')])
  }
  if (!isConnectionName(name.trim()))
    throw new OrmError([badConnectionOption(`"${/[:;@=]/.test(name) ? mask : name}" is not a connection name`)])
  const adapter = vendorOfDriver(driver)
  if (!adapter)
    throw new OrmError([
      badConnectionOption(`"${name}": "${hiddenIn(driver)}" is not one of ${dialectNames.join(', ')}`),
    ])
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
