// Entry point `orm-project/internal/writer`: the writer without the compiler, for commands that need none.
export type { WriteResult } from 'orm-core/internal'
export { BuildStamp } from '../build-stamp.js'
export { replaceFiles } from '../plan.js'
export { RecordingReader } from '../recording-reader.js'
export { isChange, writeFiles } from '../write-files.js'
