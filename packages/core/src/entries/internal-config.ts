// The entry `orm-core/internal/config`: what `config:convert` needs, and what `model:build` needs to see that nothing changed.
// It omits the schema compiler, which takes longer to load than either command takes to run.

import './host.js'

export { findSchemas, isSearched } from '../compile/find-schemas.js'
export { isGenerated, withoutBuildTime } from '../compile/generated.js'
export { findAndReadConfig, layersWith, loadConfig, projectRoot, spellingNotice } from '../config/index.js'
export {
  buildRunning,
  cannotRestore,
  cannotWrite,
  filesNotOurs,
  interruptedBuild,
  newerManifest,
  noMatchingConfig,
  severalConfigFiles,
  twoForOnePath,
  unreadableConfig,
  wrongOptionType,
} from '../errors/config-errors.js'
export { cannotRead, noMatchingSchema } from '../errors/schema/schema-file-errors.js'
export { disk, isForeign } from '../files.js'
export { convertConfig } from '../outputs/config.js'
export { bundledDirectories, everything } from '../outputs/directories.js'
export { mergeLoader } from '../php/merge-loader.js'
export { noticeName, sourceOfNotice, speaksFor } from '../php/notice.js'
export { checkComplete } from '../stream/complete.js'
export { withoutDist } from '../stream/without-dist.js'
export { decodeXml } from '../xml/decode.js'
