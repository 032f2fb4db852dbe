import { isMethodHead } from './members.js'
import { characters, endOfBracket, endOfLiteral, isQuote, splitTopLevel } from './split.js'

const { blank, openParenthesis, closeParenthesis, openBracket } = characters

/** The longest line that PSR-12 likes to see. */
export const lineLimit = 120

/** A docblock; none without text. */
export function docLines(doc: readonly string[], indent: string): string[] {
  if (doc.length === 0) return []
  if (doc.length === 1 && indent.length + doc[0]!.length + '/**  */'.length <= lineLimit)
    return [`${indent}/** ${doc[0]} */`]
  return [`${indent}/**`, ...doc.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/**
 * A member as templates print it, with lines that are too long broken: docblocks and heads of methods as PSR-12 has it,
 * others as `wrapLine()` says.
 */
export function layOut(member: string): string {
  let text = ''
  let done = 0
  for (let from = 0, end = 0; from < member.length; from = end + 1) {
    end = member.indexOf('\n', from)
    if (end < 0) end = member.length
    if (end - from <= lineLimit) continue
    const line = member.slice(from, end)
    const isHead = isMethodHead(line)
    text += member.slice(done, from) + (isHead ? headLines(line) : brokenLines(line)).join('\n')
    done = isHead ? end + '\n    {'.length : end
  }
  return done === 0 ? member : text + member.slice(done)
}

/** A head that fits has its opening brace on the next line; a longer one a parameter a line. */
function headLines(line: string): string[] {
  const open = line.indexOf('(')
  const close = endOfBracket(line, open)
  const parameters = splitTopLevel(line.slice(open + 1, close))
  return [
    line.slice(0, open + 1),
    ...parameters.map((parameter) => `        ${parameter},`),
    `    ${line.slice(close)} {`,
  ]
}

function brokenLines(line: string): string[] {
  if (line.startsWith('    /** '))
    return ['    /**', `     * ${line.slice('    /** '.length, -' */'.length)}`, '     */']
  // A tag cannot go over two lines.
  return line.startsWith('     * ') ? [line] : wrapLine(line)
}

/** A line of a body, broken where it is too long: conditions before `&&` and `||`, calls and lists after each comma. */
export function wrapLine(line: string): string[] {
  if (line.length <= lineLimit) return [line]
  const code = line.trimStart()
  const indent = line.slice(0, line.length - code.length)
  if (/^(?:\/\/|#|\*)/.test(code)) return [line]
  if (code.startsWith('if (') && code.endsWith(') {')) {
    const condition = code.slice('if ('.length, -') {'.length)
    return [`${indent}if (`, ...conditionLines(condition, `${indent}    `), `${indent}) {`]
  }
  if (code.startsWith('return ') && code.endsWith(';') && isCombined.test(code)) {
    const [first, ...rest] = conditionLines(code, `${indent}    `)
    return [indent + first!.trim(), ...rest]
  }
  const open = lastOuterBracket(line)
  if (open < 0) return literalLines(line, indent)
  const close = endOfBracket(line, open)
  const parts = splitTopLevel(line.slice(open + 1, close))
  if (parts.length === 0) return [line]
  return [
    line.slice(0, open + 1),
    ...parts.flatMap((part) => wrapLine(`${indent}    ${part},`)),
    `${indent}${line.slice(close)}`,
  ]
}

const isCombined = / (?:&&|\|\||\+) /

/** The parts of a condition or a sum, a line each; what is still too long is opened up at its parentheses. */
function conditionLines(text: string, indent: string): string[] {
  return operands(text).flatMap((part) => {
    const group = /^((?:return |&& |\|\| |\+ )?)\((.*)\)(;?)$/.exec(part)
    if (indent.length + part.length <= lineLimit || !group) return wrapLine(indent + part)
    return [`${indent}${group[1]}(`, ...conditionLines(group[2]!, `${indent}    `), `${indent})${group[3]}`]
  })
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
  return [...parts, text.slice(from)]
}

const isOperator = (text: string, at: number): boolean =>
  text.startsWith('&& ', at) || text.startsWith('|| ', at) || text.startsWith('+ ', at)

/** The last bracket that no other encloses: that of the call or list that the line is about. */
function lastOuterBracket(line: string): number {
  let found = -1
  for (let at = 0; at < line.length; at++) {
    const character = line.charCodeAt(at)
    if (isQuote(character)) at = endOfLiteral(line, at)
    else if (character === openParenthesis || character === openBracket) {
      const end = endOfBracket(line, at)
      if (end < 0) return found
      if (line.slice(at + 1, end).trim() !== '') found = at
      at = end
    }
  }
  return found
}

/** A constant whose text is too long, in pieces that end with a blank. */
function literalLines(line: string, indent: string): string[] {
  const open = line.indexOf(" = '") + " = '".length
  const close = line.length - "';".length
  if (open < " = '".length || endOfLiteral(line, open - 1) !== close || !line.endsWith("';")) return [line]
  const pieces: string[] = []
  let from = open
  for (let at = open; at < close; ) {
    const blankAt = line.indexOf(' ', at)
    const end = blankAt < 0 || blankAt >= close ? close : blankAt + 1
    const room = lineLimit - indent.length - (pieces.length === 0 ? open - 1 : 6) - 3
    if (at > from && end - from > room) {
      pieces.push(line.slice(from, at))
      from = at
    }
    at = end
  }
  pieces.push(line.slice(from, close))
  return pieces.map((piece, index) => {
    const start = index === 0 ? line.slice(0, open - 1) : `${indent}    . `
    return `${start}'${piece}'${index === pieces.length - 1 ? ';' : ''}`
  })
}
