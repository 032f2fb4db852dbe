import type { ConfigOverrides } from 'orm-core/internal'
import type { FlagRule, OwnOptions } from './command.js'

/** A flag that sets one configuration key. Programs use `overrides` instead. */
interface KeyFlag {
  readonly key: string
  readonly help: string
  /** Value that a flag without a value sets. */
  readonly value?: boolean
}

const builder = (key: string, classes: string): KeyFlag => ({
  key: `generator.objectModel.builders.${key}`,
  help: `builder of ${classes}, which cannot be replaced: use a behavior`,
})

/** Flags of Propel's `model:build`. */
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

/** Flags of Propel's `sql:build`. */
const sqlFlags = {
  composerDir: modelFlags.composerDir,
  schemaName: { key: 'generator.schema.basename', help: 'no effect: every *schema.xml is read' },
} as const satisfies Readonly<Record<string, KeyFlag>>

const flagsOfOutputs: Readonly<Record<string, Readonly<Record<string, KeyFlag>>>> = {
  sql: sqlFlags,
  model: modelFlags,
}

/** Returns the configuration flags for these outputs. */
const keyFlagsFor = (make: readonly unknown[]): Readonly<Record<string, KeyFlag>> =>
  Object.assign({}, ...make.map((output) => flagsOfOutputs[String(output)]))

/** Returns the rules of these flags, for parsing and help. */
export const flagRulesFor = (make: readonly unknown[]): Record<string, FlagRule> =>
  Object.fromEntries(
    Object.entries(keyFlagsFor(make)).map(([flag, { key, value, help }]) => [
      flag,
      { type: value === undefined ? 'string' : 'boolean', default: key, help },
    ]),
  )

/** Returns the configuration keys that the given flags set. */
export function overridesBy(given: OwnOptions['flags'], make: readonly unknown[]): ConfigOverrides {
  const overrides: Tree = {}
  for (const [flag, { key, value }] of Object.entries(keyFlagsFor(make))) {
    // `--no-enable-…` leaves the configured value.
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
