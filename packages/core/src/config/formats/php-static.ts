import { dirname } from 'node:path'
import { keyTwice, unsetVariable } from '../../errors/config-errors.js'
import { type Diagnostic, type Mark, OrmError, type Source } from '../../errors/index.js'
import {
  type ConfigEntry,
  type ConfigNode,
  isResolved,
  partText,
  type ScalarNode,
  type TextPart,
  unresolved,
} from '../node.js'
import type { ReadContext } from './format.js'

export type StaticResult =
  | { readonly node: ConfigNode }
  /** The first expression that only PHP itself can evaluate. */
  | { readonly dynamic: Mark }
  | { readonly syntax: string; readonly mark: Mark }

/** A node of php-parser. Every node has a kind and a location; the other members depend on the kind. */
interface PhpNode {
  readonly kind: string
  readonly loc: { readonly start: { readonly offset: number } }
  // biome-ignore lint/suspicious/noExplicitAny: the library's own types do not say which kind has which members
  readonly [member: string]: any
}

class Dynamic {
  constructor(readonly node: PhpNode) {}
}

/** A value. An unset variable is `false` in PHP, which is allowed if a substitute replaces it. */
interface Value {
  readonly node: ConfigNode
  readonly unset?: string
}

const wellKnown: Readonly<Record<string, string>> = { PHP_EOL: '\n', DIRECTORY_SEPARATOR: '/', PATH_SEPARATOR: ':' }

