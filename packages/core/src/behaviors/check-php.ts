import { createRequire } from 'node:module'
import type { PhpField, PhpMethod } from '../php/code/php-class.js'

/** A mistake in PHP code. */
export interface PhpMistake {
  readonly reason: string
  /** Line number, starting at 1. */
  readonly line: number
}

interface Parser {
  parseCode(code: string, file: string): unknown
}

let parser: Parser | undefined

/** Loads the parser, only for third-party behaviors: loading it takes longer than compiling a small schema. */
function parserOf(): Parser {
  const { Engine } = createRequire(import.meta.url)('php-parser') as typeof import('php-parser')
  parser ??= new Engine({ parser: { extractDoc: false, version: '8.5' }, ast: { withPositions: false } })
  return parser
}

/** Code that was already checked: a behavior generates the same code for most tables and in every build of a watch. */
const valid = new Set<string>()
const mostRemembered = 10_000

/** Returns the first syntax error of a PHP file. */
export function phpMistake(code: string): PhpMistake | undefined {
  if (valid.has(code)) return undefined
  try {
    parserOf().parseCode(known(code), 'code.php')
  } catch (error) {
    const { message, lineNumber = 1 } = error as Error & { readonly lineNumber?: number }
    const reason = message.replace(/^Parse Error : syntax error, /, '').replace(/ on line \d+$/, '')
    return { reason, line: lineNumber }
  }
  if (valid.size >= mostRemembered) valid.clear()
  valid.add(code)
  return undefined
}

/** Rewrites syntax that the parser does not support yet. Lines keep their numbers. */
const known = (code: string): string =>
  code.replace(/\bclone(?=\s*\()/g, 'cloned').replace(/\bstatic(?=\s+fn\b)/g, '     ')

/** Checks a method. The body is put on separate lines, so that its first line is the second one. */
export function methodMistake({ modifiers, name, parameters, returns, body }: PhpMethod): PhpMistake | undefined {
  const head = `${modifiers} function ${name}(${parameters.join(', ')})${returns ? `: ${returns}` : ''}`
  const whole = phpMistake(`<?php abstract class A { ${head} {\n${body}\n} }`)
  if (!whole) return undefined
  return phpMistake(`<?php abstract class A { ${head} { } }`) ? { ...whole, line: 0 } : within(whole, body)
}

export const fieldMistake = (
  { modifiers, name, type, value }: PhpField,
  kind: 'attribute' | 'constant',
): PhpMistake | undefined => {
  const head = kind === 'constant' ? `${modifiers} const ${name}` : `${modifiers} ${type ? `${type} ` : ''}$${name}`
  return phpMistake(`<?php class A { ${head}${value === undefined ? '' : ` = ${value}`}; }`)
}

/** Checks the statements of a method. */
export function codeMistake(lines: readonly string[]): PhpMistake | undefined {
  const code = lines.join('\n')
  const mistake = phpMistake(`<?php class A { function f() {\n${code}\n} }`)
  return mistake && within(mistake, code)
}

/** Moves an error to the last line of the code if the parser reports it after the code, as for an unclosed bracket. */
function within({ reason, line }: PhpMistake, code: string): PhpMistake {
  const lines = code.trimEnd().split('\n').length
  return { reason, line: Math.min(Math.max(line - 1, 1), lines) }
}
