import type { ExecutionContext } from 'ava'
import fc from 'fast-check'

/** `npm run test:fuzz` tries what is promised; `npm test` a few cases of the same. */
export const isFuzz = process.env.ORM_FUZZ !== undefined

/** How many of the statements one of very many schemas tries. */
export const shareOfMany = isFuzz ? 0.15 : 1

/**
 * Tries a property on random inputs, so many in `npm test` and so many in `npm run test:fuzz`. A failure tells the
 * smallest input found, its error, and the seed and path to give here again.
 */
export async function check<T>(
  t: ExecutionContext,
  { short, long, again }: { short: number; long: number; again?: fc.Parameters<T> },
  property: fc.IAsyncPropertyWithHooks<T>,
): Promise<void> {
  // The short form tries the same cases every time: whoever runs all tests did not come to find new defects.
  const runs = isFuzz ? { numRuns: long } : { numRuns: short, seed: 16 }
  const stopTelling = isFuzz ? tellProgress(t.title, long, property) : () => {}
  await fc.assert(property, { ...runs, includeErrorInReport: true, ...again }).finally(stopTelling)
  t.pass()
}

/** Says every few minutes how many cases were tried. */
function tellProgress<T>(title: string, cases: number, property: fc.IAsyncPropertyWithHooks<T>): () => void {
  let count = 0
  property.beforeEach((before) => {
    count++
    return before()
  })
  const timer = setInterval(() => process.stderr.write(`${title}: ${count} of ${cases}\n`), 120_000)
  return () => clearInterval(timer)
}
