// Everything that `config:convert` needs, without the compiler for schemas, which takes longer to load than it to run.
export { convertConfig } from './build/config.js'
export { loadConfig } from './config/index.js'
export { isChange, type WriteResult, writeFiles } from './write/write-files.js'
