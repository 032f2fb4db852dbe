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
import { type Environment, resolveParameters } from './config-parameters.js'
import { type ConfigTree, configKeys, defaultConnectionClass, keysWith } from './keys.js'
import { type ConfigNode, entryOf, type MapNode, nodeAt, typeName } from './node.js'
import { notePlaces } from './places.js'
import { type Checked, checkTree } from './validate.js'
import { withDefaults } from './with-defaults.js'

export interface ResolveOptions {
  readonly env: Environment
  readonly keepEnv?: boolean | undefined
  /** The start of the file, for what is missing in it. */
  readonly start: Mark
  /** The files in the order in which their problems are shown. */
  readonly files: readonly string[]
  /** Vendors that the configuration names itself. */
  readonly vendors?: readonly Vendor[]
}

/** A read tree to a configuration: parameters, validation, defaults. Throws an OrmError that carries every problem. */
export function resolveConfig(tree: ConfigNode | undefined, options: ResolveOptions): Config {
  const { value, checked, names } = resolveTree(tree, options)
  return assemble(value, checked, names)
}

interface ResolvedTree {
  /** What the files say, with defaults, under the keys of the files. */
  readonly value: ConfigTree
  readonly checked: Checked
  readonly names: readonly string[]
}

export function resolveTree(tree: ConfigNode | undefined, options: ResolveOptions): ResolvedTree {
  const { env, keepEnv = false, start, files, vendors = [] } = options
  const keys = keysWith(vendors)
  const problems: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => {
    problems.push(diagnostic)
    if (problems.length >= mostErrors) throw new OrmError(sortDiagnostics(problems, files))
  }
  const root = rootOf(tree, start, report)
  const resolved = root && resolveParameters(tree!, { env, keepEnv, report })
  const orm = resolved && nodeAt(resolved, ['orm'])!
  const checked = orm && checkTree(orm, keys, root!, report)
  // Of a project that was cloned: version control has only what everybody shares.
  const missing = /^(.+)\.dist$/.exec(files.at(-1)!)?.[1]
  if (orm?.kind === 'map') checkConnections(orm, { root: root!, missing }, report)
  if (problems.length > 0 || !checked || orm?.kind !== 'map') throw new OrmError(sortDiagnostics(problems, files))
  const value = withDefaults(checked.value, keys) as unknown as ConfigTree
  for (const key of ['outputs', 'templates', 'dialects', 'behaviors'] as const) {
    const node = nodeAt(orm, ['generator', key])
    if (node && value.generator[key]) notePlaces(value.generator[key], node)
  }
  return { value, checked, names: connectionNames(orm) }
}

/** Where the key `orm` was written, if the file is what it should be. */
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

/** There must be a connection, its name must be usable, and each that a section names must be defined. */
function checkConnections(
  orm: MapNode,
  { root, missing }: { root: Mark; missing: string | undefined },
  report: (d: Diagnostic) => void,
): void {
  const names = connectionNames(orm)
  const database = entryOf(orm, 'database')
  const connections = nodeAt(orm, ['database', 'connections'])
  if (connections?.kind === 'map') {
    for (const { key, keyMark, value } of connections.entries) {
      if (key.includes('.')) report(dotInName(keyMark, key))
      else if (!isConnectionName(key)) report(badConnectionName(keyMark, key))
      checkDsns(value, `orm.database.connections.${key}`, report)
    }
  }
  if (names.length === 0) {
    // A value that is not a map is reported as such, and so is a key that is misspelled.
    const isMap = !database || database.value.kind === 'map'
    if (isMap && !isMisspelled(orm, 'database') && !isMisspelled(database?.value, 'connections'))
      report(noConnections(connections?.mark ?? database?.keyMark ?? root, missing))
    return
  }
  const check = (value: ConfigNode | undefined, path: string, isItem = false): void => {
    if (value?.kind === 'scalar' && (isItem || value.text !== '') && !names.includes(value.text)) {
      report(undefinedConnection(value.mark, path, value.text, names))
    }
  }
  for (const section of ['runtime', 'generator']) {
    check(nodeAt(orm, [section, 'defaultConnection']), `orm.${section}.defaultConnection`)
    const list = nodeAt(orm, [section, 'connections'])
    if (list?.kind === 'list') for (const item of list.items) check(item, `orm.${section}.connections`, true)
  }
  check(nodeAt(orm, ['reverse', 'connection']), 'orm.reverse.connection')
}

/** Whether a map has a key that is not known, and probably this one. */
const isMisspelled = (node: ConfigNode | undefined, key: string): boolean =>
  node?.kind === 'map' && !entryOf(node, key) && node.entries.some((entry) => nearest(entry.key, [key]) !== undefined)

/** The data source names of a connection and its replicas must be for its adapter. */
function checkDsns(connection: ConfigNode, path: string, report: (d: Diagnostic) => void): void {
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
      report(dsnOfOther(dsn!.mark, `${key}.dsn`, meant, adapter, pdoDrivers))
    else if (meant === undefined && nearest(driver, pdoDrivers) !== undefined)
      report(unknownDriver(dsn!.mark, `${key}.dsn`, driver, pdoDrivers))
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

/** An empty path counts as missing, and missing paths are in the output directory. */
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
