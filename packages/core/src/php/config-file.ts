import { isAbsolute } from 'node:path'
import type { Config, ConnectionConfig, References, TextPart } from '../config/index.js'
import { configKeys } from '../config/keys.js'
import { ruleOf } from '../config/validate.js'
import { vendorOf } from '../dialects/vendors.js'
import { PhpCode, type PhpValue, phpExport, phpString } from '../escape/php-literal.js'
import type { DialectName } from '../model/index.js'
import type { KeyRule } from '../settings/key-rules.js'

/** Version of the file layout. The runtime rejects any other version and asks to run config:convert. */
const layoutVersion = 2

export interface ConfigFileOptions {
  /** Path of `loadDatabase.php`, relative to the directory of the file. */
  readonly loader: string
  /** Values that PHP reads from the environment at runtime, by the path of their key. */
  readonly references: References
  /** The base directory of relative paths in the configuration, relative to the directory of the file. */
  readonly base: string
}

/** Setters of the connection manager for replicas, by connection key. */
const setters = {
  stickySeconds: 'setStickToPrimaryAfterWrite',
  stickyUntilReplicated: 'setStickUntilReplicated',
  maxLag: 'setMaxLag',
}

/** Returns the runtime section of the configuration as PHP code. */
export function configFile(config: Config, { loader, references, base }: ConfigFileOptions): string {
  const { connections, runtime } = config
  const placed = (server: object, adapter: DialectName, path: string): object => ({
    ...(Object.hasOwn(references, `${path}.dsn`) ? server : withPlacedFile(server, adapter, base)),
    ...variablesOf(path, references),
  })
  const exported = (value: unknown, path: string, rule: KeyRule): string =>
    phpExport(withReferences(value, path, rule, references))
  const rules = { ...configKeys.keys.runtime.keys, connection: configKeys.keys.database.keys.connections.others }
  const connectionLines = (name: string): string[] => {
    const { adapter, runtimeAdapter = adapter, replicas, ...own } = connections[name]!
    const { stickySeconds, stickyUntilReplicated, maxLag, ...settings } = own
    const ofReplicas = { stickySeconds, stickyUntilReplicated, maxLag }
    const path = `orm.database.connections.${name}`
    const manager = replicas?.length ? 'ConnectionManagerPrimaryReplica' : 'ConnectionManagerSingle'
    const primary = exported(placed(withAttributes(settings, adapter), adapter, path), path, rules.connection)
    return [
      `$serviceContainer->setAdapterClass(${phpString(name)}, ${phpString(runtimeAdapter)});`,
      `$manager = new \\Orm\\Runtime\\Connection\\${manager}(${phpString(name)});`,
      ...(replicas?.length
        ? [
            `$manager->setReadConfiguration(${exported(
              replicas.map((replica, i) => placed(withAttributes(replica, adapter), adapter, `${path}.replicas.${i}`)),
              `${path}.replicas`,
              rules.connection.keys.replicas,
            )});`,
            `$manager->setWriteConfiguration(${primary});`,
            ...(Object.keys(setters) as (keyof typeof setters)[]).flatMap((key) =>
              ofReplicas[key] === undefined
                ? []
                : [
                    `$manager->${setters[key]}(${exported(ofReplicas[key], `${path}.${key}`, rules.connection.keys[key])});`,
                  ],
            ),
          ]
        : [`$manager->setConfiguration(${primary});`]),
      '$serviceContainer->setConnectionManager($manager);',
    ]
  }
  const { classname: profilerClass, ...profiler } = runtime.profiler ?? {}
  return [
    '<?php',
    '$serviceContainer = \\Orm\\Runtime\\Orm::getServiceContainer();',
    `$serviceContainer->checkVersion(${layoutVersion});`,
    ...runtime.connections.flatMap(connectionLines),
    `$serviceContainer->setDefaultDatasource(${phpString(runtime.defaultConnection)});`,
    ...(profilerClass === undefined
      ? []
      : [
          `$serviceContainer->setProfilerClass(${phpString(profilerClass)});`,
          `$serviceContainer->setProfilerConfiguration(${exported(profiler, 'orm.runtime.profiler', rules.profiler)});`,
        ]),
    ...Object.entries(runtime.log ?? {}).map(
      ([name, log]) =>
        `$serviceContainer->setLoggerConfiguration(${phpString(name)}, ${exported(log, `orm.runtime.log.${name}`, rules.log.others)});`,
    ),
    ...migrationLines(config, base),
    `require_once __DIR__ . ${phpString(`/${loader}`)};`,
    '',
  ].join('\n')
}

