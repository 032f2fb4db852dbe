import { ratiosOf } from './support/php-ratios.mjs'

/** Only `npm run bench -- --peers` runs it. */
export const title =
  'peers: Orm and other libraries against the same hand-written PDO, SQLite in memory, processor time'

const scenarios = {
  insertParentAndChild: 'insert parent and child',
  findByKey: 'find by key',
  countWithOr: 'count with an OR',
  hydrateFive: 'hydrate 5 rows',
  joinBothSides: 'join, hydrate both',
  hydrateAll: 'hydrate 50,000 rows',
  saveCollection: 'save 10,000 new objects',
}

const remark = `Doctrine 2.14 and Eloquent 8.83 are the packages \`php-doctrine-orm\` and \`php-laravel-framework\` of Debian 12. All libraries use
the same connection, and each takes turns with the hand-written code. Doctrine has its caches of metadata and queries; its
identity map and our pool are emptied, so that every object is made of a row. Eloquent reads both sides of a join by two
queries. The scripts are in \`test/bench/php/Peers\`. \`ORM_BENCH_PEERS\` names more, separated by commas: each is a PHP file that
returns a function, which gets the PDO and a folder, and gives a \`CommonWork\`.`

export async function run() {
  const more = (process.env.ORM_BENCH_PEERS ?? '').split(',').filter((file) => file !== '')
  const [[, { ratios, missing }] = []] = await ratiosOf('schema.xml', 'peers.php', {
    databases: ['sqlite'],
    args: more,
  })
  for (const library of missing) console.log(`  ${library} is not installed`)
  const rows = Object.entries(scenarios).map(([name, what]) => {
    const { Orm: own, ...others } = /** @type {Record<string, number>} */ (ratios[name])
    const detail = Object.entries(others).map(([library, ratio]) => `${library} ${ratio.toFixed(2)}`)
    return { what, value: Number(own).toFixed(2), detail: detail.join(', ') }
  })
  return { rows, ok: true, remark }
}
