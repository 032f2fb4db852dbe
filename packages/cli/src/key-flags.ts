import type { ConfigOverrides } from 'orm-core/internal'
import type { FlagRule, OwnOptions } from './command.js'

/** A flag that sets one key of the configuration. Programs set it with `overrides`. */
interface KeyFlag {
  readonly key: string
  readonly help: string
  /** What the key becomes by a flag that has no value. */
  readonly value?: boolean
}

const builder = (key: string, classes: string): KeyFlag => ({
  key: `generator.objectModel.builders.${key}`,
  help: `builder of ${classes}, which cannot be replaced: use a behavior`,
})

/** What `model:build` of Propel has. */
const modelFlags = {
  composerDir: {
    key: 'paths.composerDir',
    help: 'directory of composer.lock and composer.json, which name third-party behaviors',
  },
  targetPackage: { key: 'generator.targetPackage', help: 'package of tables without a package' },
  disablePackageObjectModel: {
    key: 'generator.packageObjectModel',
    value: false,
    help: 'treat each schema file of a database as a schema of its own',
  },
  disableNamespaceAutoPackage: {
    key: 'generator.namespaceAutoPackage',
    value: false,
    help: 'do not use the namespace as the package',
  },
  enableIdentifierQuoting: {
    key: 'generator.identifierQuoting',
    value: true,
    help: 'quote identifiers in the SQL of the runtime, except where a schema says identifierQuoting="false"',
  },
  pluralizerClass: { key: 'generator.objectModel.pluralizerClass', help: 'class that forms plurals' },
  objectClass: builder('object', 'base classes'),
  objectStubClass: builder('objectstub', 'stub classes'),
  objectMultiextendClass: builder('objectmultiextend', 'inheritance classes'),
  queryClass: builder('query', 'query classes'),
  queryStubClass: builder('querystub', 'query stubs'),
  queryInheritanceClass: builder('queryinheritance', 'inheritance queries'),
  queryInheritanceStubClass: builder('queryinheritancestub', 'inheritance query stubs'),
  tablemapClass: builder('tablemap', 'table maps'),
} as const satisfies Readonly<Record<string, KeyFlag>>

/** What `sql:build` of Propel has. */
const sqlFlags = {
  composerDir: modelFlags.composerDir,
  schemaName: { key: 'generator.schema.basename', help: 'no effect: every *schema.xml is read' },
} as const satisfies Readonly<Record<string, KeyFlag>>

const flagsOfOutputs: Readonly<Record<string, Readonly<Record<string, KeyFlag>>>> = {
  sql: sqlFlags,
  model: modelFlags,
}

/** The flags of a command that makes outputs. */
const keyFlagsFor = (make: readonly unknown[]): Readonly<Record<string, KeyFlag>> =>
  Object.assign({}, ...make.map((output) => flagsOfOutputs[String(output)]))

/** The same as the command line and the help know them. */
export const flagRulesFor = (make: readonly unknown[]): Record<string, FlagRule> =>
  Object.fromEntries(
    Object.entries(keyFlagsFor(make)).map(([flag, { key, value, help }]) => [
      flag,
      { type: value === undefined ? 'string' : 'boolean', default: key, help },
    ]),
  )

/** The keys that the flags of a command line set. */
export function overridesBy(given: OwnOptions['flags'], make: readonly unknown[]): ConfigOverrides {
  const overrides: Tree = {}
  for (const [flag, { key, value }] of Object.entries(keyFlagsFor(make))) {
    // `--no-enable-…` leaves the key to the configuration.
    if (given[flag]) setKey(overrides, key.split('.'), value ?? given[flag])
  }
  return overrides as ConfigOverrides
}

interface Tree {
  [name: string]: Tree | string | boolean
}

function setKey(tree: Tree, [name = '', ...below]: readonly string[], value: string | boolean): void {
  if (below.length === 0) {
    tree[name] = value
    return
  }
  const section = (tree[name] ?? {}) as Tree
  tree[name] = section
  setKey(section, below, value)
}
