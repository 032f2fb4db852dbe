/** `did you mean "x"?` for the known name nearest to what was written, or undefined when none is near. */
export function didYouMean(wanted: string, known: Iterable<string>): string | undefined {
  const name = nearest(wanted, known)
  return name === undefined ? undefined : `did you mean "${name}"?`
}

/** The same among a handful of names, where one with the same beginning is near enough: `parameters` for `params`. */
const didYouMeanOf = (wanted: string, known: readonly string[]): string | undefined => {
  const beginning = wanted.slice(0, 4).toLowerCase()
  const alike = beginning.length < 4 ? undefined : known.find((name) => name.toLowerCase().startsWith(beginning))
  return didYouMean(wanted, known) ?? (alike === undefined ? undefined : `did you mean "${alike}"?`)
}

/** The name that was probably meant, then the list of all: `did you mean "x"? Available: x, y`. */
export function suggestions(wanted: string, known: readonly string[], label: string): string {
  const near = didYouMean(wanted, known)
  const list = `${label}: ${known.join(', ') || 'none'}`
  return near === undefined ? list : `${near} ${list[0]!.toUpperCase()}${list.slice(1)}`
}

const longestCompared = 200

/** Names that differ more than this are different names. */
const largestDistance = 2

/** The nearest name by edit distance of at most 2; one that differs only in case comes first. */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const lower = wanted.toLowerCase()
  let best: string | undefined
  let bestDistance = largestDistance + 1
  for (const name of known) {
    // Nearly all names are too long or too short; a capital can be one letter and two small ones, but is rarely.
    if (Math.abs(name.length - wanted.length) > largestDistance + 1) continue
    const other = name.toLowerCase()
    if (other === lower) return name
    // A name that long is not a typing error.
    if (other.length > longestCompared || lower.length > longestCompared) continue
    const distance = editDistance(lower, other, bestDistance)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** The number of typing errors between two words, or undefined where they are too many. */
export function nearness(one: string, other: string): number | undefined {
  if (Math.max(one.length, other.length) > longestCompared) return undefined
  const distance = editDistance(one.toLowerCase(), other.toLowerCase(), largestDistance + 1)
  return distance > largestDistance ? undefined : distance
}

/** Three rows of distances, used again by every comparison: there are thousands of them in a broken schema. */
const rows = [0, 1, 2].map(() => new Uint16Array(longestCompared + 1))

/**
 * The distance, or `limit` where it is that or more. Optimal string alignment: a swap of two neighbours, the commonest
 * typing error, counts once. Only cells within `limit` of the diagonal can be below it, so the others are not computed.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let [beforePrevious, previous, current] = rows as [Uint16Array, Uint16Array, Uint16Array]
  for (let j = 0; j <= Math.min(b.length, limit); j++) previous[j] = j
  let previousLeast = 0
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(1, i - limit)
    const last = Math.min(b.length, i + limit)
    current[first - 1] = first === 1 ? i : limit
    let least: number = current[first - 1]!
    const letter = a.charCodeAt(i - 1)
    for (let j = first; j <= last; j++) {
      let distance = previous[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1)
      if (j < i + limit) distance = Math.min(distance, previous[j]! + 1)
      distance = Math.min(distance, current[j - 1]! + 1, limit)
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) {
        distance = Math.min(distance, beforePrevious[j - 2]! + 1)
      }
      current[j] = distance
      if (distance < least) least = distance
    }
    // A distance comes from one of the last two rows and never shrinks on its way.
    if (least >= limit && previousLeast >= limit) return limit
    previousLeast = least
    ;[beforePrevious, previous, current] = [previous, current, beforePrevious]
  }
  return Math.min(previous[b.length]!, limit)
}

/** `"a", "b"`. */
export const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ')

/** Refuses keys that would have no effect. */
export function checkKeys(what: string, given: object, known: readonly string[]): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || known.includes(key)) continue
    const near = didYouMeanOf(key, known)
    throw new TypeError(`${what} has no key "${key}"${near ? `, ${near}` : `; it can have: ${known.join(', ')}`}`)
  }
}
