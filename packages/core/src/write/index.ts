export { findSchemas } from './find-schemas.js'
export { isChange, type WriteOptions, type WriteResult, writeFiles } from './write-files.js'
export { type WriteModelOptions, writeModel } from './write-model.js'
