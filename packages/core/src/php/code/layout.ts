import { characters, endOfLiteral, isQuote, type List, listAt } from './split.js'

const { blank, openParenthesis, closeParenthesis, openBracket } = characters

/** The longest line that PSR-12 likes to see. */
export const lineLimit = 120

/**
 * A docblock with its line break; none without text.
 *
 * @param more lines that have their stars already, each behind its line break
 */
export function docBlock(text: string, indent: string, more = ''): string {
  if (text === '') return ''
  const isShort = more === '' && indent.length + text.length + '/**  */'.length <= lineLimit
  if (isShort && !text.includes('\n')) return `${indent}/** ${text} */\n`
  const lines = text.replaceAll('\n', `\n${indent} * `).replaceAll(' * \n', ' *\n')
  return `${indent}/**\n${indent} * ${lines}${more}\n${indent} */\n`
}

/** Members with lines that are too long broken: docblocks and heads of methods as PSR-12 has it, others by `wrapped()`. */
export function layOut(members: string): string {
  let text = ''
  let done = 0
  for (let from = 0; from < members.length; ) {
    // Over all lines at once that end before one could be too long: most calls find several.
    let end = members.lastIndexOf('\n', from + lineLimit)
    if (end < from) {
      end = members.indexOf('\n', from)
      const line = members.slice(from, end)
      const isHead = methodHead.test(line)
      text += members.slice(done, from) + (isHead ? wrappedHead(line) : wrappedLine(line))
      done = isHead ? end + '\n    {'.length : end
    }
    from = end + 1
  }
  return done === 0 ? members : text + members.slice(done)
}

/** Only what stands before the name tells: a default may be any text. */
const methodHead = /^ {4}(?:(?:public|protected|private|static|final) )+function /

/** A head that fits has its opening brace on the next line; a longer one a parameter a line. */
function wrappedHead(line: string): string {
  const { open, parts, close } = listAt(line, line.indexOf('('))!
  let parameters = ''
  for (const parameter of parts) parameters += `        ${parameter},\n`
  return `${line.slice(0, open + 1)}\n${parameters}    ${line.slice(close)} {`
}

function wrappedLine(line: string): string {
  if (line.startsWith('    /** ')) return `    /**\n     * ${line.slice('    /** '.length, -' */'.length)}\n     */`
  // A tag cannot go over two lines.
  return line.startsWith('     * ') ? line : wrapped(line)
}

/** A line of a body, broken where it is too long: conditions before `&&` and `||`, calls and lists after each comma. */
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
  const { open, parts, close } = list
  let text = line.slice(0, open + 1)
  for (const part of parts) text += `\n${wrapped(`${indent}    ${part},`)}`
  return `${text}\n${indent}${line.slice(close)}`
}

const isCombined = / (?:&&|\|\||\+) /

/** The parts of a condition or a sum, a line each; what is still too long is opened up at its parentheses. */
function wrappedCondition(text: string, indent: string): string {
  const lines = operands(text).map((part) => {
    if (indent.length + part.length <= lineLimit) return indent + part
    const group = /^((?:return |&& |\|\| |\+ )?)\((.*)\)(;?)$/.exec(part)
    if (!group) return wrapped(indent + part)
    return `${indent}${group[1]}(\n${wrappedCondition(group[2]!, `${indent}    `)}\n${indent})${group[3]}`
  })
  return lines.join('\n')
}

function operands(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (isQuote(character)) at = endOfLiteral(text, at)
    else if (character === openParenthesis) depth++
    else if (character === closeParenthesis) depth--
    else if (depth === 0 && character === blank && isOperator(text, at + 1)) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

const isOperator = (text: string, at: number): boolean =>
  text.startsWith('&& ', at) || text.startsWith('|| ', at) || text.startsWith('+ ', at)

/** The last list in brackets that no other encloses: that of the call or array that the line is about. */
function lastOuterList(line: string): List | undefined {
  let found: List | undefined
  for (let at = 0; at < line.length; at++) {
    const character = line.charCodeAt(at)
    if (isQuote(character)) at = endOfLiteral(line, at)
    else if (character === openParenthesis || character === openBracket) {
      const list = listAt(line, at)
      if (!list) return found
      if (list.parts.length > 0) found = list
      at = list.close
    }
  }
  return found
}

/** A constant whose text is too long, in pieces that end with a blank. */
function wrappedLiteral(line: string, indent: string): string {
  const open = line.indexOf(" = '") + " = '".length
  const close = line.length - "';".length
  if (open < " = '".length || endOfLiteral(line, open - 1) !== close || !line.endsWith("';")) return line
  let text = line.slice(0, open)
  let room = lineLimit - indent.length - (open - 1) - 3
  let from = open
  for (let at = open; at < close; ) {
    const blankAt = line.indexOf(' ', at)
    const end = blankAt < 0 || blankAt >= close ? close : blankAt + 1
    if (at > from && end - from > room) {
      text += `${line.slice(from, at)}'\n${indent}    . '`
      room = lineLimit - indent.length - 6 - 3
      from = at
    }
    at = end
  }
  return text + line.slice(from)
}
