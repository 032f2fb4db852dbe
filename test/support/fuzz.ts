import type { ExecutionContext } from 'ava'
import fc from 'fast-check'
import { seedOf } from './seed.mjs'

/** Whether `npm run test:fuzz` runs, which tries all cases; `npm test` tries a few of them. */
export const isFuzz = process.env.ORM_FUZZ !== undefined

/** The share of statements to try for each of very many schemas. */
export const shareOfMany = isFuzz ? 0.15 : 1

/**
 * Tries a property on random inputs, with one number of cases for `npm test` and another for `npm run test:fuzz`. A failure
 * reports the smallest failing input, its error, the seed for ORM_SEED, and the path to pass here to reproduce it.
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

/** Reports every few minutes how many cases have run. */
function tellProgress<T>(title: string, cases: number, property: fc.IAsyncPropertyWithHooks<T>): () => void {
  let count = 0
  property.beforeEach((before) => {
    count++
    return before()
  })
  const timer = setInterval(() => process.stderr.write(`${title}: ${count} of ${cases}\n`), 120_000)
  return () => clearInterval(timer)
}
