import type { ParameterItem, ParameterValue } from '../../model/index.js'
import type { Parameter } from '../behavior-parameters.js'

const isItem = (value: ParameterValue[number]): value is ParameterItem => typeof value === 'object'

/** A list of items with names of any kind; the code that reads them reports what is wrong. */
export const items = <const C extends { readonly default: readonly ParameterItem[]; readonly doc: string }>(
  options: C,
) => ({
  expects: 'a list of items',
  ...options,
  parse: (value: ParameterValue): readonly ParameterItem[] | undefined =>
    typeof value === 'string' ? undefined : value.filter(isItem),
  print: (): ParameterValue => [],
})

/** A text, or a list with one item. */
export const textOrItem = <const C extends { readonly default: string; readonly doc: string }>(options: C) =>
  ({
    expects: 'text or a list with one item',
    ...options,
    parse: (value: ParameterValue): string | ParameterItem | undefined => {
      if (typeof value === 'string') return value.trim()
      const [item, further] = value.filter(isItem)
      return further === undefined ? item : undefined
    },
    print: (value: string | ParameterItem): ParameterValue => (typeof value === 'string' ? value : [value]),
  }) satisfies Parameter<string | ParameterItem>
