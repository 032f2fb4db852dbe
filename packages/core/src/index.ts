export * from './build-entry.js'
export {
  configConvert,
  modelBuild,
  type OrmProperty,
  type SqlStreamOptions,
  type StreamOptions,
  sqlBuild,
} from './stream/index.js'
