export type { Config, ConfigOverrides, ConfigPaths, ConnectionConfig } from './config.js'
export { escapeParameters } from './config-parameters.js'
export { ConfigError, type Draft } from './draft.js'
export type { ConfigInput } from './formats/format.js'
export { type ConfigFormat, configFormats, writeFormat } from './formats/index.js'
export { type PropelConfig, readPropelConfig } from './from-propel.js'
export { isBelow, isKey } from './list-config.js'
export {
  defaultConfig,
  findAndReadConfig,
  type LoadConfigOptions,
  layersWith,
  listConfiguration,
  loadConfig,
  loadConfigNames,
  loadConfigOrDefaults,
  projectRoot,
  type ReadConfigOptions,
  readConfig,
  readConfigNames,
  readConfigWithDist,
  spellingNotice,
} from './load.js'
export type { Environment, TextPart } from './node.js'
export { placesIn } from './places.js'
export { adviceOn, classNames, constantNames, nameInOrm } from './propel-names.js'
export { formsOfSecrets, hiddenIn, secretParts, shownDsn, withoutSecrets } from './secrets.js'
export type { References } from './validate.js'
export { checkConfig, withConnections, withOptions } from './with-options.js'
