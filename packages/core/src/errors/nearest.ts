/** `did you mean "x"?` for the known name nearest to what was written, or undefined when none is near. */
export function didYouMean(wanted: string, known: Iterable<string>): string | undefined {
  const name = nearest(wanted, known)
  return name === undefined ? undefined : `did you mean "${name}"?`
}

const longestCompared = 200

/** The nearest name by edit distance of at most 2; one that differs only in case comes first. */
function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const lower = wanted.toLowerCase()
  let best: string | undefined
  let bestDistance = 3
  for (const name of known) {
    if (name.toLowerCase() === lower) return name
    // Nobody mistypes a name that long; comparing two of them takes the product of their lengths.
    if (name.length > longestCompared || wanted.length > longestCompared) continue
    const distance = editDistance(lower, name.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

// Optimal string alignment: a swap of two neighbours, the commonest typing error, counts once.
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  let previousLeast = 0
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let distance = Math.min(substitution, previous[j]! + 1, current[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforePrevious[j - 2]! + 1)
      }
      current.push(distance)
      if (distance < least) least = distance
    }
    // A distance comes from one of the last two rows and never shrinks on its way.
    if (least >= limit && previousLeast >= limit) return limit
    previousLeast = least
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]!
}
