/** The imports and names that a source file uses. */
export interface SourceFacts {
  /** Modules that it imports, re-exports, or imports at runtime. */
  readonly imports: readonly string[]
  /** Names that are accessed with a member and are not members themselves, such as `process` in `process.env`. */
  readonly roots: ReadonlySet<string>
  /** Names, strings, and regular expressions as written: everything except comments. */
  readonly words: readonly string[]
}

interface Token {
  readonly kind: 'word' | 'string' | 'other'
  readonly text: string
}

const token = /(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<other>[^\s])/uy
const ignored = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//uy
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy

/** After these tokens, a slash starts a regular expression; elsewhere it is a division. */
const beforeExpression = /^(?:[=(,:;[!&|?{}+\-*%~^<>]|return|typeof|case|of|in|new|void|delete|await|yield)$/

/** Reads TypeScript just precisely enough to distinguish imports from comments and strings. */
export function scanSource(source: string): SourceFacts {
  const { tokens, texts } = tokensOf(source)
  const imports: string[] = []
  const roots = new Set<string>()
  tokens.forEach(({ kind, text }, index) => {
    const [beforeLast, last] = [tokens[index - 2]?.text, tokens[index - 1]?.text]
    if (kind === 'string') {
      const isCall = last === '(' && (beforeLast === 'import' || beforeLast === 'require')
      if (last !== 'from' && last !== 'import' && !isCall) return
      imports.push(text.slice(1, -1))
    } else if (kind === 'word' && tokens[index + 1]?.text === '.' && last !== '.') {
      roots.add(text)
    }
  })
  const words = [...tokens.filter(({ kind }) => kind !== 'other').map(({ text }) => text), ...texts]
  return { imports, roots, words }
}

function tokensOf(source: string): { tokens: Token[]; texts: string[] } {
  const tokens: Token[] = []
  /** The text of template literals and regular expressions. */
  const texts: string[] = []
  /** The number of open braces in the current `${` of each enclosing template literal. */
  const templates: number[] = []
  let position = 0

  const match = (pattern: RegExp) => {
    pattern.lastIndex = position
    const found = pattern.exec(source)
    if (found) position = pattern.lastIndex
    return found
  }
  const skipTemplateText = () => {
    const start = position
    while (position < source.length && source[position] !== '`' && !source.startsWith('${', position)) {
      position += source[position] === '\\' ? 2 : 1
    }
    texts.push(source.slice(start, position))
    if (source[position] === '$') templates.push(1)
    position += source[position] === '$' ? 2 : 1
  }

  while (position < source.length) {
    if (match(ignored)) continue
    const expression =
      source[position] === '/' && beforeExpression.test(tokens.at(-1)?.text ?? ';') && match(regularExpression)
    if (expression) {
      texts.push(expression[0])
      tokens.push({ kind: 'other', text: '/re/' })
      continue
    }
    const { string, word, other } = match(token)?.groups ?? {}
    if (string !== undefined) tokens.push({ kind: 'string', text: string })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (other === undefined) position++
    else if (other === '`') {
      tokens.push({ kind: 'other', text: '`' })
      skipTemplateText()
    } else {
      tokens.push({ kind: 'other', text: other })
      const depth = templates.pop()
      if (depth === undefined) continue
      const open = depth + (other === '{' ? 1 : other === '}' ? -1 : 0)
      if (open > 0) templates.push(open)
      else skipTemplateText()
    }
  }
  return { tokens, texts }
}
