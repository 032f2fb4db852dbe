import { BuildError, quoted } from '../../errors/index.js'
import {
  asciiLower,
  booleanTypes,
  type Column,
  enumTypes,
  integerTypes,
  type ParameterValue,
  plainTextTypes,
  readBoolean,
  type SchemaType,
} from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { nearColumn } from '../companion-table.js'

/** A column that gets the date when another column changes, or when it changes to certain values. */
export interface OnChange {
  readonly column: string
  readonly watched: readonly string[]
  /** The values that trigger it. If empty, any value does. */
  readonly values: readonly string[]
}

const wellFormed = /^\s*([^\s,:=]+)\s*:\s*([^\s,:=]+(?:\s*,\s*[^\s,:=]+)*)\s*(?:=(.*))?$/s

function readOnChange(text: string): OnChange | undefined {
  const [, column, columns, list] = wellFormed.exec(text) ?? []
  if (column === undefined || columns === undefined) return undefined
  const watched = columns.split(',').map((name) => name.trim())
  const values = list === undefined ? [] : list.split('|').map((value) => value.trim())
  if (values.includes('') || (values.length > 0 && watched.length > 1)) return undefined
  return { column, watched, values }
}

const writeOnChange = ({ column, watched, values }: OnChange): string =>
  `${column}: ${watched.join(', ')}${values.length > 0 ? ` = ${values.join(' | ')}` : ''}`

/** The parameter `on_change`. Several of them add up. */
export const onChange = {
  expects: '"column: watched columns" or "column: watched column = value | value"',
  repeatable: true,
  doc: 'a column that gets the date when other columns change',
  parse: (value: ParameterValue): readonly OnChange[] | undefined => {
    const texts = typeof value === 'string' ? [value] : value
    const parsed = texts.map((text) => (typeof text === 'string' ? readOnChange(text) : undefined))
    return parsed.every((one) => one !== undefined) ? parsed : undefined
  },
  print: (value: readonly OnChange[]): ParameterValue => value.map(writeOnChange),
} as const

const comparable: ReadonlySet<SchemaType> = new Set([...booleanTypes, ...plainTextTypes, ...enumTypes, ...integerTypes])

const inRule = { parameter: 'on_change' }

/** Rejects rules about columns that do not exist, and values that a column never has. */
export function checkOnChange(table: TableEditor, rules: readonly OnChange[], dates: readonly string[]): void {
  for (const { column, watched, values } of rules) {
    if (dates.some((name) => asciiLower(name) === asciiLower(column))) {
      const hint = 'create_column and update_column need columns of their own'
      throw new BuildError(`column "${column}" cannot hold two dates`, { ...inRule, hint })
    }
    for (const name of watched) {
      const found = table.findColumn(name)
      if (asciiLower(name) === asciiLower(column)) {
        throw new BuildError(`column "${name}" cannot watch itself`, inRule)
      }
      if (!found) {
        throw new BuildError(`the watched column "${name}" does not exist`, {
          ...inRule,
          hint: nearColumn(table, name),
        })
      }
      if (values.length > 0) checkValues(found, values)
    }
  }
}

function checkValues({ name, type, valueSet }: Column, values: readonly string[]): void {
  if (!comparable.has(type)) {
    const hint = 'watch it without values'
    throw new BuildError(`column "${name}" is ${type}, whose values cannot be compared with text`, { ...inRule, hint })
  }
  const wrong = values.find((value) => {
    if (booleanTypes.has(type)) return readBoolean(value) === undefined
    if (valueSet.length > 0) return !valueSet.includes(value)
    return integerTypes.has(type) && !/^-?\d+$/.test(value)
  })
  if (wrong === undefined) return
  throw new BuildError(`column "${name}" never has the value "${wrong}"`, {
    ...inRule,
    ...(valueSet.length > 0 && { hint: `it has ${quoted(valueSet)}` }),
  })
}
