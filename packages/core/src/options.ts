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
  /** The type. A list option may be given several times. */
  readonly type: 'string' | 'boolean' | 'number' | 'list' | 'object'
  /** The allowed values. */
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
  throw new OrmError([wrongInputs(isObject ? 'an object without them' : withArticle(typeOfValue(first)))])
}

/** Throws an OrmError that lists every unknown or mistyped option. */
export function checkOptions(given: object, allowed: readonly string[]): void {
  checkOptionsObject(given)
  const problems: Diagnostic[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!allowed.includes(name)) problems.push(unknownOption(name, allowed))
    else if (Object.hasOwn(optionTable, name) && value !== undefined) {
      const { type, values }: OptionRule = optionTable[name as OptionName]
      if (typeOfValue(value) !== type) problems.push(wrongOptionType(name, type, typeOfValue(value)))
      else if (values && !values.includes(value)) problems.push(badOption(name, value, `value: ${values.join(', ')}`))
      else if (isUnknownHome(name as OptionName, value)) problems.push(badOption(name, value, 'path'))
    }
  }
  if (problems.length > 0) throw new OrmError(problems)
}

/** Returns whether an option names a directory in a form that only a shell understands. */
export const isUnknownHome = (name: OptionName, value: unknown): value is string =>
  'isPath' in optionTable[name] && typeof value === 'string' && isInShellHome(value)

const typeOfValue = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? 'list'
    : value === null
      ? 'null'
      : typeof value
