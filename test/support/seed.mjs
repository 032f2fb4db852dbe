/** Whether the long form of random tests runs, which tries different cases every time. */
const isLong = process.env.ORM_FUZZ !== undefined || process.env.ORM_MODEL_STEPS !== undefined

/**
 * Returns the seed for random choices. `npm test` tries the same cases every time, because people who run all tests are not
 * looking for new defects. A failure reports its seed, and ORM_SEED repeats it.
 *
 * @param {number} [usual]  in `npm test`
 * @returns {number}
 */
export function seedOf(usual = 16) {
  if (process.env.ORM_SEED) return Number(process.env.ORM_SEED)
  return isLong ? Math.floor(Math.random() * 1e9) : usual
}

/**
 * Returns the seeds of cases that have one seed each: the first ones, or only the one in ORM_SEED.
 *
 * @param {number} count
 * @param {number} [first]
 * @returns {number[]}
 */
export function seedsOf(count, first = 1) {
  if (process.env.ORM_SEED) return [Number(process.env.ORM_SEED)]
  return Array.from({ length: count }, (_, index) => first + index)
}
