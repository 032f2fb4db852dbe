const truths = new Map<string, boolean>([
  ...['true', 't', 'y', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'n', 'no', 'off', '0'].map((word) => [word, false] as const),
])

/** Returns the boolean value of a word in a schema or configuration; undefined for other words. */
export const readBoolean = (word: string): boolean | undefined => truths.get(word.toLowerCase())

/** Returns whether a word is set and means true. */
export const isTrue = (word: string | undefined): boolean => word !== undefined && readBoolean(word) === true

/** Splits a comma-separated list into trimmed items; `\,` is a comma in an item and `\\` a backslash. */
export function readList(text: string): string[] {
  const items: string[] = []
  let item = ''
  for (let position = 0; position < text.length; position++) {
    const character = text[position]!
    const next = text[position + 1]
    if (character === '\\' && (next === ',' || next === '\\')) {
      item += next
      position++
    } else if (character === ',') {
      items.push(item.trim())
      item = ''
    } else item += character
  }
  items.push(item.trim())
  return items
}

/** Returns the bit mask for some values of a SET; repeated values count once. */
export function setMask(text: string, valueSet: readonly string[]): string {
  return String([...new Set(readList(text))].reduce((mask, value) => mask + 2 ** valueSet.indexOf(value), 0))
}

/** Returns the form of a native SET column for some values: each value once, in the order of the value set. */
export function setText(text: string, valueSet: readonly string[], form: 'list' | 'array'): string {
  const chosen = new Set(readList(text))
  const values = valueSet.filter((value) => chosen.has(value))
  return form === 'list' ? values.join(',') : `{${values.map(arrayElement).join(',')}}`
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const arrayElement = (value: string): string =>
  value === '' || /^null$/i.test(value) || /[{}",\\ \t\n\r\v\f]/.test(value)
    ? `"${value.replace(/["\\]/g, '\\$&')}"`
    : value

/** Joins items into a comma-separated list that `readList` can split again. */
export const writeList = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(', ')

/** Reads a whole number as written in schemas, including `+7` and `7.0`; undefined for other strings. */
export const readInteger = (text: string): bigint | undefined => {
  const [, sign, digits] = /^([+-]?)(\d+)(?:\.0+)?$/.exec(text) ?? []
  return digits === undefined ? undefined : BigInt(digits) * (sign === '-' ? -1n : 1n)
}

/** Removes all trailing occurrences of a character. A regular expression could take quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
