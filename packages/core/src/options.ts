import { vendorOptions } from './dialects/vendors.js'
import {
  badOption,
  unknownOption,
  withArticle,
  wrongInputs,
  wrongOptions,
  wrongOptionType,
} from './errors/config-errors.js'
import { type Diagnostic, OrmError } from './errors/index.js'
import { isInShellHome } from './escape/index.js'

export { dialectNames } from './model/dialect-name.js'

interface OptionRule {
  /** The type. A list of strings may be given several times on a command line. */
  readonly type: 'string' | 'boolean' | 'number' | 'list' | 'items' | 'object' | 'function'
  /** The allowed values, or the allowed strings of a list. */
  readonly values?: readonly string[]
  /** Whether the option is a directory. */
  readonly isPath?: true
}

/** Options that hosts offer under the same names. Their help texts are in the CLI. */
export const optionTable = {
  configDir: { type: 'string', isPath: true },
  schemaDir: { type: 'string', isPath: true },
  sqlDir: { type: 'string', isPath: true },
  outputDir: { type: 'string', isPath: true },
  outputFile: { type: 'string' },
  loaderScriptDir: { type: 'string', isPath: true },
  keepEnv: { type: 'boolean' },
  overrides: { type: 'object' },
  connection: { type: 'list' },
  platform: { type: 'string' },
  ...vendorOptions,
  tablePrefix: { type: 'string' },
  overwrite: { type: 'boolean' },
  validate: { type: 'boolean' },
  recursive: { type: 'boolean' },
  plugins: { type: 'boolean' },
  ignoreUnknownBehaviors: { type: 'boolean' },
  allowUnknownConstraints: { type: 'boolean' },
  lenient: { type: 'boolean' },
  strict: { type: 'boolean' },
  keepGoing: { type: 'boolean' },
  format: { type: 'string', values: ['text', 'json'] },
  dryRun: { type: 'boolean' },
  check: { type: 'boolean' },
  watch: { type: 'boolean' },
  safe: { type: 'boolean' },
  to: { type: 'string' },
  lockTimeout: { type: 'number' },
  statementTimeout: { type: 'number' },
  allowLoss: { type: 'boolean' },
  createDatabase: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const satisfies Record<string, OptionRule>

export type OptionName = keyof typeof optionTable

/** Options that only programs can pass. A configuration is checked where it is used. */
const programTable = {
  behaviors: { type: 'items' },
  env: { type: 'object' },
  files: { type: 'object' },
  php: { type: 'function' },
  onWarning: { type: 'function' },
  onProgress: { type: 'function' },
  onStart: { type: 'function' },
  onBuild: { type: 'function' },
  onError: { type: 'function' },
  signal: { type: 'object' },
  memory: { type: 'object' },
  pause: { type: 'function' },
  makesSql: { type: 'boolean' },
  outputs: { type: 'object' },
  whole: { type: 'boolean' },
  formats: { type: 'list', values: ['dot', 'markdown'] },
  name: { type: 'string' },
  renames: { type: 'list' },
  online: { type: 'boolean' },
  allow: { type: 'list' },
  rebased: { type: 'function' },
  from: { type: 'function' },
  lintNewest: { type: 'boolean' },
  now: { type: 'object' },
  make: { type: 'items', values: ['sql', 'model', 'config', 'outputs', 'diagram', 'dictionary'] },
  mode: { type: 'string', values: ['write', 'dry-run', 'check'] },
  sources: { type: 'list' },
  patterns: { type: 'list' },
  takesPart: { type: 'function' },
  once: { type: 'boolean' },
  root: { type: 'string' },
  written: { type: 'object' },
  covers: { type: 'function' },
} as const satisfies Record<string, OptionRule>

const rules: Readonly<Record<string, OptionRule>> = { ...optionTable, ...programTable }

/** Options that concern only one database. */
export const vendorOptionNames = Object.keys(vendorOptions) as (keyof typeof vendorOptions)[]

/** Options that override the configuration wherever it is read. */
export const configOptionNames = [
  'connection',
  'platform',
  ...vendorOptionNames,
  'tablePrefix',
  'ignoreUnknownBehaviors',
  'allowUnknownConstraints',
  'lenient',
] as const satisfies OptionName[]

interface OptionTypes {
  readonly string: string
  readonly boolean: boolean
  readonly number: number
  readonly list: readonly string[]
  readonly object: object
}

export type OrmOptions = { readonly [Name in OptionName]?: OptionTypes[(typeof optionTable)[Name]['type']] }

/** Throws an OrmError if the options are not an object. For example, copying a string would give an option for each character. */
export function checkOptionsObject(given: unknown): void {
  const actual = Array.isArray(given) ? 'list' : given === null ? 'null' : typeof given
  if (actual !== 'object') throw new OrmError([wrongOptions(actual)])
}

/** Throws an OrmError if a caller passes anything but files with their contents. */
export function checkInputs(given: unknown): void {
  const isInput = (each: { readonly path?: unknown; readonly contents?: unknown } | null | undefined): boolean =>
    typeof each?.path === 'string' && (typeof each.contents === 'string' || each.contents instanceof Uint8Array)
  const wrong: readonly unknown[] = Array.isArray(given) ? given.filter((each) => !isInput(each)) : [given]
  if (wrong.length === 0) return
  const [first] = wrong
  const isObject = typeof first === 'object' && first !== null && !Array.isArray(first)
  throw new OrmError([wrongInputs(isObject ? 'an object without them' : withArticle(textOf(typeOfValue(first))))])
}

/** Throws an OrmError that lists every unknown or mistyped option. */
export function checkOptions(given: object, allowed: readonly string[]): void {
  checkOptionsObject(given)
  const problems: Diagnostic[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!allowed.includes(name)) problems.push(unknownOption(name, allowed))
    else if (Object.hasOwn(rules, name)) {
      const { type, values } = rules[name]!
      const actual = typeOfValue(value)
      const wrong = values && [value].flat().find((item) => typeof item === 'string' && !values.includes(item))
      if (actual !== type && !(type === 'items' && actual === 'list'))
        problems.push(wrongOptionType(name, textOf(type), textOf(actual)))
      else if (wrong !== undefined) problems.push(badOption(name, wrong, `value: ${values!.join(', ')}`))
      else if (isUnknownHome(name, value)) problems.push(badOption(name, value, 'path'))
    }
  }
  if (problems.length > 0) throw new OrmError(problems)
}

/** Returns the name of a type in messages. */
const textOf = (type: string): string => (type === 'list' ? 'list of strings' : type === 'items' ? 'list' : type)

/** Returns whether an option names a directory in a form that only a shell understands. */
export const isUnknownHome = (name: string, value: unknown): value is string =>
  rules[name]?.isPath === true && typeof value === 'string' && isInShellHome(value)

const typeOfValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.every((item) => typeof item === 'string')
      ? 'list'
      : 'items'
    : value === null
      ? 'null'
      : typeof value
