/**
 * So many of a list, chosen by a seed: the same list and seed give the same choice.
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
 * Numbers from 0 to 1 by a linear congruential generator, good enough to choose.
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
