/** English plural of a PascalCase name (schema-reference §5.5); the case of what stays is kept. */
export function pluralize(name: string): string {
  for (const [ending, replacement] of endings) {
    if (ending.test(name)) return name.replace(ending, replacement)
  }
  return `${name}s`
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/(x|ch|sh|ss)$/i, '$1es'],
  [/([aeiou]y)$/i, '$1s'],
  [/y$/i, 'ies'],
  [/(us)$/i, '$1es'],
]
