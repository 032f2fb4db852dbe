/** A piece of a PHP file. The texts of all tokens together are the file. */
export interface Token {
  readonly kind: 'html' | 'tag' | 'space' | 'comment' | 'string' | 'variable' | 'name' | 'sign' | 'data'
  readonly text: string
  readonly offset: number
}

const word = String.raw`[A-Za-z_\x80-\xff][0-9A-Za-z_\x80-\xff]*`

/** What code consists of, besides texts with variables in them. The first pattern that matches applies. */
const pieces: readonly (readonly [kind: Token['kind'], pattern: RegExp])[] = [
  ['space', /\s+/y],
  ['comment', /\/\*[\s\S]*?(?:\*\/|$)|(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*/y],
  ['variable', new RegExp(String.raw`\$${word}`, 'y')],
  ['name', new RegExp(String.raw`\\?${word}(?:\\${word})*`, 'y')],
  ['sign', /\d[\w.]*|\?->|->|::|=>|#\[|[\s\S]/y],
]

const heredoc = new RegExp(String.raw`<<<[ \t]*(["']?)(${word})\1\r?\n`, 'y')

/**
 * Splits a PHP file that was read as bytes. Code that PHP would refuse is split somehow, but nothing of it gets lost: php-parser,
 * which reads configurations, loses the spaces in attributes.
 */
export function tokensOf(code: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0

  const matchAt = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(code)
  }
  const take = (kind: Token['kind'], end: number): void => {
    if (end > at) tokens.push({ kind, text: code.slice(at, end), offset: at })
    at = end
  }

  const html = (): void => {
    const found = matchAt(/<\?(?:php(?!\w)|=|(?!xml))/gi)
    take('html', found?.index ?? code.length)
    if (found) take('tag', at + found[0].length)
  }

  /** Takes a text up to its end; what is in braces, such as `{$row['id']}`, is code, unless the text is plain. */
  const text = (isEnd: (position: number) => boolean, isPlain = false): void => {
    let position = at
    while (position < code.length && !isEnd(position)) {
      if (code[position] === '\\') position += 2
      else if (!isPlain && code.startsWith('{$', position)) {
        take('string', position + 1)
        php(true)
        position = at
      } else position++
    }
    take('string', Math.min(position, code.length))
  }

  const quoted = (): void => {
    const quote = code[at]
    take('string', at + 1)
    text((position) => code[position] === quote, quote === "'")
    take('string', Math.min(at + 1, code.length))
  }

  const block = (opening: RegExpExecArray): void => {
    const closing = new RegExp(String.raw`(?<=\n)[ \t]*${opening[2]}(?![0-9A-Za-z_\x80-\xff])`, 'g')
    take('string', at + opening[0].length)
    const end = matchAt(closing)?.index ?? code.length
    if (opening[1] === "'") take('string', end)
    else text((position) => position >= end)
    const label = matchAt(new RegExp(String.raw`[ \t]*${opening[2]}`, 'y'))
    if (label) take('string', at + label[0].length)
  }

  /** Takes code; what is in a text ends before the brace that closes it. */
  function php(isInText: boolean): void {
    let depth = 0
    while (at < code.length) {
      const opening = matchAt(heredoc)
      if (opening) block(opening)
      else if (/["'`]/.test(code[at]!)) quoted()
      else if (code.startsWith('?>', at)) {
        take('tag', at + 2)
        html()
      } else {
        const [kind, end] = pieceAt()
        if (kind === 'sign' && code[at] === '{') depth++
        if (kind === 'sign' && code[at] === '}' && depth-- === 0 && isInText) return
        const isLast = kind === 'name' && /^\\?__halt_compiler$/i.test(code.slice(at, end))
        take(isLast ? 'data' : kind, isLast ? code.length : end)
      }
    }
  }

  function pieceAt(): readonly [kind: Token['kind'], end: number] {
    for (const [kind, pattern] of pieces) {
      const found = matchAt(pattern)
      if (found) return [kind, at + found[0].length]
    }
    return ['sign', at + 1]
  }

  html()
  php(false)
  return tokens
}
