const truths = new Map<string, boolean>([
  ...['true', 't', 'y', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'n', 'no', 'off', '0'].map((word) => [word, false] as const),
])

/** The boolean that a word of a schema or a configuration stands for, or undefined when it stands for none. */
export const readBoolean = (word: string): boolean | undefined => truths.get(word.toLowerCase())

/** Whether a word is there and stands for true. */
export const isTrue = (word: string | undefined): boolean => word !== undefined && readBoolean(word) === true

/** The items of a comma list, trimmed; `\,` is a comma in an item and `\\` a backslash. */
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

/** The number that stands for some values of a SET: each is one bit, however often it is named. */
export function setMask(text: string, valueSet: readonly string[]): string {
  return String([...new Set(readList(text))].reduce((mask, value) => mask + 2 ** valueSet.indexOf(value), 0))
}

/** What a native SET column stores for some values: each once, in the order of the list. */
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

/** The comma list that `readList` reads as these items. */
export const writeList = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(', ')

/** A whole number as schemas write it, `+7` and `7.0` too; undefined where the text is not a number. */
export const readInteger = (text: string): bigint | undefined => {
  const [, sign, digits] = /^([+-]?)(\d+)(?:\.0+)?$/.exec(text) ?? []
  return digits === undefined ? undefined : BigInt(digits) * (sign === '-' ? -1n : 1n)
}

/** A text without a character at its end, however often; a pattern would take the square of its length at worst. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
