// Loaded with `node --import …/only-driver.mjs?libsql`: a machine on which this is the only driver of a database.
import { register } from 'node:module'

const only = decodeURIComponent(new URL(import.meta.url).search.slice(1))

const hooks = `
export function resolve(specifier, context, next) {
  const isOther = ['better-sqlite3', 'libsql', 'mysql2', 'pg'].includes(specifier) && specifier !== ${JSON.stringify(only)}
  if (!isOther) return next(specifier, context)
  throw Object.assign(new Error("Cannot find package '" + specifier + "'"), { code: 'ERR_MODULE_NOT_FOUND' })
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)

if (only !== 'node:sqlite') {
  const { getBuiltinModule } = process
  process.getBuiltinModule = /** @type {typeof getBuiltinModule} */ (
    (/** @type {string} */ name) => (name === 'node:sqlite' ? undefined : getBuiltinModule(name))
  )
}
