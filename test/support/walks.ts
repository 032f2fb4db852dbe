import { seedOf } from './seed.mjs'

/**
 * Returns the number of steps of a random walk. `npm test` takes a few, and the same ones every time, because people who run
 * all tests are not looking for new defects. The long forms (`npm run test:sortable` and others) take different steps each
 * time.
 */
export function walkSteps(short: number): string {
  return process.env.ORM_MODEL_STEPS ?? String(short)
}

/** The seed of random choices. To repeat a failure, use the seed that it prints. */
export const walkSeed = String(seedOf())
