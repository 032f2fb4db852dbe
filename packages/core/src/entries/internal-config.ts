// The entry `orm-core/internal/config`: what `config:convert` needs, and `model:build` to see that nothing changed. It does
// not contain the compiler for schemas, which takes longer to load than either command to run.
export { convertConfig } from '../compile/config.js'
export { loadConfig, spellingNotice } from '../config/index.js'
export { disk } from '../files.js'
export { BuildStamp } from '../write/build-stamp.js'
export { findSchemas, isSearched } from '../write/find-schemas.js'
export { Places } from '../write/places.js'
export { RecordingReader } from '../write/recording-reader.js'
export { isChange, type WriteResult, writeFiles } from '../write/write-files.js'
