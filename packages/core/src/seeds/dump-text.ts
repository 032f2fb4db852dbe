/** A value of a seed file: a string, an unquoted token such as a number, a list, or a map. */
export type FileValue = string | { readonly token: string } | readonly FileValue[] | ReadonlyMap<string, FileValue>

/** Characters that editors do not show, or that some readers treat as line breaks. */
const hidden = /[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]/g

const quoted = (text: string): string =>
  JSON.stringify(text).replace(hidden, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

export function jsonText(value: FileValue, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if ('token' in value) return value.token
  const inner = `${indent}  `
  if (value instanceof Map) {
    const entries = [...value].map(([key, each]) => `${inner}${quoted(key)}: ${jsonText(each, inner)}`)
    return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`
  }
  const items = value as readonly FileValue[]
  return items.every((item) => typeof item === 'string')
    ? `[${items.map(quoted).join(', ')}]`
    : `[\n${items.map((item) => inner + jsonText(item, inner)).join(',\n')}\n${indent}]`
}

/** Matches strings that can be written without quotes. */
const plain =
  /^(?!(?:true|false|null|yes|no|on|off|y|n|nan|inf)$)[a-z\u00c0-\u024f](?:[\w\u00c0-\u024f .()'/+-]*[\w\u00c0-\u024f)])?$/i

const scalar = (text: string): string => (plain.test(text) ? text : quoted(text))

/** Writes YAML in block style, in which rows are easy to read and to compare. */
export function yamlText(value: FileValue, indent = ''): string {
  if (typeof value === 'string') return ` ${scalar(value)}\n`
  if ('token' in value) return ` ${value.token}\n`
  if (value instanceof Map) {
    if (value.size === 0) return ' {}\n'
    return `\n${[...value].map(([key, each]) => `${indent}${scalar(key)}:${yamlText(each, `${indent}  `)}`).join('')}`
  }
  const items = value as readonly FileValue[]
  if (items.every((item) => typeof item === 'string')) return ` [${items.map(quoted).join(', ')}]\n`
  // The first key of a map is on the line of the dash.
  return `\n${items.map((item) => `${indent}- ${yamlText(item, `${indent}  `).trimStart()}`).join('')}`
}

/** Returns a cell, which is empty for NULL. A string is quoted unless it is plain. */
export const csvCell = (text: string | null): string => {
  if (text === null) return ''
  return /^[\w .:+@-]+$/.test(text) && text.trim() === text ? text : `"${text.replaceAll('"', '""')}"`
}
