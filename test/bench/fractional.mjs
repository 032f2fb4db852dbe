import { listTable, measure, onEachDatabase } from './sortable.mjs'

/** @typedef {import('./run.mjs').Row} Row */

export const title = 'Fractional ranks against integer ranks'

const schema = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  ${listTable('entry')}
  ${listTable('fraction', 'BIGINT', '<parameter name="rank_type" value="fractional"/>')}
</database>`

export async function run() {
  /** @type {Row[]} */
  const rows = []
  await onEachDatabase(async (database, project, env) => {
    const times = measure(project, database, env, schema, 'fractional.php')
    for (const [what, [fractional, integer]] of Object.entries(times)) {
      rows.push({
        what: `${database}: ${what}`,
        value: `${(1000 * fractional).toFixed(1)} ms`,
        memory: `${(fractional / integer).toFixed(2)} x`,
        limit: `the ${(1000 * integer).toFixed(1)} ms of integer ranks`,
      })
    }
  })
  return { rows, ok: true }
}
