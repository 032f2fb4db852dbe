import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { openSession } from '../support/servers.mjs'

/** @typedef {import('./run.mjs').Row} Row */

export const title = 'Sortable lists against SQL written by hand'

/** How much more than the bare statements an operation may take: the lock, the checks and the objects. */
const limits = { 'last to top of 100 000': 1.5, 'reorder of 10 000': 2 }

/**
 * A table of lists.
 *
 * @param {string} name
 * @param {string} [type] of the rank
 * @param {string} [parameters] more of the behavior
 */
export const listTable = (name, type = 'INTEGER', parameters = '') => `<table name="${name}">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="title" type="VARCHAR" size="50"/>
  <column name="position" type="${type}"/>
  <column name="my_scope" type="INTEGER"/>
  <index><index-column name="my_scope"/><index-column name="position"/></index>
  <behavior name="sortable">
    <parameter name="rank_column" value="position"/>
    <parameter name="use_scope" value="true"/>
    <parameter name="scope_column" value="my_scope"/>
    ${parameters}
  </behavior>
</table>`

const schema = `<database name="lists" defaultIdMethod="native" namespace="Lists">${listTable('entry')}</database>`

export async function run() {
  /** @type {Row[]} */
  const rows = []
  let ok = true
  await onEachDatabase(async (database, project, env) => {
    const times = measure(project, database, env, schema, 'sortable.php')
    for (const [what, limit] of Object.entries(limits)) {
      const [ours, byHand] = times[what]
      const ratio = ours / byHand
      ok &&= ratio <= limit
      rows.push({
        what: `${database}: ${what}`,
        value: `${(1000 * ours).toFixed(0)} ms`,
        memory: `${ratio.toFixed(2)} x`,
        limit: `at most ${limit} x the ${(1000 * byHand).toFixed(0)} ms by hand`,
      })
    }
  })
  return { rows, ok }
}

/**
 * Calls a function for each database, with a folder for a project on it.
 *
 * @param {(database: string, project: string, env: Record<string, string>) => Promise<void>} work
 */
export async function onEachDatabase(work) {
  const session = openSession(['pgsql', 'mysql'])
  const folder = mkdtempSync(join(tmpdir(), 'orm-bench-'))
  try {
    const { env, error } = await session.ready
    if (error !== undefined) throw new Error(error)
    for (const database of ['sqlite', 'pgsql', 'mysql']) await work(database, join(folder, database), env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await session.stop()
  }
}

/**
 * Builds a schema of lists on a database, and runs a script with it.
 *
 * @param {string} folder
 * @param {string} database
 * @param {Record<string, string>} env
 * @param {string} schema
 * @param {string} file in php
 * @returns {Record<string, [number, number]>} seconds of ours and of what it is compared with
 */
export function measure(folder, database, env, schema, file) {
  buildProject(folder, 'lists', schema, connectionOf(folder, database, env))
  const script = join(root, 'test/bench/php', file)
  return JSON.parse(execFileSync('php', [...phpOptions, script], { cwd: folder, encoding: 'utf8' }))
}

export const phpOptions = ['-d', `auto_prepend_file=${join(root, 'test/support/project.php')}`]

/**
 * @param {string} folder
 * @param {string} name of the connection
 * @param {string} schema
 * @param {object} connection
 * @param {object} [generator] its configuration
 */
export function buildProject(folder, name, schema, connection, generator = {}) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'schema.xml'), schema)
  const config = { orm: { database: { connections: { [name]: connection } }, generator } }
  writeFileSync(join(folder, 'orm.json'), JSON.stringify(config))
  for (const command of ['sql:build', 'model:build', 'config:convert', 'sql:insert']) {
    execFileSync(process.execPath, [join(root, 'packages/cli/bin/orm.js'), command], { cwd: folder, stdio: 'pipe' })
  }
}

/**
 * @param {string} folder
 * @param {string} database
 * @param {Record<string, string>} env
 */
export function connectionOf(folder, database, env) {
  if (database === 'sqlite') return { adapter: 'sqlite', dsn: `sqlite:${join(folder, 'lists.sqlite')}` }
  const server = JSON.parse(env[`ORM_TEST_${database.toUpperCase()}`])
  const { host, port, user, password } = server
  return { adapter: database, dsn: `${database}:host=${host};port=${port};dbname=${server.database}`, user, password }
}