/** Evaluates the array that a PHP file returns, without PHP. */
export async function evaluateStatic(
  source: Source,
  path: string,
  { env, keepEnv, report }: Pick<ReadContext, 'env' | 'keepEnv' | 'report'>,
): Promise<StaticResult> {
  const { Engine } = (await import('php-parser')).default
  const engine = new Engine({ parser: { extractDoc: false }, ast: { withPositions: true } })
  let program: PhpNode
  try {
    program = engine.parseCode(source.text, source.file) as unknown as PhpNode
  } catch (error) {
    if (error instanceof RangeError) throw error
    return syntaxProblem(source, error as SyntaxError & { lineNumber?: number; columnNumber?: number })
  }
  const constants = new Map<string, ConfigNode>()
  const markOf = (node: PhpNode): Mark => ({ source, offset: node.loc.start.offset })
  const start: Mark = { source, offset: 0 }
  const problems: Diagnostic[] = []
  let result: StaticResult
  try {
    result = { node: runStatements(program.children) ?? { kind: 'scalar', value: null, text: '', mark: start } }
  } catch (thrown) {
    if (!(thrown instanceof Dynamic)) throw thrown
    // PHP would go on with other values.
    if (problems.length > 0) throw new OrmError(problems)
    result = { dynamic: markOf(thrown.node) }
  }
  problems.forEach(report)
  return result

  /** Returns the returned value, or undefined if the statements end without one. */
  function runStatements(statements: readonly PhpNode[]): ConfigNode | undefined {
    for (const statement of statements) {
      if (statement.kind === 'return') return statement.expr ? evaluate(statement.expr).node : undefined
      if (statement.kind === 'namespace') return runStatements(statement.children)
      if (statement.kind === 'constantstatement') {
        for (const { name, value } of statement.constants) constants.set(name.name, evaluate(value).node)
      } else if (isDefine(statement)) {
        const [name, value] = statement.expression.arguments
        constants.set(name.value, evaluate(value).node)
      } else if (!['declare', 'usegroup', 'noop', 'inline'].includes(statement.kind)) throw new Dynamic(statement)
    }
    return undefined
  }

  function evaluate(node: PhpNode): Value {
    const value = evaluateLoosely(node)
    if (value.unset === undefined || keepEnv) return value
    problems.push(unsetVariable(markOf(node), value.unset))
    return { node: unresolved(value.node) }
  }

  function evaluateLoosely(node: PhpNode): Value {
    switch (node.kind) {
      case 'string':
      case 'nowdoc':
        return text(node, node.value)
      case 'encapsed': {
        return joined(node, () => node.value.flatMap((part: PhpNode) => partsOf(evaluate(part.expression), part)))
      }
      case 'number':
        return scalar(node, Number(node.value.replaceAll('_', '')), String(node.value))
      case 'boolean':
        return scalar(node, node.value, String(node.value))
      case 'nullkeyword':
        return scalar(node, null, '')
      case 'array':
        return { node: arrayOf(node) }
      case 'unary':
        return signed(node)
      case 'magic':
        if (node.value === '__DIR__') return text(node, dirname(path))
        if (node.value === '__FILE__') return text(node, path)
        throw new Dynamic(node)
      case 'name':
        return constantOf(node)
      case 'staticlookup':
        if (node.offset.name === 'class' && node.what.resolution === 'fqn') return text(node, node.what.name.slice(1))
        throw new Dynamic(node)
      case 'bin':
        return binary(node)
      case 'retif':
        if (node.trueExpr !== null) throw new Dynamic(node)
        return or(evaluateLoosely(node.test), node.falseExpr, '?:')
      case 'call':
        if (!isCall(node, 'getenv') || node.arguments[0]?.kind !== 'string') throw new Dynamic(node)
        return variable(node, node.arguments[0].value)
      case 'offsetlookup':
        if (!['_ENV', '_SERVER'].includes(node.what.name) || node.offset?.kind !== 'string') throw new Dynamic(node)
        return variable(node, node.offset.value)
      default:
        throw new Dynamic(node)
    }
  }

  function arrayOf(node: PhpNode): ConfigNode {
    const mark = markOf(node)
    const entries = new Map<string, ConfigEntry>()
    let isList = true
    let incomplete: { incomplete?: true } = {}
    for (const item of node.items as readonly PhpNode[]) {
      if (item.kind !== 'entry' || item.unpack || item.byRef) throw new Dynamic(item)
      const keyNode = item.key ? evaluate(item.key).node : undefined
      if (keyNode && keyNode.kind !== 'scalar') throw new Dynamic(item.key)
      if (keyNode && !isResolved(keyNode)) {
        incomplete = { incomplete: true }
        continue
      }
      const key = keyNode?.text ?? String(entries.size)
      if (key !== String(entries.size)) isList = false
      const keyMark = markOf(item.key ?? item)
      const first = entries.get(key)
      if (first) throw new OrmError([keyTwice(keyMark, key, first.keyMark)])
      entries.set(key, { key, keyMark, value: evaluate(item.value).node })
    }
    const all = [...entries.values()]
    if (incomplete.incomplete || !isList) return { kind: 'map', entries: all, mark, ...incomplete }
    return { kind: 'list', items: all.map(({ value }) => value), mark }
  }

  function signed(node: PhpNode): Value {
    const { node: operand } = evaluate(node.what)
    if (operand.kind !== 'scalar' || typeof operand.value !== 'number' || !'+-'.includes(node.type))
      throw new Dynamic(node)
    return scalar(node, node.type === '-' ? -operand.value : operand.value, `${node.type}${operand.text}`)
  }

  function constantOf(node: PhpNode): Value {
    const name = String(node.name).replace(/^\\/, '')
    const found = constants.get(name)
    if (found) return { node: { ...found, mark: markOf(node) } }
    if (Object.hasOwn(wellKnown, name)) return text(node, wellKnown[name]!)
    throw new Dynamic(node)
  }

  function binary(node: PhpNode): Value {
    if (node.type === '??') return or(evaluateLoosely(node.left), node.right, '??')
    if (node.type !== '.') throw new Dynamic(node)
    return joined(node, () => [
      ...partsOf(evaluate(node.left), node.left),
      ...partsOf(evaluate(node.right), node.right),
    ])
  }

  function or(value: Value, other: PhpNode, operator: '?:' | '??'): Value {
    const { node } = value
    const [part] = (node.kind === 'scalar' && node.parts) || []
    if (keepEnv && node.kind === 'scalar' && typeof part === 'object' && node.parts?.length === 1) {
      // Both are kept, as only PHP decides at runtime which of them is used.
      const parts = [{ ...part, otherwise: { operator, parts: partsOf(evaluateLoosely(other), other) } }]
      const text = partText(parts[0]!, env)
      return { node: { ...node, value: text, text, parts } }
    }
    const isReplaced = operator === '?:' ? isFalsy : (given: ScalarNode['value']) => given === null
    const replaced = value.unset !== undefined || (node.kind === 'scalar' && isReplaced(node.value))
    return replaced ? evaluateLoosely(other) : value
  }

  function variable(node: PhpNode, name: string): Value {
    const value = env[name]
    const found = { kind: 'scalar', value: value ?? '', text: value ?? '', mark: markOf(node), untyped: true } as const
    const parts = [{ env: name }]
    return value === undefined ? { node: { ...found, parts }, unset: name } : { node: { ...found, parts } }
  }

  function partsOf({ node }: Value, at: PhpNode): readonly TextPart[] {
    if (node.kind !== 'scalar' || typeof node.value === 'boolean') throw new Dynamic(at)
    return node.parts ?? [node.text]
  }

  function joined(node: PhpNode, read: () => readonly TextPart[]): Value {
    const before = problems.length
    const parts = read()
    const value = parts.map((part) => partText(part, env)).join('')
    const dynamic = parts.some((part) => typeof part !== 'string')
    const found: ConfigNode = { kind: 'scalar', value, text: value, mark: markOf(node), ...(dynamic && { parts }) }
    return { node: problems.length > before ? unresolved(found) : found }
  }

  function text(node: PhpNode, value: string): Value {
    return scalar(node, value, value)
  }

  function scalar(node: PhpNode, value: ScalarNode['value'], written: string): Value {
    return { node: { kind: 'scalar', value, text: written, mark: markOf(node) } }
  }
}

const isFalsy = (value: ScalarNode['value']): boolean => !value || value === '0'

const isCall = (node: PhpNode, name: string): boolean =>
  node.kind === 'call' && node.what.kind === 'name' && node.what.name.replace(/^\\/, '') === name

const isDefine = (statement: PhpNode): boolean =>
  statement.kind === 'expressionstatement' &&
  isCall(statement.expression, 'define') &&
  statement.expression.arguments.length === 2 &&
  statement.expression.arguments[0].kind === 'string'

/** Returns the parser's message without the text at the error, which may be a password. */
function syntaxProblem(
  source: Source,
  error: SyntaxError & { lineNumber?: number; columnNumber?: number },
): StaticResult {
  const reason = error.message
    .replace(/^Parse Error ?: ?(?:syntax error, )?/, '')
    .replace(/ on line \d+$/, '')
    .replace(/unexpected '.{2,}' \((T_\w+)\)/s, 'unexpected $1')
  return { syntax: reason, mark: { source, offset: source.offsetOf(error.lineNumber ?? 1, error.columnNumber ?? 0) } }
}
