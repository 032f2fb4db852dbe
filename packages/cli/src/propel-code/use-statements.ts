import type { Token } from './tokens.js'

/** A class or namespace that a file imports. */
export interface UseClause {
  /** The token with the name. */
  readonly token: Token
  /** The full name, without a backslash before it. */
  readonly name: string
  /** What the code calls it. */
  readonly alias: string
  /** Whether the alias is written, after `as`. */
  readonly isExplicit: boolean
  /** Whether the name is in braces after a namespace. */
  readonly group: boolean
}

/** A namespace with names in braces. */
export interface UseGroup {
  readonly prefix: Token
  readonly members: readonly UseClause[]
  /** The backslash and the braces. */
  readonly signs: readonly Token[]
  /** The token before the closing brace. */
  readonly end: Token | undefined
}

interface UseStatements {
  readonly clauses: UseClause[]
  readonly groups: UseGroup[]
  /** Tokens that are parts of `use` statements. */
  readonly handled: Set<Token>
}

/** Reads the imports of a namespace, from its tokens without spaces and comments; those inside of more braces are traits. */
export function useStatements(code: readonly Token[], depthOfImports: number): UseStatements {
  const found: UseStatements = { clauses: [], groups: [], handled: new Set() }
  let depth = 0
  for (let at = 0; at < code.length; at++) {
    const { kind, text } = code[at]!
    if (kind === 'sign' && text === '{') depth++
    if (kind === 'sign' && text === '}') depth--
    if (kind !== 'name' || depth !== depthOfImports || text.toLowerCase() !== 'use') continue
    // The variables of a closure are in parentheses.
    if (code[at + 1]?.kind === 'name') at = readStatement(code, at + 1, found)
  }
  return found
}

/** Reads a statement and returns the position of its end. */
function readStatement(code: readonly Token[], start: number, { clauses, groups, handled }: UseStatements): number {
  let at = start
  const isOfClasses = !/^(?:function|const)$/i.test(code[at]!.text)

  const readClause = (prefix: string): UseClause => {
    const token = code[at++]!
    const name = `${prefix}${token.text}`.replace(/^\\/, '')
    const isExplicit = /^as$/i.test(code[at]?.text ?? '')
    const alias = isExplicit ? (code[at + 1]?.text ?? '') : name.slice(name.lastIndexOf('\\') + 1)
    if (isExplicit) at += 2
    return { token, name, alias, isExplicit, group: prefix !== '' }
  }
  const readGroup = (): UseGroup => {
    const [prefix, slash, opening] = [code[at]!, code[at + 1]!, code[at + 2]!]
    const members: UseClause[] = []
    for (at += 3; at < code.length && code[at]!.text !== '}'; ) {
      if (code[at]!.kind === 'name') members.push(readClause(`${prefix.text}\\`))
      else at++
    }
    return { prefix, members, signs: code[at] ? [slash, opening, code[at]!] : [slash, opening], end: code[at - 1] }
  }

  while (at < code.length && code[at]!.text !== ';' && code[at]!.kind !== 'tag') {
    if (!isOfClasses || code[at]!.kind !== 'name') at++
    else if (code[at + 1]?.text === '\\' && code[at + 2]?.text === '{') {
      const group = readGroup()
      groups.push(group)
      clauses.push(...group.members)
    } else clauses.push(readClause(''))
  }
  for (const token of code.slice(start - 1, at)) handled.add(token)
  return at
}
