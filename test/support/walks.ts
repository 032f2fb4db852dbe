import { seedOf } from './seed.mjs'

/**
 * How many random steps a walk takes: `npm test` takes a few, and the same ones every time, as whoever runs all tests
 * did not come to find new defects; the long forms (`npm run test:sortable` and its like) take others each time.
 */
export function walkSteps(short: number): string {
  return process.env.ORM_MODEL_STEPS ?? String(short)
}

/** What random choices begin with: a failure is repeated by the seed that it prints. */
export const walkSeed = String(seedOf())
