import { yaml } from '../config/yaml.js'
import { didYouMean } from '../errors/index.js'
import { type ParameterItem, type ParameterValue, readBoolean } from '../model/index.js'

/** A parameter of a behavior: how its text is parsed, and its default. */
export interface Parameter<T = unknown> {
  /** Description of valid values for error messages: `a column name`. */
  readonly expects: string
  readonly default?: T
  readonly required?: boolean
  readonly doc?: string
  /** Whether several `<parameter>` with the same name add up. */
  readonly repeatable?: boolean
  /** Whether the value names columns of the table. */
  readonly ofColumns?: boolean
  /** The minimum of a number. */
  readonly min?: number
  /** Returns the value, or undefined if the text is not valid. */
  parse(value: ParameterValue): T | undefined
  /** Returns what is wrong with the items of a list that `parse` rejects. */
  wrongItems?(value: ParameterValue): string[]
  /** Returns the text of a default, as in a schema. */
  print(value: T): ParameterValue
}

interface Common<T> {
  readonly default?: T
  readonly required?: boolean
  readonly doc?: string
}

/** Parameter values by name, as hooks receive them. An optional parameter without default may be missing. */
export type Values<P extends Readonly<Record<string, Parameter>>> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? Known<T, P[Name]> : never
}

type Known<T, P> = P extends { readonly default: T } | { readonly required: true } ? T : T | undefined

const text = (value: ParameterValue): string | undefined => (typeof value === 'string' ? value : undefined)

function scalar<T, C extends Common<T>>(expects: string, parse: (text: string) => T | undefined, options: C) {
  return {
    expects,
    ...options,
    parse: (value: ParameterValue): T | undefined => {
      const given = text(value)
      return given === undefined ? undefined : parse(given.trim())
    },
    print: (value: T): ParameterValue => String(value),
  }
}

const names = (value: ParameterValue): string[] | undefined => {
  const texts = typeof value === 'string' ? [value] : value
  if (!texts.every((item) => typeof item === 'string')) return undefined
  return texts.flatMap((item) => item.split(',').map((name) => name.replace(/\s+/g, ''))).filter(Boolean)
}

/** The types that parameters can have. */
export const p = {
  string: <const C extends Common<string>>(options = {} as C) => scalar('text', (value) => value, options),
  boolean: <const C extends Common<boolean>>(options = {} as C) => scalar('a boolean', readBoolean, options),
  int: <const C extends Common<number> & { readonly min?: number }>(options = {} as C) =>
    scalar(
      options.min === undefined ? 'a whole number' : `a whole number of ${options.min} or more`,
      (value): number | undefined =>
        /^-?\d+$/.test(value) && Number(value) >= (options.min ?? -Infinity) ? Number(value) : undefined,
      options,
    ),
  enum: <const V extends readonly string[], const C extends Common<V[number]>>(values: V, options = {} as C) =>
    scalar(
      `one of ${values.map((value) => `"${value}"`).join(', ')}`,
      (value): V[number] | undefined => values.find((known) => known === value.toLowerCase()),
      options,
    ),
  column: <const C extends Common<string>>(options = {} as C) =>
    scalar('a column name', (value): string | undefined => (/^[^\s,]+$/.test(value) ? value : undefined), {
      ofColumns: true as const,
      ...options,
    }),
  table: <const C extends Common<string>>(options = {} as C) =>
    scalar('a table name', (value): string | undefined => (/^\S+$/.test(value) ? value : undefined), options),
  columnList: <const C extends Common<readonly string[]>>(options = {} as C) => ({
    expects: 'column names',
    repeatable: true as const,
    ofColumns: true as const,
    ...options,
    parse: (value: ParameterValue): readonly string[] | undefined => names(value),
    print: (value: readonly string[]): ParameterValue => value.join(','),
  }),
  list: <const S extends Readonly<Record<string, Parameter>>, const C extends Common<readonly Values<S>[]>>(
    shape: S,
    options = {} as C,
  ) => ({
    expects: `a list of items with ${Object.keys(shape).join(', ')}`,
    ...options,
    parse: (value: ParameterValue): readonly Values<S>[] | undefined => {
      if (typeof value === 'string') return undefined
      const items: Values<S>[] = []
      for (const item of value) {
        const parsed = typeof item === 'string' ? undefined : parseItem(shape, item)
        if (!parsed) return undefined
        items.push(parsed)
      }
      return items
    },
    wrongItems: (value: ParameterValue): string[] =>
      [...value].flatMap((item, index) =>
        typeof item === 'string' ? [] : wrongParts(shape, item).map((reason) => `item ${index + 1}${reason}`),
      ),
    print: (): ParameterValue => [],
  }),
  yaml: <T = unknown, const C extends Common<T> = Common<T>>(
    check: (value: unknown) => value is T,
    options = {} as C,
  ) =>
    scalar(
      'YAML',
      (value): T | undefined => {
        try {
          const parsed: unknown = yaml().parse(value)
          return check(parsed) ? parsed : undefined
        } catch {
          return undefined
        }
      },
      options,
    ),
}

function wrongParts(shape: Readonly<Record<string, Parameter>>, item: ParameterItem): string[] {
  const known = Object.keys(shape)
  const unknown = Object.keys(item).filter((name) => !known.includes(name))
  const wrong = unknown.map(
    (name) => ` has no parameter "${name}"; ${didYouMean(name, known) ?? `there are ${known.join(', ')}`}`,
  )
  for (const [name, parameter] of Object.entries(shape)) {
    const given = item[name]
    if (parameter.required && !given?.trim()) {
      // The misspelled parameter may be the missing one.
      if (unknown.length === 0) wrong.push(` needs the parameter "${name}"`)
    } else if (given !== undefined && parameter.parse(given) === undefined) {
      wrong.push(`: parameter "${name}" must be ${parameter.expects}, not "${given}"`)
    }
  }
  return wrong
}

function parseItem<S extends Readonly<Record<string, Parameter>>>(
  shape: S,
  item: ParameterItem,
): Values<S> | undefined {
  const values: Record<string, unknown> = {}
  if (wrongParts(shape, item).length > 0) return undefined
  for (const [name, parameter] of Object.entries(shape)) {
    const given = item[name]
    values[name] = given === undefined ? parameter.default : parameter.parse(given)
  }
  return values as Values<S>
}
