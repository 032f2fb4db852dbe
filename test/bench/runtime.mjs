import { ratiosOf } from './support/php-ratios.mjs'

/** Generated models against hand-written PDO with cached prepared statements: how many times as long. */
export const title = 'runtime: models against hand-written PDO, medians of seven alternating runs'

/** What a ratio must keep to: on SQLite in memory, where nothing hides the cost, and on servers. */
const scenarios = /** @type {const} */ ({
  insertParentAndChild: { what: 'insert parent and child', sqlite: 2.2, server: 1.3 },
  insertInOneTransaction: { what: 'insert rows one by one in one transaction', sqlite: 2.2, server: 1.3 },
  findByKey: { what: 'find by key', sqlite: 2, server: 1.3 },
  countWithOr: { what: 'count with an OR', sqlite: 1.15, server: 1.3 },
  countNamedConditions: { what: 'count with named conditions', sqlite: 1.15, server: 1.3 },
  hydrateFiveByClause: { what: 'hydrate 5 rows of a clause', sqlite: 3.5, server: 1.3 },
  hydrateFive: { what: 'hydrate 5 rows', sqlite: 4, server: 1.3 },
  joinBothSides: { what: 'join, hydrate both', sqlite: 5, server: 1.3 },
  hydrateAll: { what: 'hydrate 50,000 rows', sqlite: 2.5, server: 2.5, memory: 1.5 },
  holdAll: { what: 'the same against arrays by position', sqlite: 2.5, server: 2.5, memory: 1.4 },
  saveCollection: { what: 'save 10,000 new objects', sqlite: 1.1, server: 1.3 },
  appendToLists: { what: 'append to sortable lists', sqlite: 4, server: 1.3 },
  appendInOneTransaction: { what: 'append to a list, all in one transaction', sqlite: 2.5, server: 1.3 },
  moveInList: { what: 'move in a list of 2,000', sqlite: 1.2, server: 1.3 },
  moveInListOfHeldObjects: { what: 'the same with all objects held', sqlite: 1.6, server: 1.6 },
})

const remark = `Memory is compared with plain objects, which take the least, and with arrays by position. Arrays as PDO gives them by name
take a fifth more than models.

A list whose objects are all held has 2,000 objects that are told their new ranks at every move, which the hand-written side leaves
out.

Of the time of a row that is inserted in a transaction of many, 43 % is the database. The rest is what the hand-written loop does
not do: the pool keeps the objects (a tenth), a log reverts them when the transaction is rolled back (a tenth), statements forget
the values that were bound to them (6 %), and about twenty calls lead from the setters to the driver, none of which has more
than 5 %. An append to a list adds a second statement on both sides, and on ours the lock of the list, which is looked up each
time, the place of the object before, for the log, and the hooks of a save.

Statements that MariaDB counts for each of them, by hand and by models: insert parent and child 4 and 4, find, count and join 1 and 1,
append 7 and 6, append in one transaction 2 and 2, move 8 and 6.8. No round trip is left to save; what the clock says
beyond that is the processor time of PHP, and on a busy machine the wait for a processor.

PostgreSQL executes the same statements by hand and by models, with generic plans after the fifth time on both sides, in as many
round trips (seen by strace, and in pg_prepared_statements). What is left is the processor time of PHP: for five rows on a busy machine,
28 µs by hand and 50 µs by models, and nearly all of the difference is spent in the engine of PHP. A process that has waited for the server
finds its caches cold: making the query takes 6.2 µs then, and 1.8 at once again. The hand-written side writes its limit into the SQL; with
one that is bound, as by models, it takes 74 instead of 66 µs by the clock, and models 104 (the least of 6,000 calls).`

export async function run() {
  const rows = (await ratiosOf('schema.xml', 'bench.php')).flatMap(([database, ratios]) => rowsOf(database, ratios))
  return { rows, ok: rows.every(({ ok }) => ok), remark }
}

/**
 * @param {string} database
 * @param {Record<string, { time: number, memory: number }>} ratios
 */
function rowsOf(database, ratios) {
  const kind = database === 'sqlite' ? 'sqlite' : 'server'
  return Object.entries(scenarios).map(([name, scenario]) => {
    const { time, memory } = /** @type {{ time: number, memory: number }} */ (ratios[name])
    const limits = [`at most ${scenario[kind]}`]
    let ok = time <= scenario[kind]
    let memoryText = ''
    if ('memory' in scenario) {
      limits.push(`${scenario.memory} in memory`)
      memoryText = memory.toFixed(2)
      ok &&= memory <= scenario.memory
    }
    const limit = `${limits.join(', ')}${ok ? '' : ' MISSED'}`
    return { what: `${database}: ${scenario.what}`, value: time.toFixed(2), memory: memoryText, limit, ok }
  })
}
