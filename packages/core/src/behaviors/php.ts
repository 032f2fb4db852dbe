/** Lines of PHP code, without the indentation of where they are inserted. */
export class Php {
  constructor(readonly lines: readonly string[]) {}

  toString(): string {
    return this.lines.join('\n')
  }
}

/** Whether a value is PHP code, also from another copy of this package. Untyped code may pass a string instead. */
export const isPhp = (code: unknown): code is Php => Array.isArray(Object(code).lines)

/**
 * Returns PHP code without its common indentation. Nothing is escaped. Inserted code gets the indentation of its position.
 *
 * @example php`$this->${column.setter}(time());`
 */
export function php(strings: TemplateStringsArray, ...values: readonly (string | number | Php)[]): Php {
  const parts = strings.raw.map((part) => part.replaceAll('\\`', '`'))
  let text = parts[0]!
  values.forEach((value, index) => {
    const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text)?.[1] ?? ''
    text += String(value).replaceAll('\n', `\n${indent}`) + parts[index + 1]!
  })
  const lines = text.split('\n').map((line) => line.trimEnd())
  while (lines.length > 0 && lines[0] === '') lines.shift()
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  const margins = lines.filter((line) => line !== '').map((line) => /^ */.exec(line)![0].length)
  const margin = margins.length > 0 ? Math.min(...margins) : 0
  return new Php(lines.map((line) => line.slice(margin)))
}
