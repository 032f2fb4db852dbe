import { classNames, constantNames, nameInOrm } from 'orm-core/internal'
import { type Token, tokensOf } from './tokens.js'
import { type UseClause, type UseGroup, useStatements } from './use-statements.js'

/** A name in the code that has no counterpart in Orm. */
export interface Leftover {
  readonly line: number
  readonly name: string
}

export interface MigratedCode {
  readonly code: string
  readonly leftovers: readonly Leftover[]
}

/** What the code calls a class or a namespace of a `use` statement. */
interface Import extends UseClause {
  /** The name in Orm, or that of the code. */
  readonly target: string
  /** What the new code calls it. */
  readonly newAlias: string
}

/** Matches a name with its namespace in a text, in which backslashes may be doubled. */
const nameInText = /(?<![\w$]|\w\\\\?)(\\{0,2})([A-Za-z_]\w*(\\\\?)\w+(?:\3\w+)*)/g

const isOfPropel = (name: string): boolean => /^Propel\\(?:Runtime|Common|Generator)(?:\\|$)/.test(name)
const shortName = (name: string): string => name.slice(name.lastIndexOf('\\') + 1)
const isKeyword = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'name' && words.includes(token.text.toLowerCase())

/** Converts PHP code from Propel to Orm. Names without a counterpart are kept. */
export function migratedCode(code: string): MigratedCode {
  if (!/Propel\\|PROPEL_/.test(code)) return { code, leftovers: [] }
  const tokens = tokensOf(code)
  const edits = new Map<Token, string>()
  const missing = new Map<number, string>()
  for (const block of namespacesOf(tokens)) migrateNamespace(block, edits, (offset, name) => missing.set(offset, name))
  return {
    code: tokens.map((token) => edits.get(token) ?? token.text).join(''),
    leftovers: [...missing]
      .sort(([a], [b]) => a - b)
      .map(([offset, name]) => ({ line: code.slice(0, offset).split('\n').length, name })),
  }
}

/** Splits the tokens of a file where a namespace begins, because every namespace has its own imports. */
function namespacesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const blocks: Token[][] = [[]]
  let last: Token | undefined
  let hasNamespace = false
  for (const token of tokens) {
    if (isKeyword(token, 'namespace') && (last === undefined || last.kind === 'tag' || /^[;{}]$/.test(last.text))) {
      if (hasNamespace) blocks.push([])
      hasNamespace = true
    }
    blocks.at(-1)!.push(token)
    if (token.kind !== 'space' && token.kind !== 'comment') last = token
  }
  return blocks
}

function migrateNamespace(
  tokens: readonly Token[],
  edits: Map<Token, string>,
  note: (offset: number, name: string) => void,
): void {
  const code = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const start = code.findIndex((token) => isKeyword(token, 'namespace'))
  const named = start >= 0 && code[start + 1]?.kind === 'name' ? code[start + 1]! : undefined
  const namespace = named?.text ?? ''
  const isInBraces = start >= 0 && code[start + (named ? 2 : 1)]?.text === '{'
  const { clauses, groups, handled } = useStatements(code, isInBraces ? 1 : 0)
  if (named) handled.add(named)

  const aliases = new Set(clauses.map(({ alias }) => alias.toLowerCase()))
  const names = code.filter((token, at) => !handled.has(token) && isClassName(token, code[at - 1], code[at + 1]))
  const prefixes = new Set<string>()
  // Names of this namespace, which an import must not hide.
  const taken = new Set(aliases)
  for (const [at, token] of code.entries()) {
    if (isKeyword(code[at - 1], 'class', 'interface', 'trait', 'enum')) taken.add(token.text.toLowerCase())
  }
  for (const { text } of names) {
    const [first, ...rest] = text.toLowerCase().split('\\')
    if (rest.length > 0) prefixes.add(first!)
    taken.add(first!)
  }

  const imports = new Map<string, Import>()
  for (const clause of clauses) {
    const { name, alias, isExplicit, token } = clause
    const target = nameInOrm(name) ?? name
    if (isOfPropel(name) && target === name && !prefixes.has(alias.toLowerCase())) note(token.offset, name)
    const wanted = isExplicit ? alias : shortName(target)
    const isFree = wanted.toLowerCase() === alias.toLowerCase() || !taken.has(wanted.toLowerCase())
    const newAlias = target === name || !isFree ? alias : wanted
    taken.add(newAlias.toLowerCase())
    imports.set(alias.toLowerCase(), { ...clause, target, newAlias })
  }
  for (const group of groups) editGroup(group, imports, edits)
  for (const { token, name, target, alias, newAlias, isExplicit, group } of imports.values()) {
    if (group || target === name) continue
    const slash = token.text.startsWith('\\') ? '\\' : ''
    edits.set(token, `${slash}${target}${isExplicit || newAlias === shortName(target) ? '' : ` as ${alias}`}`)
  }

  /** Returns what a name with a namespace becomes, or undefined. */
  const qualified = (text: string, offset: number): string | undefined => {
    const [first, ...rest] = text.split('\\')
    const known = imports.get(first!.toLowerCase())
    const isFull = text.startsWith('\\') || (!known && namespace === '')
    if (!isFull && !known) return undefined
    const name = isFull ? text.replace(/^\\/, '') : [known!.name, ...rest].join('\\')
    const target = nameInOrm(name)
    if (target === undefined) {
      if (isOfPropel(name)) note(offset, name)
      return undefined
    }
    if (isFull) return `${text.startsWith('\\') ? '\\' : ''}${target}`
    return target.startsWith(`${known!.target}\\`)
      ? `${known!.newAlias}${target.slice(known!.target.length)}`
      : `\\${target}`
  }

  const inText = (text: string, offset: number, resolve: (name: string) => string | undefined): string =>
    withConstants(
      text.replace(nameInText, (found: string, slash: string, written: string, separator: string, at: number) => {
        const name = written.replaceAll(separator, '\\')
        const target = isOfPropel(name) ? nameInOrm(name) : slash === '' ? resolve(name) : undefined
        if (target === undefined) {
          if (isOfPropel(name)) note(offset + at, name)
          return found
        }
        return `${slash}${target.replaceAll('\\', () => separator)}`
      }),
    )

  if (named) edits.set(named, nameInOrm(namespace) ?? namespace)
  for (const token of names) {
    const { text, offset } = token
    const edit = text.includes('\\') ? qualified(text, offset) : imports.get(text.toLowerCase())?.newAlias
    // A name that differs only in its case is kept as it is.
    if (edit !== undefined && edit.toLowerCase() !== text.toLowerCase()) edits.set(token, edit)
  }
  for (const token of tokens) {
    const { kind, text, offset } = token
    if (kind === 'name') {
      const constant = constantNames[text]
      if (constant !== undefined) edits.set(token, constant)
    } else if (kind === 'string' || kind === 'html') {
      edits.set(
        token,
        inText(text, offset, () => undefined),
      )
    } else if (kind === 'comment') {
      const known = (name: string) => (name.includes('\\') ? qualified(name, offset) : undefined)
      edits.set(token, withShortNames(inText(text, offset, known), imports, taken))
    }
  }
}

