// Entry point `orm-project`: documented in docs/api.md. A test compares the two.
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
