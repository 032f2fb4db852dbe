export { findSchemas } from './find-schemas.js'
export { type WriteResult, writeFiles } from './write-files.js'
