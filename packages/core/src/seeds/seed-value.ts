import { type ConfigNode, typeName } from '../config/node.js'
import {
  arrayElement,
  binaryTypes,
  booleanTypes,
  type Column,
  columnTypes,
  listTypes,
  type Platform,
  valueSetTypes,
  writeList,
} from '../model/index.js'
import { isValid } from '../schema/checks/check-defaults.js'

/** Returns a value for `SeedRules.value`, null for no value, or undefined if it is invalid for the column. */
export function seedText(
  node: ConfigNode,
  column: Column,
  platform: Platform,
  isText: boolean,
): string | null | undefined {
  if (node.kind === 'scalar' && node.value === null) return null
  const text = textOf(node, column, isText)
  if (text === undefined) return undefined
  // Only a list may be empty, or its text in a file without types.
  if (text === '' && (node.kind === 'list' || (isText && isList(column)))) return text
  if (binaryTypes.has(column.type)) {
    return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text) ? text : undefined
  }
  const time = column.array ? text : withoutLetterT(text, column)
  return time !== undefined && isValid(time, column, platform) ? time : undefined
}

function textOf(node: ConfigNode, column: Column, isText: boolean): string | undefined {
  // In a file without types, JSON is already a string.
  if (column.type === 'JSON' && !column.array && !isText) return jsonText(node)
  if (node.kind === 'scalar') return node.text
  if (node.kind === 'map') return undefined
  const items = node.items.flatMap((item) => (item.kind === 'scalar' ? item.text : []))
  if (items.length < node.items.length) return undefined
  if (column.array) return `{${items.map(arrayElement).join(',')}}`
  return isList(column) ? writeList(items) : undefined
}

/** Whether a value is a list of texts. */
const isList = ({ type, array }: Column): boolean => !array && listTypes.has(type)

/** Writes JSON with numbers as in the file, as JavaScript numbers have fewer digits. */
function jsonText(node: ConfigNode): string {
  if (node.kind === 'list') return `[${node.items.map(jsonText).join(',')}]`
  if (node.kind === 'map')
    return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${jsonText(value)}`).join(',')}}`
  return typeof node.value === 'number' && jsonNumber.test(node.text) ? node.text : JSON.stringify(node.value)
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Returns a date with its time, which defaults to midnight. Columns without a time zone accept none. */
function withoutLetterT(text: string, { type }: Column): string | undefined {
  const { moment } = columnTypes[type]
  if (moment === undefined || moment === 'instant') return text
  const [, date = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)?[T ]?(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?$/.exec(text.trim()) ?? []
  if (moment === 'date') return date !== '' && time === '' ? date : undefined
  const seconds = time.length === 5 ? `${time}:00` : time
  if (moment === 'time') return date === '' && time !== '' ? seconds : undefined
  return date === '' ? undefined : `${date} ${seconds || '00:00:00'}`
}

/** Describes what a file must contain for a column. */
export function valueHint(column: Column, node: ConfigNode): string | undefined {
  const { type, valueSet, size } = column
  if (column.array) return 'write a list'
  if (valueSetTypes.has(type)) return `the values are ${valueSet.join(', ')}`
  if (binaryTypes.has(type)) return 'write the bytes in base64'
  if (booleanTypes.has(type)) return 'write true or false'
  const { moment } = columnTypes[type]
  if (moment) return `write it ${momentForms[moment]}`
  if (node.kind !== 'scalar') return `it is ${typeName(node)}`
  return size !== undefined && node.text.length > size ? `its size is ${size}` : undefined
}

const momentForms = {
  datetime: 'as 2030-01-31 12:00:00, without a time zone',
  date: 'as 2030-01-31',
  time: 'as 12:00:00',
  instant: 'with a time zone, as 2030-01-31 12:00:00+00:00',
} as const
