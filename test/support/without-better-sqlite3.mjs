// Loaded with `node --import`: a machine where the native addon could not be built.
import { register } from 'node:module'

const hooks = `
export function resolve(specifier, context, next) {
  if (specifier !== 'better-sqlite3') return next(specifier, context)
  throw Object.assign(new Error("Cannot find package 'better-sqlite3'"), { code: 'ERR_MODULE_NOT_FOUND' })
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
