/**
 * Returns a sample of a list, chosen by a seed: the same list and seed give the same sample.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {number} count
 * @param {number} seed
 * @returns {T[]}  in the order of the list
 */
export function sampleOf(list, count, seed) {
  const random = generator(seed)
  return list
    .map((value, index) => ({ value, index, weight: random() }))
    .sort((a, b) => a.weight - b.weight)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ value }) => value)
}

/**
 * Returns the lines of places by file, starting with the file that has the most places.
 *
 * @param {readonly { file: string, line: number }[]} places
 * @returns {{ file: string, count: number, lines: string }[]}  lines like `3, 10-15`
 */
export function linesByFile(places) {
  /** @type {Map<string, number[]>} */
  const lines = new Map()
  for (const { file, line } of places) lines.set(file, [...(lines.get(file) ?? []), line])
  return [...lines]
    .map(([file, inFile]) => ({ file, count: inFile.length, lines: rangesOf(inFile) }))
    .sort((a, b) => b.count - a.count)
}

/** @param {readonly number[]} lines */
function rangesOf(lines) {
  /** @type {[first: number, last: number][]} */
  const ranges = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    // Also spans a few lines without a place, such as a brace or a comment.
    if (range && line <= range[1] + 3) range[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ')
}

/**
 * Generates numbers from 0 to 1 with a linear congruential generator, which is good enough for this purpose.
 *
 * @param {number} seed
 */
function generator(seed) {
  let state = BigInt(seed) + 1n
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return Number(state >> 11n) / 2 ** 53
  }
}
