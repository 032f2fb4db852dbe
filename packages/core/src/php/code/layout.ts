import { endOfBracket, endOfLiteral, splitTopLevel } from './split.js'

/** The longest line that PSR-12 likes to see. */
export const lineLimit = 120

/** The head of a method with its opening brace: on one line if it fits, else one parameter a line. */
export function methodHead(head: string, parameters: readonly string[], returns: string | undefined): string[] {
  const type = returns === undefined ? '' : `: ${returns}`
  const line = `    ${head}(${parameters.join(', ')})${type}`
  if (line.length <= lineLimit) return [line, '    {']
  return [`    ${head}(`, ...parameters.map((parameter) => `        ${parameter},`), `    )${type} {`]
}

/** A line of a body, broken where it is too long: conditions before `&&` and `||`, calls and lists after each comma. */
export function wrapLine(line: string): string[] {
  if (line.length <= lineLimit) return [line]
  const indent = /^ */.exec(line)![0]
  const condition = /^ *if \((.*)\) \{$/.exec(line)
  if (condition) return [`${indent}if (`, ...conditionLines(condition[1]!, `${indent}    `), `${indent}) {`]
  if (/^ *return .* (?:&&|\|\||\+) .*;$/.test(line)) {
    const [first, ...rest] = conditionLines(line.slice(indent.length), `${indent}    `)
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
    const character = text[at]!
    if (character === "'" || character === '"') at = endOfLiteral(text, at)
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (depth === 0 && /^ (?:&&|\|\||\+) /.test(text.slice(at, at + 4))) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

/** The last bracket that no other encloses: that of the call or list that the line is about. */
function lastOuterBracket(line: string): number {
  let found = -1
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (character === "'" || character === '"') at = endOfLiteral(line, at)
    else if (character === '(' || character === '[') {
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
  const [, head, text] = /^(.* = )'((?:[^'\\]|\\.)*)';$/.exec(line) ?? []
  if (head === undefined || text === undefined) return [line]
  const pieces = ['']
  for (const word of text.match(/\S* ?/g) ?? []) {
    const room = lineLimit - indent.length - (pieces.length === 1 ? head.length : 6) - 3
    if (pieces.at(-1) !== '' && pieces.at(-1)!.length + word.length > room) pieces.push(word)
    else pieces[pieces.length - 1] += word
  }
  const [first, ...rest] = pieces.map((piece) => `'${piece}'`)
  return [head + first, ...rest.map((piece) => `${indent}    . ${piece}`)].map((part, at, all) =>
    at === all.length - 1 ? `${part};` : part,
  )
}
