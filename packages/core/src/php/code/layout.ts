import { endOfLiteral, type List, listAt, next, partsOf } from './list-parts.js'

/** The line length that PSR-12 recommends not to exceed. */
export const lineLimit = 120

/** Returns a docblock with its line break, or nothing without lines. Text from outside cannot end it, see `phpComment()`. */
export function docBlock(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return ''
  const first = lines[0]!
  const isShort = lines.length === 1 && indent.length + first.length + '/**  */'.length <= lineLimit
  if (isShort) return `${indent}/** ${first} */\n`
  let block = `${indent}/**\n`
  for (const line of lines) block += line === '' ? `${indent} *\n` : `${indent} * ${line}\n`
  return `${block}${indent} */\n`
}

/** Wraps the lines of code that are too long. Each line ends with a line break. */
export function wrappedLines(lines: string): string {
  if (lines.length <= lineLimit) return lines
  let text = ''
  let done = 0
  for (let from = 0; from < lines.length; ) {
    // Skips all lines that end within the limit in one step, which are usually several.
    let end = lines.lastIndexOf('\n', from + lineLimit)
    if (end < from) {
      end = lines.indexOf('\n', from)
      text += lines.slice(done, from) + wrapped(lines.slice(from, end))
      done = end
    }
    from = end + 1
  }
  return done === 0 ? lines : text + lines.slice(done)
}

/** Wraps a line that is too long: conditions before `&&` and `||`, calls and lists after each comma. */
export function wrapped(line: string): string {
  if (line.length <= lineLimit) return line
  const code = line.trimStart()
  const indent = line.slice(0, line.length - code.length)
  if (/^(?:\/\/|#|\*)/.test(code)) return line
  if (code.startsWith('if (') && code.endsWith(') {')) {
    const condition = code.slice('if ('.length, -') {'.length)
    return `${indent}if (\n${wrappedCondition(condition, `${indent}    `)}\n${indent}) {`
  }
  if (code.startsWith('return ') && code.endsWith(';') && isCombined.test(code)) {
    return wrappedCondition(code, `${indent}    `).slice('    '.length)
  }
  const list = lastOuterList(line)
  if (!list) return wrappedLiteral(line, indent)
  let text = line.slice(0, list.open + 1)
  for (const part of partsOf(line, list)) text += `\n${wrapped(`${indent}    ${part},`)}`
  return `${text}\n${indent}${line.slice(list.close)}`
}

const isCombined = / (?:&&|\|\||\+) /

/** Puts each operand of a condition or a sum on its own line. Operands that are still too long are split at parentheses. */
const wrappedCondition = (text: string, indent: string): string => operandLines(operands(text), indent)

function operandLines(parts: readonly string[], indent: string): string {
  let lines = ''
  for (const part of parts) {
    if (lines !== '') lines += '\n'
    lines += indent.length + part.length <= lineLimit ? indent + part : wrappedOperand(part, indent)
  }
  return lines
}

function wrappedOperand(part: string, indent: string): string {
  const group = /^((?:return |&& |\|\| |\+ )?)\((.*)\)(;?)$/s.exec(part)
  if (!group) return wrapped(indent + part)
  return `${indent}${group[1]}(\n${wrappedCondition(group[2]!, `${indent}    `)}\n${indent})${group[3]}`
}

/** Returns the expression for `return`: operands on one line or, if they do not fit, on one line each. */
export function returned(operands: readonly string[], operator: '||' | '&&' | '+'): string {
  const line = operands.join(` ${operator} `)
  if (operands.length === 1 || '        return ;'.length + line.length <= lineLimit) return line
  const last = operands.length - 1
  const parts = operands.map(
    (operand, index) => `${index === 0 ? 'return' : operator} ${operand}${index === last ? ';' : ''}`,
  )
  return operandLines(parts, '            ').slice('            return '.length, -';'.length)
}

function operands(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = next(operatorOrParenthesis, text, 0); at >= 0; at = next(operatorOrParenthesis, text, at + 1)) {
    switch (text[at]) {
      case '(':
        depth++
        break
      case ')':
        depth--
        break
      case ' ':
        if (depth === 0) {
          const operator = text.lastIndexOf(' ', at - 1)
          parts.push(text.slice(from, operator))
          from = operator + 1
        }
        break
      default:
        at = endOfLiteral(text, at)
    }
  }
  parts.push(text.slice(from))
  return parts
}

const operatorOrParenthesis = /["'()]| (?:&&|\|\||\+) /g

/** Returns the last bracketed list that is not inside another: that of the line's main call or array. */
function lastOuterList(line: string): List | undefined {
  let found: List | undefined
  for (let at = next(openingOrQuote, line, 0); at >= 0; at = next(openingOrQuote, line, at + 1)) {
    if (line[at] === '(' || line[at] === '[') {
      const list = listAt(line, at)
      if (!list) return found
      if (takesCommas(line, at) && line.slice(at + 1, list.close).trim() !== '') found = list
      at = list.close
    } else at = endOfLiteral(line, at)
  }
  return found
}

const openingOrQuote = /["'([]/g

/** Whether PHP allows a trailing comma: in arrays and calls, but not in `$row[0]`, `(int) $v` or `if (…)`. */
function takesCommas(line: string, open: number): boolean {
  const before = line.slice(0, open)
  return line[open] === '[' ? !/[\w\x80-\uffff)\]}'"#]$/.test(before) : /[\w\x80-\uffff)\]]$(?<!\bempty)/i.test(before)
}

/** Splits a long string constant into pieces that end with a space. */
function wrappedLiteral(line: string, indent: string): string {
  const open = line.indexOf(" = '") + " = '".length
  const close = line.length - "';".length
  if (open < " = '".length || endOfLiteral(line, open - 1) !== close || !line.endsWith("';")) return line
  let text = line.slice(0, open)
  let room = lineLimit - indent.length - (open - 1) - 3
  let from = open
  while (close - from > room) {
    const blankAt = line.lastIndexOf(' ', from + room - 1)
    // A word that is too long gets its own line.
    const end = (blankAt < from ? line.indexOf(' ', from) : blankAt) + 1
    if (end === 0 || end >= close) break
    text += `${line.slice(from, end)}'\n${indent}    . '`
    room = lineLimit - indent.length - 6 - 3
    from = end
  }
  return text + line.slice(from)
}
