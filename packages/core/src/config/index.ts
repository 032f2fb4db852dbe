export type { Config, ConfigPaths, ConnectionConfig, Scalar } from './config.js'
export type { Adapter } from './keys.js'
export { isConfigFile, type LoadConfigOptions, loadConfig, readConfig } from './load.js'
export type { Environment } from './resolve.js'
