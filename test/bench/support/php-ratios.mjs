import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestedDatabases } from '../../support/database-names.mjs'
import { root } from '../../support/root.mjs'
import { openSession } from '../../support/servers.mjs'

/**
 * @typedef {import('../../support/servers.mjs').Session} Session
 * @typedef {import('../../support/database-names.mjs').DatabaseName} DatabaseName
 */

const php = join(import.meta.dirname, '..', 'php')

/**
 * Builds a project on each database and runs a PHP script of ours in it, which prints JSON.
 *
 * @param {string} schema
 * @param {string} script
 * @param {{ databases?: DatabaseName[], args?: readonly string[] }} options  args: what follows the database
 * @returns {Promise<[DatabaseName, any][]>} what the script printed, by database
 */
export async function ratiosOf(schema, script, { databases = requestedDatabases(), args = [] } = {}) {
  const session = openSession(databases)
  try {
    const { env, error } = await session.ready
    if (error !== undefined) throw new Error(error)
    /** @type {[DatabaseName, any][]} */
    const results = []
    for (const database of databases)
      results.push([database, await measure(session, database, env, schema, [script, ...args])])
    return results
  } finally {
    await session.stop()
  }
}

/**
 * @param {Session} session
 * @param {DatabaseName} database
 * @param {Record<string, string>} env
 * @param {string} schema
 * @param {readonly string[]} script  and its last arguments
 */
async function measure(session, database, env, schema, [script = '', ...args]) {
  const project = join(env.TMPDIR ?? '', `bench-${database}`)
  mkdirSync(project)
  copyFileSync(join(php, schema), join(project, 'schema.xml'))
  writeFileSync(join(project, 'orm.yaml'), configuration(database, env[`ORM_TEST_${database.toUpperCase()}`]))
  const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
  for (const command of ['sql:build', 'model:build', 'config:convert']) {
    await succeed(session, process.execPath, [orm, command], project)
  }
  const settings = ['opcache.enable_cli=1', 'zend.assertions=-1', 'memory_limit=1G'].flatMap((text) => ['-d', text])
  return JSON.parse(
    await succeed(session, 'php', [...settings, join(php, script), project, database, ...args], project),
  )
}

/**
 * @param {string} database
 * @param {string} [server]  JSON
 */
function configuration(database, server) {
  const connection = { adapter: database, dsn: 'sqlite::memory:' }
  if (server !== undefined) {
    const { host, port, database: name, user, password } = JSON.parse(server)
    Object.assign(connection, { dsn: `${database}:host=${host};port=${port};dbname=${name}`, user, password })
  }
  // JSON is YAML.
  return JSON.stringify({ orm: { database: { connections: { bench: connection } } } })
}

/**
 * @param {Session} session
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function succeed(session, command, args, cwd) {
  const { code, stdout, output } = await session.run(command, args, { cwd })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${output}`)
  return stdout
}
