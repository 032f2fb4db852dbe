const limit = 120

/**
 * The head of a method with its opening brace, as PSR-12 wants it: on one line with the brace below, or one parameter
 * a line with the brace behind when it would not fit.
 */
export function methodHead(head: string, parameters: readonly string[], returns: string): string {
  const line = `    ${head}(${parameters.join(', ')}): ${returns}`
  if (line.length <= limit) return `${line}\n    {`
  return `    ${head}(\n${parameters.map((parameter) => `        ${parameter},\n`).join('')}    ): ${returns} {`
}

/** A call that ends a statement; its arguments get a line each when they do not fit on one. */
export function callStatement(call: string, args: readonly string[], indent = '        '): string {
  const line = `${indent}${call}(${args.join(', ')});`
  if (line.length <= limit) return line
  return `${indent}${call}(\n${args.map((argument) => `${indent}    ${argument},\n`).join('')}${indent});`
}
