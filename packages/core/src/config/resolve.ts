import type { Vendor } from '../dialects/vendor.js'
import { vendorOf, vendorOfAdapter, vendorOfDriver, vendorOfWord } from '../dialects/vendors.js'
import {
  badConnectionName,
  dotInName,
  dsnOfOther,
  noConnections,
  noRootKey,
  notAMap,
  undefinedConnection,
  unexpectedRootKey,
  unknownDriver,
} from '../errors/config-errors.js'
import { type Diagnostic, type Mark, mostErrors, OrmError, sortDiagnostics } from '../errors/index.js'
import { nearest } from '../errors/nearest.js'
import { isConnectionName } from '../escape/index.js'
import type { Config, ConnectionChoice, ConnectionConfig } from './config.js'
import { resolveParameters } from './config-parameters.js'
import { ConfigError, Doubts, type Draft } from './draft.js'
import { type ConfigTree, configKeys, defaultConnectionClass, keysWith } from './keys.js'
import {
  type ConfigNode,
  type Environment,
  entryOf,
  isResolved,
  type MapNode,
  nodeAt,
  pathsIn,
  typeName,
} from './node.js'
import { notePlaces } from './places.js'
import { type Checked, checkTree } from './validate.js'
import { withDefaults } from './with-defaults.js'

export interface ResolveOptions {
  readonly env: Environment
  readonly keepEnv?: boolean | undefined
  /** The start of the file, as the location of missing keys. */
  readonly start: Mark
  /** The files in the order in which their problems are reported. */
  readonly files: readonly string[]
  /** Dialects that the configuration itself names. */
  readonly vendors?: readonly Vendor[]
  /** Problems of values that were found when the files were read. */
  readonly problems?: readonly Diagnostic[]
}

/** Resolves a tree to a configuration: parameters, validation, defaults. Throws an OrmError with all problems. */
export function resolveConfig(tree: ConfigNode | undefined, options: ResolveOptions): Config {
  const { value, checked, names } = resolveTree(tree, options)
  return assemble(value, checked, names)
}

interface Findings {
  readonly checked: Checked
  readonly names: readonly string[]
  /** Names of connections that do not exist. */
  readonly missing: readonly string[]
  readonly doubts: Doubts
}

/** Returns what is known of a configuration with errors. */
function draftOf(value: ConfigTree, { checked, names, missing, doubts }: Findings): Draft | undefined {
  if (!doubts.leaveSchemas) return undefined
  // The settings of a database determine whether its tables have foreign keys.
  const hasPlatform = !['generator.platformClass', 'generator.dialects', 'database.adapters'].some((key) =>
    doubts.concern(key),
  )
  const isBound = (name: string): boolean => hasPlatform && !doubts.concern(`database.connections.${name}.adapter`)
  const config = assemble(value, checked, names.filter(isBound))
  // A connection of another name, or in another place, is reported once, and not again where a schema names it.
  const others = [...missing, ...doubts.misplaced].filter((name) => !names.includes(name))
  const all = [...names, ...others]
  const connections = doubts.concern('generator.connections') ? all : (value.generator.connections ?? all)
  const hasNames = names.length > 0 && !doubts.concern('database.connections')
  return {
    config: { ...config, generator: { ...config.generator, connections, ...(!hasPlatform && { platformClass: '' }) } },
    unbound: hasNames ? [...names.filter((name) => !isBound(name)), ...others] : undefined,
  }
}

interface ResolvedTree {
  /** The contents of the files, including defaults, under the keys of the files. */
  readonly value: ConfigTree
  readonly checked: Checked
  readonly names: readonly string[]
}

