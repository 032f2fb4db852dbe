import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestedDatabases } from '../support/database-names.mjs'
import { root } from '../support/root.mjs'
import { openSession } from '../support/servers.mjs'

/** Generated models against hand-written PDO with cached prepared statements: how many times as long. */
export const title = 'runtime: models against hand-written PDO, medians of seven alternating runs'

/** What a ratio must keep to: on SQLite in memory, where nothing hides the cost, and on servers. */
const scenarios = /** @type {const} */ ({
  insertParentAndChild: { what: 'insert parent and child', sqlite: 2.5, server: 1.3 },
  findByKey: { what: 'find by key', sqlite: 2.5, server: 1.3 },
  countWithOr: { what: 'count with an OR', sqlite: 1.15, server: 1.3 },
  hydrateFive: { what: 'hydrate 5 rows', sqlite: 4, server: 1.3 },
  joinBothSides: { what: 'join, hydrate both', sqlite: 5, server: 1.3 },
  hydrateAll: { what: 'hydrate 50,000 rows', sqlite: 2.5, server: 2.5, memory: 1.5 },
  saveCollection: { what: 'save 10,000 new objects', sqlite: 1.2, server: 1.3 },
  appendToLists: { what: 'append to sortable lists', sqlite: 4, server: 1.3 },
})

/** @typedef {import('../support/servers.mjs').Session} Session */

export async function run() {
  const databases = requestedDatabases()
  const session = openSession(databases)
  try {
    const { env, error } = await session.ready
    if (error !== undefined) throw new Error(error)
    const rows = []
    for (const database of databases) rows.push(...(await measure(session, database, env)))
    return { rows, ok: rows.every(({ ok }) => ok) }
  } finally {
    await session.stop()
  }
}

/**
 * @param {Session} session
 * @param {import('../support/database-names.mjs').DatabaseName} database
 * @param {Record<string, string>} env
 */
async function measure(session, database, env) {
  const project = join(env.TMPDIR ?? '', `bench-${database}`)
  mkdirSync(project)
  copyFileSync(join(import.meta.dirname, 'php', 'schema.xml'), join(project, 'schema.xml'))
  writeFileSync(join(project, 'orm.yaml'), configuration(database, env[`ORM_TEST_${database.toUpperCase()}`]))
  const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
  for (const command of ['sql:build', 'model:build', 'config:convert']) {
    await succeed(session, process.execPath, [orm, command], project)
  }
  const settings = ['opcache.enable_cli=1', 'zend.assertions=-1', 'memory_limit=1G'].flatMap((text) => ['-d', text])
  const script = join(import.meta.dirname, 'php', 'bench.php')
  const ratios = JSON.parse(await succeed(session, 'php', [...settings, script, project, database], project))
  const kind = database === 'sqlite' ? 'sqlite' : 'server'
  return Object.entries(scenarios).map(([name, scenario]) => {
    const { time, memory } = ratios[name]
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
