/** PHP code used instead of a literal. */
export class PhpCode {
  readonly code: string

  constructor(code: string) {
    this.code = code
  }
}

/** A value that can be written as a PHP literal. */
export type PhpValue =
  | string
  | number
  | boolean
  | null
  | PhpCode
  | readonly PhpValue[]
  | { readonly [key: string]: PhpValue }

/**
 * Returns a PHP string literal. Control characters are escaped, so a literal never contains a line break and no value can
 * escape its quotes.
 */
export function phpString(text: string): string {
  // Nearly all strings are names without special characters.
  if (!/['\\\x00-\x1f\x7f]/.test(text)) return `'${text}'`
  if (!/[\x00-\x1f\x7f]/.test(text)) return `'${text.replace(/['\\]/g, '\\$&')}'`
  const escaped = text
    .replace(/["\\$]/g, '\\$&')
    .replace(/[\x00-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `"${escaped}"`
}

/** Writes a scalar or a short list on one line. */
export function phpLiteral(value: PhpValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return phpString(value)
  if (value instanceof PhpCode) return value.code
  if (typeof value === 'object') return `[${entries(value).join(', ')}]`
  return String(value)
}

/** Writes an array in the layout of var_export, which users know from generated configuration. */
export function phpExport(value: PhpValue, indent = ''): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'object' || value instanceof PhpCode) return phpLiteral(value)
  const rows = Object.entries(value).map(([key, item]) => {
    const name = Array.isArray(value) ? key : phpString(key)
    const nested = item !== null && typeof item === 'object' && !(item instanceof PhpCode)
    return `${indent}  ${name} =>${nested ? `\n${indent}  ` : ' '}${phpExport(item, `${indent}  `)},\n`
  })
  return `array (\n${rows.join('')}${indent})`
}

const entries = (value: object): string[] =>
  Array.isArray(value)
    ? value.map((item: PhpValue) => phpLiteral(item))
    : Object.entries(value).map(([key, item]) => `${phpString(key)} => ${phpLiteral(item as PhpValue)}`)
