// The entry `orm-project/internal`: what the commands and plugins are made of, and may change at any time.
export type { WriteResult } from 'orm-core/internal'
export { noticesOf } from '../notices.js'
export type { WriteOptions } from '../plan.js'
export { Project, type ProjectOptions, type ProjectReport, type Sources } from '../project.js'
export { SourceWatcher } from '../source-watcher.js'
export { type WatchOptions, watchedNames, watchProject } from '../watch-project.js'
export { isChange, type WriteModelOptions, writeFiles, writeModel } from '../write-files.js'
