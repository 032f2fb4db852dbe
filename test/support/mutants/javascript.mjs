import { parseAst } from 'rollup/parseAst'

/**
 * One change of a program.
 *
 * @typedef {object} Mutant
 * @property {number} start  of the text that is replaced
 * @property {number} end
 * @property {string} replacement
 * @property {string} what   the change in words
 *
 * @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node
 */

/** @type {Record<string, string>} */
const operators = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '??=': '=',
  '||=': '=',
}

/** @type {Record<string, string>} */
const methods = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
}

/**
 * Returns every change of a module that a test should notice, one by one: operators, conditions, literals, returned values,
 * statements, and methods.
 *
 * @param {string} code
 * @returns {Mutant[]}
 */
export function mutantsOfJavascript(code) {
  /** @type {Mutant[]} */
  const mutants = []
  /** @param {{ start: number, end: number }} place @param {string} replacement @param {string} [what] */
  const add = ({ start, end }, replacement, what) =>
    mutants.push({ start, end, replacement, what: what ?? `${shortened(code.slice(start, end))} → ${replacement}` })

  /** @param {Node} test */
  const negate = (test) => add(test, `!(${code.slice(test.start, test.end)})`, `negated: ${textOf(test)}`)
  /** @param {{ start: number, end: number }} place */
  const textOf = ({ start, end }) => shortened(code.slice(start, end))
  /** @param {Node} value */
  const returnNothing = (value) => add(value, 'undefined', `returns undefined, not ${textOf(value)}`)

  /** @type {Record<string, (node: Node) => void>} */
  const kinds = {
    BinaryExpression: operatorBetween,
    LogicalExpression: operatorBetween,
    AssignmentExpression: operatorBetween,
    UnaryExpression(node) {
      if (node.operator === '!') add({ start: node.start, end: node.start + 1 }, '', `without !: ${textOf(node)}`)
    },
    IfStatement: (node) => negate(node.test),
    ConditionalExpression: (node) => negate(node.test),
    WhileStatement: (node) => add(node.test, 'false', `never: while (${textOf(node.test)})`),
    ReturnStatement({ argument }) {
      if (argument && argument.name !== 'undefined') returnNothing(argument)
    },
    ArrowFunctionExpression({ body }) {
      if (body.type === 'BlockStatement' || body.name === 'undefined') return
      // An object literal as a body is in parentheses, which do not belong to it.
      returnNothing(body)
    },
    ExpressionStatement(node) {
      const isConstructor = node.expression.type === 'CallExpression' && node.expression.callee.type === 'Super'
      if (!node.directive && !isConstructor) add(node, ';', `removed: ${textOf(node)}`)
    },
    ThrowStatement: (node) => add(node, ';', `removed: ${textOf(node)}`),
    ContinueStatement: (node) => add(node, ';', 'removed: continue'),
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      else if (typeof node.value === 'number') add(node, String(node.value + 1))
      else if (typeof node.value === 'string') add(node, node.value === '' ? "'mutant'" : "''")
    },
    ArrayExpression(node) {
      if (node.elements.length > 0) add(node, '[]')
    },
    CallExpression({ callee }) {
      const other = callee.type === 'MemberExpression' && !callee.computed && methods[callee.property.name]
      if (other) add(callee.property, other)
    },
  }

  /** @param {Node} node */
  function operatorBetween({ left, right, operator }) {
    const other = operators[operator]
    if (!other) return
    // Only whitespace, comments, and parentheses separate the operator from its operands.
    const start = code.indexOf(operator, left.end)
    if (start >= right.start) return
    const [before, after] = [textOf(left), textOf(right)]
    // `??` needs parentheses next to other operators.
    const [open, close] = operator === '??' ? ['(', ')'] : ['', '']
    add(
      { start: left.start, end: right.end },
      `${open}${code.slice(left.start, start)}${other}${code.slice(start + operator.length, right.end)}${close}`,
      `${operator} → ${other}: ${before} ${operator} ${after}`,
    )
  }

  /** @param {Node} node */
  const visit = (node) => {
    if (/^(?:Import|Export(?:All|Default))/.test(node.type)) return
    // The value is a sentence for the manual.
    if (node.type === 'Property' && node.key.name === 'doc') return
    kinds[node.type]?.(node)
    for (const [key, child] of Object.entries(node)) {
      // Names are not values, even if the name of a property is written as a string.
      if (key === 'key' && !node.computed) continue
      if (node.type === 'ExportNamedDeclaration' && key !== 'declaration') continue
      for (const each of Array.isArray(child) ? child : [child]) if (typeof each?.type === 'string') visit(each)
    }
  }
  visit(/** @type {Node} */ (/** @type {unknown} */ (parseAst(code))))
  return mutants
}

/** @param {string} text */
const shortened = (text) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}
