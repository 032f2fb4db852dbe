import { noRootKey } from '../errors/config-errors.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { disk, type InputFile } from '../files.js'
import { localPhp } from '../php-runner.js'
import type { KeyRule, MapRule } from '../settings/key-rules.js'
import { decodeConfig } from './config-source.js'
import type { ConfigInput } from './formats/format.js'
import { readFormat } from './formats/index.js'
import { configKeys } from './keys.js'
import type { ReadConfigOptions } from './load.js'
import { type ConfigNode, entryOf } from './node.js'
import { constantNames, nameInOrm } from './propel-names.js'
import { isOtherClass, ruleOf } from './validate.js'

/** A Propel 2 configuration, converted to Orm keys. */
export interface PropelConfig {
  /** The contents of the key `orm`. */
  readonly orm: Readonly<Record<string, ConfigInput>>
  /** Paths of keys that Orm does not have, or that name classes in place of parts of the generator. */
  readonly dropped: readonly string[]
}

/** Reads `propel.<ext>`: nearly all keys are the same, and the classes of Propel have another namespace. */
export async function readPropelConfig(
  { path, contents }: InputFile,
  { env = {}, files = disk, php = localPhp }: Pick<ReadConfigOptions, 'env' | 'files' | 'php'> = {},
): Promise<PropelConfig> {
  const source = decodeConfig(path, contents)
  const read = await readFormat(path)
  const problems: Diagnostic[] = []
  const report = (problem: Diagnostic): void => void problems.push(problem)
  const tree = source.hideSecretsOf(await read(source, { files, env, keepEnv: false, php, path, report }))
  if (problems.length > 0) throw new OrmError(problems)
  const root = tree?.kind === 'map' ? entryOf(tree, 'propel') : undefined
  if (!root) {
    const keys = tree?.kind === 'map' ? tree.entries.map(({ key }) => key) : []
    throw new OrmError([noRootKey({ source, offset: 0 }, keys, 'propel')])
  }
  const dropped: string[] = []
  const orm = taken(root.value, configKeys, 'propel', dropped)
  return { orm: isMap(orm) ? orm : {}, dropped }
}

const isMap = (value: ConfigInput): value is Readonly<Record<string, ConfigInput>> =>
  typeof value === 'object' && !Array.isArray(value)

/** Returns the value of a node without unknown keys, and without classes in place of parts of the generator. */
function taken(node: ConfigNode, rule: KeyRule, path: string, dropped: string[]): ConfigInput {
  if (node.kind === 'list') {
    const items = 'items' in rule ? rule.items : rule
    return node.items.map((item, index) => taken(item, items, `${path}.${index}`, dropped))
  }
  if (node.kind === 'scalar') {
    // A string key keeps its text, as when a configuration is read: the password 007 is no number.
    if (rule.type === 'string') return renamed(node.text)
    return node.untyped || typeof node.value !== 'string' ? plain(node) : renamed(node.value)
  }
  const map: MapRule =
    rule.type === 'map' ? rule : { type: 'map', help: '', keys: {}, ...('items' in rule && { others: rule.items }) }
  const entries = node.entries.flatMap(({ key, value }): [string, ConfigInput][] => {
    const known = ruleOf(renamed(key), map)
    const isEmptyValue = value.kind === 'scalar' && value.value === null
    const isKnown = known && !(value.kind === 'scalar' && isOtherClass(value.text, known))
    if (!isKnown || isEmptyValue) {
      if (!isKnown) dropped.push(`${path}.${key}`)
      return []
    }
    return [[renamed(key), taken(value, known, `${path}.${key}`, dropped)]]
  })
  return Object.fromEntries(entries)
}

const plain = ({ value, text }: Extract<ConfigNode, { kind: 'scalar' }>): ConfigInput =>
  typeof value === 'string' || value === null ? renamed(text) : value

/**
 * Renames the classes of Propel, and its own PDO attribute. Generator classes only change the namespace: the configuration
 * reads them as names of what Orm has.
 */
const renamed = (text: string): string => {
  const [, start = '', name = '', constant = ''] = /^(\\?)([\w\\]+?)(::\w+)?$/.exec(text) ?? []
  if (/^Propel\\Generator\\/.test(name)) return `${start}Orm${name.slice('Propel'.length)}`
  const known = `${start}${nameInOrm(name) ?? name}${constant}`
  return name === '' ? text : known.replace(/(?<=^|::)\w+$/, (word) => constantNames[word] ?? word)
}
