/** Returns `did you mean "x"?` for the known name closest to the given one, or undefined if none is close. */
export function didYouMean(wanted: string, known: Iterable<string>): string | undefined {
  const name = nearest(wanted, known)
  return name === undefined ? undefined : `did you mean "${name}"?`
}

/** Like `didYouMean`, but for a few names, so that the same beginning is close enough: `parameters` for `params`. */
const didYouMeanOf = (wanted: string, known: readonly string[]): string | undefined => {
  const beginning = wanted.slice(0, 4).toLowerCase()
  const alike = beginning.length < 4 ? undefined : known.find((name) => name.toLowerCase().startsWith(beginning))
  return didYouMean(wanted, known) ?? (alike === undefined ? undefined : `did you mean "${alike}"?`)
}

/** Returns the most likely name, then the list of all names: `did you mean "x"? Available: x, y`. */
export function suggestions(wanted: string, known: readonly string[], label: string): string {
  const near = didYouMean(wanted, known)
  const list = `${label}: ${known.join(', ') || 'none'}`
  return near === undefined ? list : `${near} ${list[0]!.toUpperCase()}${list.slice(1)}`
}

const longestCompared = 200

/** Names with a larger distance are considered different. */
const largestDistance = 2

/** Returns the closest name within an edit distance of 2; a name that differs only in case takes precedence. */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const lower = wanted.toLowerCase()
  let best: string | undefined
  let bestDistance = largestDistance + 1
  for (const name of known) {
    // Skips most names by their length. The limit is one higher, because lower-casing a letter may rarely add another one.
    if (Math.abs(name.length - wanted.length) > largestDistance + 1) continue
    const other = name.toLowerCase()
    if (other === lower) return name
    // A name of that length is not a typing error.
    if (other.length > longestCompared || lower.length > longestCompared) continue
    // Words in which every letter must be replaced are not alike.
    const limit = Math.min(bestDistance, lower.length, other.length)
    const distance = editDistance(lower, other, limit)
    if (distance < limit) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** Returns the number of typing errors between two words, or undefined if there are too many. */
export function nearness(one: string, other: string): number | undefined {
  if (Math.max(one.length, other.length) > longestCompared) return undefined
  const distance = editDistance(one.toLowerCase(), other.toLowerCase(), largestDistance + 1)
  return distance > largestDistance ? undefined : distance
}

/** Three rows of distances, reused by every comparison: a broken schema needs thousands of them. */
const rows = [0, 1, 2].map(() => new Uint16Array(longestCompared + 1))

/**
 * Returns the edit distance, or `limit` if it is not smaller. This is the optimal string alignment distance: swapping two
 * neighbors, the most common typing error, counts once. Only cells within `limit` of the diagonal can be below it, so the
 * others are skipped.
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
    // A distance comes from one of the last two rows and never decreases from there.
    if (least >= limit && previousLeast >= limit) return limit
    previousLeast = least
    ;[beforePrevious, previous, current] = [previous, current, beforePrevious]
  }
  return Math.min(previous[b.length]!, limit)
}

/** Returns names as `"a", "b"`. */
export const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ')

/** Rejects keys that would have no effect. */
export function checkKeys(what: string, given: object, known: readonly string[]): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || known.includes(key)) continue
    const near = didYouMeanOf(key, known)
    throw new TypeError(`${what} has no key "${key}"${near ? `, ${near}` : `; it can have: ${known.join(', ')}`}`)
  }
}
