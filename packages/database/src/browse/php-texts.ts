/** Returns whether a text is what PHP stores in an ARRAY column. An empty one is an empty list, too. */
export const isArrayText = (text: string): boolean => text === '' || text === '| |' || /^\| .* \|$/s.test(text)

/** Maximum depth of JSON for `json_decode()`. */
const deepest = 512

/** Returns whether `json_decode()` reads a text. It reads less than JavaScript: nothing very deep, and no half characters. */
export function isReadableJson(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"/gs, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth > deepest) return false
  }
  try {
    // Half characters are escaped, other characters are not.
    return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(JSON.parse(text)))
  } catch {
    return false
  }
}

/** Matches the start of a serialized value: `s:3:"`, `a:2:{`, `O:4:"`, or the whole of `i:1;` and the like. */
const token =
  /(?:(N)|(?:b:[01]|[iRr]:[+-]?\d+|d:(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NAN)));|(s|O|C|E):(\d+):"|(a):(\d+):\{/y

/**
 * Returns whether `unserialize()` reads bytes as one value, with objects of the allowed classes only. No bytes mean null.
 *
 * @param allowed names of classes, or `any`
 */
export function isSerialized(bytes: Uint8Array, allowed: readonly string[]): boolean {
  // One character for each byte.
  const text = Buffer.from(bytes).toString('latin1')
  if (text === '') return true
  const classes = new Set(allowed.map((name) => name.replace(/^\\/, '').toLowerCase()))
  const isAllowed = (name: string): boolean => classes.has('any') || classes.has(utf8(name).toLowerCase())
  /** The number of values that each open array or object still needs. Every second one is a key. */
  const open: number[] = []
  let at = 0
  const take = (word: string): boolean => {
    if (!text.startsWith(word, at)) return false
    at += word.length
    return true
  }
  do {
    const left = open.at(-1)
    if (left === 0) {
      if (!take('}')) return false
      open.pop()
      continue
    }
    if (left !== undefined) open[open.length - 1] = left - 1
    const isKey = left !== undefined && left % 2 === 0
    const start = text[at]
    token.lastIndex = at
    const found = token.exec(text)
    if (!found || (isKey && start !== 'i' && start !== 's')) return false
    at = token.lastIndex
    const [, , kind, length, isArray, count] = found
    if (isArray) open.push(Number(count) * 2)
    if (!kind) continue
    const name = text.slice(at, at + Number(length))
    at += Number(length)
    if (kind === 's' || kind === 'E') {
      if (!take('";') || (kind === 'E' && !isAllowed(name.split(':')[0]!))) return false
      continue
    }
    const body = /":(\d+):\{/y
    body.lastIndex = at
    const members = body.exec(text)
    if (!members || !isAllowed(name)) return false
    at = body.lastIndex
    if (kind === 'O') open.push(Number(members[1]) * 2)
    else {
      // The class itself reads what it has written.
      at += Number(members[1])
      if (!take('}')) return false
    }
  } while (open.length > 0)
  return at === text.length
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString()
