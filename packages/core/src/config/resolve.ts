import { missingKey, noRootKey, undefinedConnection, unknownKey, unsetVariable } from '../errors/config-errors.js'
import { type Diagnostic, type Mark, OrmError, type Source, sortDiagnostics } from '../errors/index.js'
import type { Config, ConfigPaths, ConnectionChoice, ConnectionConfig, Scalar } from './config.js'
import { adapterAliases, configKeys } from './keys.js'
import { type ConfigNode, entryOf, type MapNode } from './node.js'
import { checkNode } from './validate.js'

/** Variables that `%env.NAME%` may name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A read tree to a configuration: parameters, validation, defaults. Throws an OrmError that carries every problem. */
export function resolveConfig(tree: ConfigNode | undefined, source: Source, env: Environment): Config {
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic)
  }
  const fail = () => new OrmError(sortDiagnostics(diagnostics, [source.file]))
  const start: Mark = { source, offset: 0 }
  const root = tree?.kind === 'map' ? entryOf(tree, 'orm') : undefined
  if (tree?.kind === 'map') {
    for (const entry of tree.entries)
      if (root && entry !== root) report(unknownKey(entry.keyMark, entry.key, '', ['orm']))
  }
  if (!root) {
    report(noRootKey(start, tree?.kind === 'map' ? tree.entries.map(({ key }) => key) : []))
    throw fail()
  }
  const orm = interpolate(root.value, env, report)
  const value = checkNode(orm, configKeys, 'orm', report) as unknown as ConfigTree
  if (diagnostics.length > 0) throw fail()
  const names = Object.keys(value.database.connections)
  if (names.length === 0) report(missingKey(root.keyMark, 'orm.database.connections.<name>'))
  for (const section of ['runtime', 'generator'] as const) {
    checkChoice(orm as MapNode, section, names, report)
  }
  if (diagnostics.length > 0) throw fail()
  return withDefaults(value, names)
}

interface ConfigTree {
  readonly general?: { readonly project?: string }
  readonly paths?: Partial<ConfigPaths>
  readonly database: {
    readonly connections: Readonly<Record<string, Partial<ConnectionConfig>>>
    readonly adapters?: {
      readonly mysql?: Partial<Config['adapters']['mysql']>
      readonly sqlite?: { readonly foreignKey?: Scalar }
    }
  }
  readonly runtime?: Partial<ConnectionChoice>
  readonly generator?: Partial<ConnectionChoice>
}

const defaultClass = 'Orm\\Runtime\\Connection\\ConnectionWrapper'

function withDefaults(value: ConfigTree, names: readonly string[]): Config {
  const choice = (given: Partial<ConnectionChoice> | undefined): ConnectionChoice => ({
    defaultConnection: given?.defaultConnection ?? given?.connections?.[0] ?? names[0]!,
    connections: given?.connections ?? names,
  })
  const { mysql, sqlite } = value.database.adapters ?? {}
  const connections: Record<string, ConnectionConfig> = {}
  for (const name of names) {
    const given = value.database.connections[name] as ConnectionConfig
    const adapter = adapterAliases[given.adapter] ?? given.adapter
    connections[name] = { ...given, adapter, classname: given.classname || defaultClass }
  }
  return {
    project: value.general?.project ?? '',
    paths: {
      schemaDir: value.paths?.schemaDir || '.',
      phpDir: value.paths?.phpDir || 'generated-classes',
      phpConfDir: value.paths?.phpConfDir || 'generated-conf',
      sqlDir: value.paths?.sqlDir || 'generated-sql',
    },
    connections,
    adapters: {
      mysql: {
        tableType: mysql?.tableType || 'InnoDB',
        tableEngineKeyword: mysql?.tableEngineKeyword || 'ENGINE',
        uuidColumnType: mysql?.uuidColumnType || 'binary',
      },
      sqlite: { foreignKey: !/^(?:false|0|no|off)$/i.test(String(sqlite?.foreignKey)) },
    },
    runtime: choice(value.runtime),
    generator: choice(value.generator),
  }
}

/** Each connection that a section names must be defined. */
function checkChoice(orm: MapNode, section: string, names: readonly string[], report: (d: Diagnostic) => void): void {
  const node = entryOf(orm, section)?.value
  if (node?.kind !== 'map') return
  const check = (value: ConfigNode, path: string): void => {
    if (value.kind === 'scalar' && !names.includes(value.text)) {
      report(undefinedConnection(value.mark, path, value.text, names))
    }
  }
  const chosen = entryOf(node, 'defaultConnection')
  if (chosen) check(chosen.value, `orm.${section}.defaultConnection`)
  const list = entryOf(node, 'connections')?.value
  if (list?.kind === 'list') for (const item of list.items) check(item, `orm.${section}.connections`)
}

/** Replaces `%env.NAME%` in every string of the tree; `%%` is a literal `%`. */
function interpolate(node: ConfigNode, env: Environment, report: (d: Diagnostic) => void): ConfigNode {
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => interpolate(item, env, report)) }
  if (node.kind === 'map') {
    const entries = node.entries.map((entry) => ({ ...entry, value: interpolate(entry.value, env, report) }))
    return { ...node, entries }
  }
  if (typeof node.value !== 'string') return node
  const text = node.value.replace(/%%|%env\.([A-Za-z_][A-Za-z0-9_]*)%/g, (match, name: string | undefined) => {
    if (name === undefined) return '%'
    const value = env[name]
    if (value === undefined) report(unsetVariable(node.mark, name))
    return value ?? match
  })
  return { ...node, value: text, text }
}
