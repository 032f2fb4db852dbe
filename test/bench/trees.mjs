import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { buildProject, connectionOf, onEachDatabase, phpOptions } from './sortable.mjs'

/** @typedef {import('./run.mjs').Row} Row */

export const title = 'Trees that eight processes write to'

const writers = 8

/** What each writer adds to a tree that has so many nodes. */
const added = 25
const before = 500

const table = (/** @type {string} */ name, /** @type {string} */ behavior) => `<table name="${name}">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="title" type="VARCHAR" size="50"/>
  <behavior name="${behavior}"/>
</table>`

const schema = `<database name="trees" defaultIdMethod="native" namespace="Trees">
  ${table('numbered', 'nested_set')}${table('paired', 'closure_table')}
</database>`

export async function run() {
  /** @type {Row[]} */
  const rows = []
  await onEachDatabase(async (database, project, env) => {
    buildProject(project, 'trees', schema, connectionOf(project, database, env))
    const nested = await perSecond(project, 'Numbered')
    const closure = await perSecond(project, 'Paired')
    rows.push({ what: `${database}: nested_set`, value: `${nested.toFixed(0)} nodes/s` })
    rows.push({
      what: `${database}: closure_table`,
      value: `${closure.toFixed(0)} nodes/s`,
      detail: `${(closure / nested).toFixed(1)} times nested_set`,
    })
  })
  return { rows, ok: true }
}

/**
 * How many nodes all writers add in a second.
 *
 * @param {string} folder
 * @param {string} model
 */
async function perSecond(folder, model) {
  await php(folder, model, before, 0)
  const start = performance.now()
  await Promise.all(Array.from({ length: writers }, (_, writer) => php(folder, model, added, writer + 1)))
  return (writers * added) / ((performance.now() - start) / 1000)
}

/**
 * @param {string} folder
 * @param {string} model
 * @param {number} count
 * @param {number} writer
 */
async function php(folder, model, count, writer) {
  const args = [...phpOptions, join(root, 'test/bench/php/trees.php'), model, String(count), String(writer)]
  const [code] = await once(spawn('php', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }), 'close')
  if (code !== 0) throw new Error(`PHP ended with code ${code}`)
}
