import type { ExecutionContext } from 'ava'
import fc from 'fast-check'
import { seedOf } from './seed.mjs'

/** `npm run test:fuzz` tries what is promised; `npm test` a few cases of the same. */
export const isFuzz = process.env.ORM_FUZZ !== undefined

/** How many of the statements one of very many schemas tries. */
export const shareOfMany = isFuzz ? 0.15 : 1

/**
 * Tries a property on random inputs, so many in `npm test` and so many in `npm run test:fuzz`. A failure tells the
 * smallest input found, its error, and the seed, for ORM_SEED, and path to give here again.
 */
export async function check<T>(
  t: ExecutionContext,
  { short, long, again }: { short: number; long: number; again?: fc.Parameters<T> },
  property: fc.IAsyncPropertyWithHooks<T>,
): Promise<void> {
  const runs = { numRuns: isFuzz ? long : short, seed: seedOf() }
  if (isFuzz) process.stderr.write(`${t.title}: ORM_SEED=${runs.seed}\n`)
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
