import type { Vendor } from '../dialects/vendor.js'
import { type Diagnostic, type Mark, OrmError } from '../errors/index.js'
import { notLoaded, notRun } from '../errors/output-errors.js'
import type { FileReader } from '../files.js'
import { loadExport, refreshModules } from '../modules.js'
import { type ConfigNode, nodeAt } from './node.js'

interface Named {
  /** The dialect's name, if the configuration sets one. */
  readonly name?: string
  readonly specifier: string
  readonly at: Mark
}

/** Returns the items of `orm.generator.dialects`. Items of the wrong form are reported later, with all other keys. */
function namedIn(tree: ConfigNode | undefined): Named[] {
  const node = tree && nodeAt(tree, ['orm', 'generator', 'dialects'])
  const items =
    node?.kind === 'list'
      ? node.items.map((value) => ({ value }))
      : node?.kind === 'map'
        ? node.entries.map(({ key, value }) => ({ name: key, value }))
        : []
  return items.flatMap(({ value, ...named }): Named[] =>
    value.kind === 'scalar' && value.text !== '' ? [{ ...named, specifier: value.text, at: value.mark }] : [],
  )
}

/** Members that every dialect needs to generate SQL. */
const functions = [
  'typeOf',
  'quote',
  'header',
  'footer',
  'dropTable',
  'createTable',
  'addForeignKeys',
  'keepsForeignKeys',
  'sequenceOf',
]
const objects = [
  'types',
  'lexicon',
  'pdoDrivers',
  'utf8',
  'dsn',
  'expressions',
  'reservedWords',
  'onDelete',
  'onUpdate',
]

/**
 * Loads the dialects that a configuration names before it is checked, as their names are values of `adapter`. Without
 * plugins nothing is loaded, and a connection that needs a dialect has an unknown adapter.
 */
export async function loadDialects(
  tree: ConfigNode | undefined,
  { root, files, plugins }: { readonly root: string; readonly files: FileReader; readonly plugins: boolean },
): Promise<readonly Vendor[]> {
  const named = namedIn(tree)
  if (named.length === 0) return []
  if (!plugins) throw new OrmError(named.map(({ specifier, at }) => notRun(at, 'dialect', specifier)))
  const { configureDialect } = await import('../dialects/index.js')
  await refreshModules(files)
  const vendors: Vendor[] = []
  const problems: Diagnostic[] = []
  for (const { name, specifier, at } of named) {
    const found = await loadExport(specifier, root, files)
    const reason = 'problem' in found ? found.problem : refusal(found.value, name)
    if (reason === undefined && 'value' in found) {
      const dialect = found.value as Parameters<typeof configureDialect>[0]
      try {
        configureDialect(dialect)
        vendors.push(dialect)
      } catch (error) {
        problems.push(notLoaded(at, 'dialect', specifier, (error as Error).message))
      }
    } else problems.push(notLoaded(at, 'dialect', specifier, reason ?? ''))
  }
  if (problems.length > 0) throw new OrmError(problems)
  return vendors
}

/** Returns why an export is not a dialect that a configuration can use by this name. */
function refusal(value: unknown, name: string | undefined): string | undefined {
  const dialect = Object(value) as Readonly<Record<string, unknown>>
  if (typeof dialect.name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(dialect.name)) {
    return 'its export is not a dialect: "name" must be a word of small letters'
  }
  const missing = [
    ...functions.filter((member) => typeof dialect[member] !== 'function').map((member) => `${member}()`),
    ...objects.filter((member) => typeof dialect[member] !== 'object' || dialect[member] === null),
  ]
  if (missing.length > 0) return `dialect "${dialect.name}" has no ${missing.join(', ')}`
  if (name !== undefined && name !== dialect.name) return `its name is "${dialect.name}", not "${name}"`
  return undefined
}