export function resolveTree(tree: ConfigNode | undefined, options: ResolveOptions): ResolvedTree {
  const { env, keepEnv = false, start, files, vendors = [] } = options
  const keys = keysWith(vendors)
  const problems: Diagnostic[] = [...(options.problems ?? [])]
  const doubtful: string[] = []
  const report = (diagnostic: Diagnostic, path?: string): void => {
    problems.push(diagnostic)
    if (path !== undefined) doubtful.push(path)
    if (problems.length >= mostErrors) throw new OrmError(sortDiagnostics(problems, files))
  }
  const root = rootOf(tree, start, report)
  const resolved = root && resolveParameters(tree!, { env, keepEnv, report })
  const orm = resolved && nodeAt(resolved, ['orm'])!
  const checked = orm && checkTree(orm, keys, { at: root!, env, keepEnv, report })
  // In a cloned project, only the shared `.dist` file exists, and everyone adds the main file.
  const ownFile = /^(.+)\.dist$/.exec(files.at(-1)!)?.[1]
  const missing = orm?.kind === 'map' ? checkConnections(orm, { root: root!, ownFile }, report) : []
  if (!checked || orm?.kind !== 'map') throw new OrmError(sortDiagnostics(problems, files))
  const value = withDefaults(checked.value, keys) as unknown as ConfigTree
  if (problems.length > 0) {
    const besides = tree?.kind === 'map' ? tree.entries.filter(({ key }) => key !== 'orm') : []
    const unknown = [...besides.flatMap(({ key, value }) => pathsIn(value, `orm.${key}`)), ...checked.unknown]
    const doubts = new Doubts([...doubtful, ...checked.doubtful], unknown, keys)
    const draft = draftOf(value, { checked, names: connectionNames(orm), missing, doubts })
    throw new ConfigError(sortDiagnostics(problems, files), draft)
  }
  for (const key of ['outputs', 'templates', 'dialects', 'behaviors'] as const) {
    const node = nodeAt(orm, ['generator', key])
    if (node && value.generator[key]) notePlaces(value.generator[key], node)
  }
  return { value, checked, names: connectionNames(orm) }
}

/** Returns the location of the key `orm`, if the file has the right form. */
function rootOf(tree: ConfigNode | undefined, start: Mark, report: (d: Diagnostic) => void): Mark | undefined {
  if (tree && tree.kind !== 'map') {
    report(notAMap(tree.mark, typeName(tree)))
    return undefined
  }
  const root = tree && entryOf(tree, 'orm')
  const others = tree?.entries.filter((entry) => entry !== root) ?? []
  if (!root) {
    report(
      noRootKey(
        others[0]?.keyMark ?? start,
        others.map(({ key }) => key),
      ),
    )
    return undefined
  }
  for (const { key, keyMark } of others) report(unexpectedRootKey(keyMark, key))
  return root.keyMark
}

const connectionNames = (orm: MapNode): readonly string[] => {
  const connections = nodeAt(orm, ['database', 'connections'])
  return connections?.kind === 'map' ? connections.entries.map(({ key }) => key) : []
}

/**
 * Checks that there is a connection, that connection names are valid, and that those used in other sections exist. Returns the
 * names that do not exist.
 */
function checkConnections(
  orm: MapNode,
  { root, ownFile }: { root: Mark; ownFile: string | undefined },
  report: (d: Diagnostic, path?: string) => void,
): string[] {
  const missing: string[] = []
  const names = connectionNames(orm)
  const database = entryOf(orm, 'database')
  const connections = nodeAt(orm, ['database', 'connections'])
  if (connections?.kind === 'map') {
    for (const { key, keyMark, value } of connections.entries) {
      if (key.includes('.')) report(dotInName(keyMark, key), 'orm.database.connections')
      else if (!isConnectionName(key)) report(badConnectionName(keyMark, key), 'orm.database.connections')
      checkDsns(value, `orm.database.connections.${key}`, report)
    }
  }
  // Names that could not be read are already reported, and may be those that other sections use.
  if (connections && (!isResolved(connections) || (connections.kind === 'map' && connections.incomplete)))
    return missing
  if (names.length === 0) {
    // A value that is not a map and a misspelled key are already reported.
    const isMap = !database || database.value.kind === 'map'
    if (isMap && !isMisspelled(orm, 'database') && !isMisspelled(database?.value, 'connections'))
      report(noConnections(connections?.mark ?? database?.keyMark ?? root, ownFile))
    return missing
  }
  const check = (value: ConfigNode | undefined, path: string, isItem = false): void => {
    if (value?.kind !== 'scalar' || !isResolved(value)) return
    if ((isItem || value.text !== '') && !names.includes(value.text)) {
      report(undefinedConnection(value.mark, path, value.text, names), path)
      missing.push(value.text)
    }
  }
  for (const section of ['runtime', 'generator']) {
    check(nodeAt(orm, [section, 'defaultConnection']), `orm.${section}.defaultConnection`)
    const list = nodeAt(orm, [section, 'connections'])
    if (list?.kind === 'list') for (const item of list.items) check(item, `orm.${section}.connections`, true)
  }
  check(nodeAt(orm, ['reverse', 'connection']), 'orm.reverse.connection')
  return missing
}

