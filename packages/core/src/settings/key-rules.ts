import {
  isInShellHome,
  isPhpClass,
  isPhpIdentifier,
  isPhpNamespace,
  isSqlIdentifier,
  isSqlOption,
} from '../escape/index.js'

/** The kinds of configuration keys. `help` is for people: it goes to docs/configuration.md and the JSON Schema. */
export type KeyRule = TextRule | BooleanRule | NumberRule | FreeRule | ListRule | ListOrMapRule | MapRule

interface Described {
  readonly help: string
  /** An older spelling that means the same. */
  readonly alias?: string
}

export interface TextRule extends Described {
  readonly type: 'string'
  /** Null means that the key may be null. */
  readonly default?: string | null
  readonly values?: readonly string[]
  /** The value that people mean by another word. */
  readonly meaning?: (word: string) => string | undefined
  /** Every word that has a meaning: a misspelt one is near to one of them. */
  readonly words?: readonly string[]
  /** Whether a plugin may add values. */
  readonly open?: true
  /**
   * A value may also be the name of a class, with a namespace of the library or of Propel, that ends with this:
   * `\\Propel\\Generator\\Platform\\MysqlPlatform` is `mysql`.
   */
  readonly classSuffix?: string
  /** What to do where none of the values is what people need. */
  readonly instead?: string
  readonly required?: true
  /** Whether it may not be empty. */
  readonly filled?: true
  /** What a text that is not empty must be, where it goes into code or names a place. */
  readonly form?: TextForm
}

export type TextForm = keyof typeof textForms

/** The check of each form. */
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

/** A text, number or boolean, as written. */
export interface FreeRule extends Described {
  readonly type: 'scalar'
}

interface Repeatable extends Described {
  /** Names of one entry in XML, where `<connection>…</connection>` stands for an entry of `connections`. */
  readonly item?: readonly string[]
}

export interface ListRule extends Repeatable {
  readonly type: 'list'
  readonly items: KeyRule
  readonly default?: readonly string[]
  /** A word that may be written without a list around it. */
  readonly word?: string
  readonly optional?: true
}

/** Statements may have names or not. */
export interface ListOrMapRule extends Repeatable {
  readonly type: 'list or map'
  readonly items: KeyRule
}

export interface MapRule extends Repeatable {
  readonly type: 'map'
  readonly keys: Readonly<Record<string, KeyRule>>
  /** The rule of every key that `keys` does not name. */
  readonly others?: KeyRule
  /** What the name of such a key must match. */
  readonly names?: string
  /** A section that is absent stays absent; without this, it is there with its defaults. */
  readonly optional?: true
  /** The attribute that names an entry in XML, besides `id`. */
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

/** Keys with defaults, always there. */
export const section = <const Keys extends Readonly<Record<string, KeyRule>>>(help: string, keys: Keys) =>
  ({ type: 'map', help, keys }) as const

/** Keys that are there only when the map itself is given. */
export const map = <const Keys extends Readonly<Record<string, KeyRule>>>(help: string, keys: Keys) =>
  ({ type: 'map', help, keys, optional: true }) as const

/** The same, with any further key whose name matches. */
export const openMap = <const Keys extends Readonly<Record<string, KeyRule>>>(
  help: string,
  keys: Keys,
  names: string,
  others: FreeRule,
) => ({ type: 'map', help, keys, optional: true, names, others }) as const

/** Entries that the user names. */
export const named = <const Others extends KeyRule, const Extras extends Partial<MapRule>>(
  help: string,
  others: Others,
  extras: Extras,
) => ({ type: 'map', help, keys: {}, others, ...extras }) as const

export type Scalar = string | number | boolean | null

/** The type of a key's value, read off its rule. */
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

/** A key that is there whatever the file says: a required one, one with a default, a section. */
type Present = { required: true } | { default: unknown } | { type: 'map'; optional?: never }
