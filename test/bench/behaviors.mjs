import { ratiosOf } from './support/php-ratios.mjs'

/** Rows with behaviors against hand-written PDO that does the same, as safely: how many times as long. */
export const title = 'behaviors: against hand-written PDO doing the same, medians of seven or nine alternating runs'

const limits = { sqlite: 2.5, server: 1.4 }

export async function run() {
  const rows = []
  for (const [database, ratios] of await ratiosOf('behaviors.xml', 'behaviors.php')) {
    const limit = limits[database === 'sqlite' ? 'sqlite' : 'server']
    for (const [behavior, times] of Object.entries(ratios)) {
      for (const operation of /** @type {const} */ (['insert', 'update', 'find'])) {
        const ratio = times[operation]
        const what = `${database}: ${behavior}, ${operation}`
        rows.push({ what, value: ratio.toFixed(2), limit: `at most ${limit}`, ok: ratio <= limit })
      }
    }
  }
  return { rows, ok: rows.every(({ ok }) => ok) }
}