/** Returns whether a token names a class, not a member, a function or a constant. */
function isClassName(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (token.kind !== 'name' || /^namespace(?:\\|$)/i.test(token.text)) return false
  if (/^(?:\?->|->|::)$/.test(before?.text ?? '')) return false
  if (token.text.includes('\\')) return true
  if (isKeyword(before, 'function', 'const', 'goto', 'class', 'interface', 'trait', 'enum')) return false
  switch (after?.text) {
    case '(':
      return isKeyword(before, 'new') || before?.text === '#['
    case '=>':
      return /^[:?|&]$/.test(before?.text ?? '')
    case ';':
      return !isKeyword(before, 'case')
    default:
      return after?.text !== ':' && after?.text !== '='
  }
}

/** Rewrites `use Propel\Runtime\{Propel, …}`; as a list without braces, if its classes have no namespace in common. */
function editGroup(
  { prefix, members, signs, end }: UseGroup,
  imports: ReadonlyMap<string, Import>,
  edits: Map<Token, string>,
): void {
  const slash = prefix.text.startsWith('\\') ? '\\' : ''
  const name = prefix.text.slice(slash.length)
  const found = members.map(({ alias }) => imports.get(alias.toLowerCase())!)
  if (found.every(({ name, target }) => name === target)) return
  const common = [nameInOrm(name) ?? name, 'Orm\\Runtime'].find((start) =>
    found.every(({ target }) => target.startsWith(`${start}\\`)),
  )
  for (const { token, target, alias, newAlias, isExplicit } of found) {
    const suffix = isExplicit || newAlias === shortName(target) ? '' : ` as ${alias}`
    edits.set(token, `${common === undefined ? slash + target : target.slice(common.length + 1)}${suffix}`)
  }
  edits.set(prefix, common === undefined ? '' : `${slash}${common}`)
  if (common !== undefined) return
  for (const sign of signs) edits.set(sign, '')
  if (end?.text === ',') edits.set(end, '')
}

function withConstants(text: string): string {
  return Object.entries(constantNames).reduce(
    (before, [from, to]) => before.replace(new RegExp(String.raw`(?<![\w$])${from}(?!\w)`, 'g'), to),
    text,
  )
}

/** Renames classes in a comment. `Propel` alone may also be the name of the product. */
function withShortNames(comment: string, imports: ReadonlyMap<string, Import>, taken: ReadonlySet<string>): string {
  let text = comment
  for (const { alias, newAlias } of imports.values()) {
    if (newAlias === alias) continue
    const pattern =
      alias === 'Propel'
        ? /(?<![\w$\\>:])Propel(?=::)|(?<=@(?:param|return|var|throws|see|uses)\s+[\w\\|?]*)(?<!\\)\bPropel\b(?!\\)/g
        : new RegExp(String.raw`(?<![\w$\\>:])${alias}(?![\w\\])`, 'g')
    text = text.replace(pattern, newAlias)
  }
  for (const [from, to] of Object.entries(classNames)) {
    if (taken.has(from.toLowerCase())) continue
    text = text.replace(new RegExp(String.raw`(?<![\w$\\>:])${from}(?!\w)`, 'g'), to)
  }
  return text
}
