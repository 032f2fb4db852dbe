/** Whether the long form of random tests runs, which tries other cases every time. */
const isLong = process.env.ORM_FUZZ !== undefined || process.env.ORM_MODEL_STEPS !== undefined

/**
 * What random choices start with. `npm test` tries the same cases every time, as whoever runs all tests did not come to find
 * new defects. A failure tells its seed, and ORM_SEED repeats it.
 *
 * @param {number} [usual]  in `npm test`
 * @returns {number}
 */
export function seedOf(usual = 16) {
  if (process.env.ORM_SEED) return Number(process.env.ORM_SEED)
  return isLong ? Math.floor(Math.random() * 1e9) : usual
}

/**
 * The seeds of cases that have one each: the first ones, or only that of ORM_SEED.
 *
 * @param {number} count
 * @param {number} [first]
 * @returns {number[]}
 */
export function seedsOf(count, first = 1) {
  if (process.env.ORM_SEED) return [Number(process.env.ORM_SEED)]
  return Array.from({ length: count }, (_, index) => first + index)
}
