// The entry `orm-project/internal`: what the commands and plugins are made of, and may change at any time.
export type { WriteResult } from 'orm-core/internal'
export { classMapNotice } from '../class-map.js'
export { Project, type ProjectOptions, type ProjectReport, type Sources } from '../project.js'
export { SourceWatcher } from '../source-watcher.js'
export { type WatchOptions, watchedNames, watchProject } from '../watch-project.js'
export { isChange, type WriteOptions, writeFiles } from '../write-files.js'
export { type WriteModelOptions, writeModel } from '../write-model.js'