/** Returns the statement that configures `orm-migrate`, or nothing if all its settings are the defaults. */
function migrationLines({ migrations: { tableName }, paths: { migrationDir } }: Config, base: string): string[] {
  const { migrations, paths } = configKeys.keys
  if (tableName === migrations.keys.tableName.default && migrationDir === paths.keys.migrationDir.default) return []
  const directory = isAbsolute(migrationDir)
    ? phpString(migrationDir)
    : `__DIR__ . ${phpString(`/${base}/${migrationDir}`)}`
  return [`$serviceContainer->setMigrations(${phpString(tableName)}, ${directory});`]
}

type Attributed = Pick<ConnectionConfig, 'attributes'>

/** Fills an empty `attributes` key with the default attributes. */
function withAttributes<Settings extends Attributed>(settings: Settings, adapter: DialectName): Settings {
  const { attributes } = settings
  if (!attributes || Object.keys(attributes).length > 0 || !vendorOf(adapter).takesPdoDefaults) return settings
  return { ...settings, attributes: { ATTR_EMULATE_PREPARES: false, ATTR_TIMEOUT: 30 } }
}

/**
 * Resolves the path of a database file, so that commands and PHP use the same file: a relative path starts at the project, not
 * at the current directory of PHP, which is often the root of a web server.
 */
function withPlacedFile(server: { readonly dsn?: string }, adapter: DialectName, base: string): object {
  const [, driver, path] = /^(\w+:)(?![/\\]|[A-Za-z]:[/\\]|:memory:|file:|$)(.+)$/s.exec(server.dsn ?? '') ?? []
  if (vendorOf(adapter).dsn.kind !== 'file' || driver === undefined || path === undefined) return server
  return { ...server, dsn: new PhpCode(`${phpString(driver)} . __DIR__ . ${phpString(`/${base}/${path}`)}`) }
}

/** Returns the environment variables of a server by key, so that the runtime can name the one that is not set. */
function variablesOf(path: string, references: References): { readonly variables?: object } {
  const needed = Object.entries(references).flatMap(([key, parts]): [string, string[]][] => {
    const own = key.startsWith(`${path}.`) ? key.slice(path.length + 1) : ''
    const names = parts.flatMap((part) => (typeof part === 'string' || part.otherwise ? [] : [part.env]))
    return own === '' || own.startsWith('replicas.') || names.length === 0 ? [] : [[own, names]]
  })
  return needed.length === 0 ? {} : { variables: Object.fromEntries(needed) }
}

/** Returns a value in which the variables are those of PHP. */
function withReferences(value: unknown, path: string, rule: KeyRule | undefined, references: References): PhpValue {
  if (value instanceof PhpCode) return value
  const items = rule && 'items' in rule ? rule.items : undefined
  if (Array.isArray(value))
    return value.map((item, index) => withReferences(item, `${path}.${index}`, items, references))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      withReferences(item, `${path}.${key}`, rule?.type === 'map' ? ruleOf(key, rule) : items, references),
    ])
    return Object.fromEntries(entries)
  }
  const parts = Object.hasOwn(references, path) ? references[path] : undefined
  return parts ? new PhpCode(typed(parts.map(codeOf), rule)) : (value as PhpValue)
}

/** Returns code that gives a text of the environment the type of its key: in PHP, the text `false` is true. */
function typed(parts: readonly string[], rule: KeyRule | undefined): string {
  const code = parts.join(' . ')
  if (rule?.type === 'boolean') return `filter_var(${code}, FILTER_VALIDATE_BOOLEAN)`
  if (rule?.type !== 'integer' && rule?.type !== 'number') return code
  return `(${rule.type === 'integer' ? 'int' : 'float'}) ${parts.length === 1 ? code : `(${code})`}`
}

function codeOf(part: TextPart): string {
  if (typeof part === 'string') return phpString(part)
  const variable = `getenv(${phpString(part.env)})`
  const { operator, parts = [] } = part.otherwise ?? {}
  if (operator === undefined) return variable
  const other = parts.map(codeOf).join(' . ')
  return operator === '?:' ? `(${variable} ?: ${other})` : `(${variable} === false ? ${other} : ${variable})`
}
