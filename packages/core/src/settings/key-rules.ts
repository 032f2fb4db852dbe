import {
  isInShellHome,
  isPhpClass,
  isPhpIdentifier,
  isPhpNamespace,
  isSqlIdentifier,
  isSqlOption,
} from '../escape/index.js'

/** The kinds of configuration keys. `help` is printed in docs/configuration.md and the JSON Schema. */
export type KeyRule = TextRule | BooleanRule | NumberRule | FreeRule | ListRule | ListOrMapRule | MapRule

interface Described {
  readonly help: string
  /** An older spelling with the same meaning. */
  readonly alias?: string
}

export interface TextRule extends Described {
  readonly type: 'string'
  /** The default value. If it is null, the key may be null. */
  readonly default?: string | null
  readonly values?: readonly string[]
  /** Returns the value that another word means. */
  readonly meaning?: (word: string) => string | undefined
  /** All words with a meaning, to find the one closest to a misspelled word. */
  readonly words?: readonly string[]
  /** Whether a plugin may add values. */
  readonly open?: true
  /**
   * The suffix of class names that are also allowed as values, with a namespace of Orm or Propel:
   * `\\Propel\\Generator\\Platform\\MysqlPlatform` is `mysql`.
   */
  readonly classSuffix?: string
  /** What to do if none of the values fits. */
  readonly instead?: string
  readonly required?: true
  /** Whether it must not be empty. */
  readonly filled?: true
  /** Required form of a non-empty string that goes into code or names a location. */
  readonly form?: TextForm
}

export type TextForm = keyof typeof textForms

/** The check for each form. */
export const textForms = {
  'PHP class': isPhpClass,
  'PHP identifier': isPhpIdentifier,
  'PHP namespace': isPhpNamespace,
  'SQL name': isSqlIdentifier,
  'SQL word': isSqlOption,
  path: (text: string): boolean => isSqlIdentifier(text) && !isInShellHome(text),
} as const

export interface BooleanRule extends Described {
  readonly type: 'boolean'
  readonly default?: boolean
}

export interface NumberRule extends Described {
  readonly type: 'integer' | 'number'
  readonly default?: number
  readonly minimum?: number
  readonly values?: readonly number[]
}

/** A string, number or boolean, as written. */
export interface FreeRule extends Described {
  readonly type: 'scalar'
}

interface Repeatable extends Described {
  /** Names of a single entry in XML: `<connection>…</connection>` is an entry of `connections`. */
  readonly item?: readonly string[]
}

export interface ListRule extends Repeatable {
  readonly type: 'list'
  readonly items: KeyRule
  readonly default?: readonly string[]
  /** A word that may be written without a list. */
  readonly word?: string
  readonly optional?: true
}

/** A list, or a map if the entries have names, as for statements. */
export interface ListOrMapRule extends Repeatable {
  readonly type: 'list or map'
  readonly items: KeyRule
}

export interface MapRule extends Repeatable {
  readonly type: 'map'
  readonly keys: Readonly<Record<string, KeyRule>>
  /** The rule of all keys that are not in `keys`. */
  readonly others?: KeyRule
  /** Pattern for the names of such keys. */
  readonly names?: string
  /** Names that match the pattern, for hints. */
  readonly known?: readonly string[]
  /** Whether an absent section stays absent. If not, it gets its defaults. */
  readonly optional?: true
  /** The attribute, besides `id`, that names an entry in XML. */
  readonly label?: string
}

export const text = <const Extras extends Partial<TextRule> = object>(help: string, extras: Extras = {} as Extras) =>
  ({ type: 'string', help, ...extras }) as const

export const boolean = <const Extras extends Partial<BooleanRule> = object>(
  help: string,
  extras: Extras = {} as Extras,
) => ({ type: 'boolean', help, ...extras }) as const

export const integer = <const Extras extends Partial<NumberRule> = object>(
  help: string,
  extras: Extras = {} as Extras,
) => ({ type: 'integer', help, ...extras }) as const

export const number = <const Extras extends Partial<NumberRule> = object>(
  help: string,
  extras: Extras = {} as Extras,
) => ({ type: 'number', help, ...extras }) as const

export const free = (help: string) => ({ type: 'scalar', help }) as const

export const list = <const Items extends KeyRule, const Extras extends Partial<ListRule>>(
  help: string,
  items: Items,
  extras: Extras,
) => ({ type: 'list', help, items, ...extras }) as const

export const listOrMap = <const Items extends KeyRule>(
  help: string,
  items: Items,
  extras: Pick<ListOrMapRule, 'item'>,
) => ({ type: 'list or map', help, items, ...extras }) as const

/** A section that always exists, with defaults. */
export const section = <const Keys extends Readonly<Record<string, KeyRule>>>(help: string, keys: Keys) =>
  ({ type: 'map', help, keys }) as const

/** A map whose keys exist only if the map itself is set. */
export const map = <const Keys extends Readonly<Record<string, KeyRule>>>(help: string, keys: Keys) =>
  ({ type: 'map', help, keys, optional: true }) as const

/** Same as map(), but allows further keys whose names match. */
export const openMap = <const Keys extends Readonly<Record<string, KeyRule>>>(
  help: string,
  keys: Keys,
  names: string,
  known: readonly string[],
  others: FreeRule,
) => ({ type: 'map', help, keys, optional: true, names, known, others }) as const

/** A map with names chosen by the user. */
export const named = <const Others extends KeyRule, const Extras extends Partial<MapRule>>(
  help: string,
  others: Others,
  extras: Extras,
) => ({ type: 'map', help, keys: {}, others, ...extras }) as const

export type Scalar = string | number | boolean | null

/** The type of a key's value, derived from its rule. */
export type ValueOf<Rule> = Rule extends { type: 'string'; values: readonly (infer Value)[] }
  ? Value
  : Rule extends { type: 'string'; default: null }
    ? string | null
    : Rule extends { type: 'string' }
      ? string
      : Rule extends { type: 'boolean' }
        ? boolean
        : Rule extends { type: 'integer' | 'number' }
          ? number
          : Rule extends { type: 'scalar' }
            ? Scalar
            : Rule extends { type: 'list'; items: infer Items }
              ? readonly ValueOf<Items>[]
              : Rule extends { type: 'list or map'; items: infer Items }
                ? readonly ValueOf<Items>[] | Readonly<Record<string, ValueOf<Items>>>
                : Rule extends { type: 'map'; others: infer Others }
                  ? Readonly<Record<string, ValueOf<Others>>>
                  : Rule extends { type: 'map'; keys: infer Keys }
                    ? Values<Keys>
                    : never

type Values<Keys> = {
  readonly [Key in keyof Keys as Keys[Key] extends Present ? Key : never]: ValueOf<Keys[Key]>
} & {
  readonly [Key in keyof Keys as Keys[Key] extends Present ? never : Key]?: ValueOf<Keys[Key]>
}

/** A key that always exists: a required one, one with a default, or a section. */
type Present = { required: true } | { default: unknown } | { type: 'map'; optional?: never }
