const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** The parts of a PHP list between its commas; those in brackets or literals do not separate. */
export function splitTopLevel(text: string): string[] {
  // Most lists have one part, and are read character by character for nothing.
  if (!text.includes(',')) return text.trim() === '' ? [] : [text.trim()]
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === "'" || character === '"') at = endOfLiteral(text, at)
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  const last = text.slice(from).trim()
  return last === '' ? parts : [...parts, last]
}

/** Where the bracket that stands at a position is closed. */
export function endOfBracket(text: string, open: number): number {
  const opening = text[open]!
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const character = text[at]!
    if (character === "'" || character === '"') at = endOfLiteral(text, at)
    else if (character === opening) depth++
    else if (character === closing[opening] && --depth === 0) return at
  }
  return -1
}

export function endOfLiteral(text: string, open: number): number {
  let at = open + 1
  while (at < text.length && text[at] !== text[open]) at += text[at] === '\\' ? 2 : 1
  return at
}
