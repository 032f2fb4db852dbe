export {
  type DumpedRow,
  type DumpedTable,
  type DumpFormat,
  dumpFormats,
  dumpSeeds,
} from './dump-seeds.js'
export { type PlannedRow, planSeeds, type SeedPlan } from './plan-seeds.js'
export { seedFormats } from './read-seeds.js'
