// The entry `orm-project`: what docs/api.md describes; a test compares the two.
export {
  Project,
  type ProjectOptions,
  type ProjectReport,
  type WatchOptions,
  type WriteModelOptions,
  type WriteOptions,
  type WriteResult,
  watchProject,
  writeFiles,
  writeModel,
} from './internal.js'
