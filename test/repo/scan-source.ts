/** An import, a re-export or a dynamic import. */
export interface Import {
  readonly module: string
  /** Whether it is of types only, as a whole, and so leaves no trace in the compiled file. */
  readonly isErased: boolean
}

/** What one source file reaches for. */
export interface SourceFacts {
  readonly imports: readonly Import[]
  /** Names on which a member is looked up and that are not members themselves, such as `process` in `process.env`. */
  readonly roots: ReadonlySet<string>
}

interface Token {
  readonly kind: 'word' | 'string' | 'other'
  readonly text: string
}

const token = /(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<other>[^\s])/uy
const ignored = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//uy
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy

/** After these a slash starts a regular expression; elsewhere it divides. */
const beforeExpression = /^(?:[=(,:;[!&|?{}+\-*%~^<>]|return|typeof|case|of|in|new|void|delete|await|yield)$/

/** Reads TypeScript just closely enough not to take a comment or a text for an import. */
export function scanSource(source: string): SourceFacts {
  const tokens = tokensOf(source)
  const imports: Import[] = []
  const roots = new Set<string>()
  tokens.forEach(({ kind, text }, index) => {
    const [beforeLast, last] = [tokens[index - 2]?.text, tokens[index - 1]?.text]
    if (kind === 'string') {
      const isCall = last === '(' && (beforeLast === 'import' || beforeLast === 'require')
      if (last !== 'from' && last !== 'import' && !isCall) return
      imports.push({ module: text.slice(1, -1), isErased: last === 'from' && isOfTypes(tokens.slice(0, index - 1)) })
    } else if (kind === 'word' && tokens[index + 1]?.text === '.' && last !== '.') {
      roots.add(text)
    }
  })
  return { imports, roots }
}

/** Whether the statement that these tokens end with starts like `import type` or `export type`. */
function isOfTypes(tokens: readonly Token[]): boolean {
  const start = tokens.findLastIndex(({ text }) => text === 'import' || text === 'export')
  return tokens[start + 1]?.text === 'type' && start + 2 < tokens.length
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  /** For every template literal that we are inside of, how many braces its current `${` has open. */
  const templates: number[] = []
  let position = 0

  const match = (pattern: RegExp) => {
    pattern.lastIndex = position
    const found = pattern.exec(source)
    if (found) position = pattern.lastIndex
    return found
  }
  const skipTemplateText = () => {
    while (position < source.length) {
      if (source.startsWith('${', position)) {
        position += 2
        templates.push(1)
        return
      }
      const character = source[position]
      position += character === '\\' ? 2 : 1
      if (character === '`') return
    }
  }

  while (position < source.length) {
    if (match(ignored)) continue
    if (source[position] === '/' && beforeExpression.test(tokens.at(-1)?.text ?? ';') && match(regularExpression)) {
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
  return tokens
}
