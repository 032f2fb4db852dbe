export { type PlannedRow, planSeeds, type SeedPlan } from './plan-seeds.js'
export { seedFormats } from './read-seeds.js'
