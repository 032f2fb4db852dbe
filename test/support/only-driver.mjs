// Loaded with `node --import …/only-driver.mjs?libsql`: simulates a machine on which this is the only database driver.
import * as modules from 'node:module'

const only = decodeURIComponent(new URL(import.meta.url).search.slice(1))

const hooks = `
export function resolve(specifier, context, next) {
  const isOther = ['better-sqlite3', 'libsql', 'mysql2', 'pg'].includes(specifier) && specifier !== ${JSON.stringify(only)}
  if (!isOther) return next(specifier, context)
  throw Object.assign(new Error("Cannot find package '" + specifier + "'"), { code: 'ERR_MODULE_NOT_FOUND' })
}`

const url = `data:text/javascript,${encodeURIComponent(hooks)}`
// Node 26 warns about register(), the only function that Node 20 has for this.
const { registerHooks } = /** @type {any} */ (modules)
if (registerHooks) registerHooks({ resolve: (await import(url)).resolve })
else modules.register(url)

if (only !== 'node:sqlite') {
  const { getBuiltinModule } = process
  process.getBuiltinModule = /** @type {typeof getBuiltinModule} */ (
    (/** @type {string} */ name) => (name === 'node:sqlite' ? undefined : getBuiltinModule(name))
  )
}
