import { ratiosOf } from './support/php-ratios.mjs'

/** Rows with behaviors against hand-written PDO that does the same, as safely: how many times as long. */
export const title = 'behaviors: against hand-written PDO doing the same, medians of nine or fifteen alternating runs'

const limits = { sqlite: 2.5, server: 1.4 }

const remark = `Both sides send the same statements in transactions of the same extent, and give the same guarantees: locks, the unique index
that decides on slugs of any title, versions that are numbered while others wait and show the row as it is, nodes in memory
that follow their tree. By hand, rows are plain objects and every statement is prepared once; what is one statement has no
transaction. On servers the time of the clock counts, which other work on the machine makes longer for the side that does
more in PHP.

Where a save of one object is several statements, about half of its time on SQLite is the database itself (executing, beginning,
committing), as by hand. The rest is spread over some forty functions of at most 3 % each: hooks, the log that takes objects back
when a transaction is rolled back, the pool, statements that forget the values that were bound. i18n makes two objects and a
collection where one row is read, and what i18n and delegate change is found and saved through the object that it belongs to.`

export async function run() {
  const rows = []
  for (const [database, ratios] of await ratiosOf('behaviors.xml', 'behaviors.php')) {
    const limit = limits[database === 'sqlite' ? 'sqlite' : 'server']
    for (const [behavior, times] of Object.entries(ratios)) {
      for (const [operation, ratio] of Object.entries(times)) {
        const what = `${database}: ${behavior}, ${operation}`
        rows.push({ what, value: ratio.toFixed(2), limit: `at most ${limit}`, ok: ratio <= limit })
      }
    }
  }
  return { rows, ok: rows.every(({ ok }) => ok), remark }
}