/** Whether a map has an unknown key that is probably a misspelling of this one. */
const isMisspelled = (node: ConfigNode | undefined, key: string): boolean =>
  node?.kind === 'map' && !entryOf(node, key) && node.entries.some((entry) => nearest(entry.key, [key]) !== undefined)

/** Checks that the DSNs of a connection and its replicas match its adapter. */
function checkDsns(connection: ConfigNode, path: string, report: (d: Diagnostic, path: string) => void): void {
  const written = nodeAt(connection, ['adapter'])
  const adapter = written?.kind === 'scalar' ? vendorOfAdapter(written.text) : undefined
  if (adapter === undefined) return
  const replicas = nodeAt(connection, ['replicas'])
  const check = (server: ConfigNode, key: string): void => {
    const dsn = nodeAt(server, ['dsn'])
    const driver = dsn?.kind === 'scalar' ? /^\s*(\w+):/.exec(dsn.text)?.[1]?.toLowerCase() : undefined
    const { pdoDrivers } = vendorOf(adapter)
    if (driver === undefined || pdoDrivers.includes(driver)) return
    const meant = vendorOfDriver(driver) ?? vendorOfWord(driver)
    if (meant !== undefined && meant !== adapter)
      report(dsnOfOther(dsn!.mark, `${key}.dsn`, meant, adapter, pdoDrivers), `${path}.adapter`)
    else if (meant === undefined && nearest(driver, pdoDrivers) !== undefined)
      report(unknownDriver(dsn!.mark, `${key}.dsn`, driver, pdoDrivers), `${key}.dsn`)
  }
  check(connection, path)
  if (replicas?.kind === 'list') for (const [i, item] of replicas.items.entries()) check(item, `${path}.replicas.${i}`)
}

function assemble(tree: ConfigTree, { value, references }: Checked, names: readonly string[]): Config {
  const given = value as unknown as { readonly paths?: Partial<Config['paths']> }
  const choice = (given: { defaultConnection?: string; connections?: readonly string[] }): ConnectionChoice => {
    const connections = given.connections ?? names
    return { defaultConnection: given.defaultConnection || (connections[0] ?? names[0]!), connections }
  }
  const { general, exclude_tables, database, migrations, seeds, reverse, runtime, generator } = tree
  return {
    project: general.project,
    ...(general.version !== undefined && { version: general.version }),
    excludeTables: exclude_tables,
    paths: pathsOf(tree, given.paths ?? {}),
    connections: Object.fromEntries(names.map((name) => [name, connectionOf(database.connections[name]!)])),
    adapters: database.adapters,
    migrations,
    seeds,
    reverse,
    runtime: { ...runtime, ...choice(runtime) },
    generator: { ...generator, ...choice(generator) },
    references,
  }
}

/** Returns the paths. An empty path counts as missing, and missing paths are below the output directory. */
function pathsOf({ paths }: ConfigTree, given: Partial<Config['paths']>): Config['paths'] {
  const base = paths.outputDir === '' || paths.outputDir === '.' ? '' : `${paths.outputDir.replace(/\/+$/, '')}/`
  const inOutput = ['phpDir', 'phpConfDir', 'sqlDir', 'migrationDir'] as const
  const { keys } = configKeys.keys.paths
  const placed = inOutput.map((name) => [name, given[name] || `${base}${keys[name].default}`])
  return { ...paths, schemaDir: paths.schemaDir || '.', ...Object.fromEntries(placed) }
}

function connectionOf(given: ConfigTree['database']['connections'][string]): ConnectionConfig {
  const { adapter: written, settings } = given
  const adapter = vendorOfAdapter(written)!
  return {
    ...given,
    adapter,
    classname: given.classname || defaultConnectionClass,
    ...(adapter !== written && { runtimeAdapter: written }),
    ...(settings && { settings: { ...settings, charset: settings.charset || vendorOf(adapter).utf8.charset } }),
  }
}
