import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession } from '../support/servers.mjs'
import { measure } from './sortable.mjs'

/** @typedef {import('./run.mjs').Row} Row */

export const title = 'Fractional ranks against integer ranks'

/** @param {string} name @param {string} type @param {string} parameters */
const table = (name, type, parameters) => `<table name="${name}">
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

const schema = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  ${table('entry', 'INTEGER', '')}
  ${table('fraction', 'BIGINT', '<parameter name="rank_type" value="fractional"/>')}
</database>`

export async function run() {
  const session = openSession(['pgsql', 'mysql'])
  const folder = mkdtempSync(join(tmpdir(), 'orm-bench-'))
  try {
    const { env, error } = await session.ready
    if (error !== undefined) throw new Error(error)
    /** @type {Row[]} */
    const rows = []
    for (const database of ['sqlite', 'pgsql', 'mysql']) {
      const times = measure(join(folder, database), database, env, schema, 'fractional.php')
      for (const [what, [fractional, integer]] of Object.entries(times)) {
        rows.push({
          what: `${database}: ${what}`,
          value: `${(1000 * fractional).toFixed(1)} ms`,
          memory: `${(fractional / integer).toFixed(2)} x`,
          limit: `the ${(1000 * integer).toFixed(1)} ms of integer ranks`,
        })
      }
    }
    return { rows, ok: true }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await session.stop()
  }
}
