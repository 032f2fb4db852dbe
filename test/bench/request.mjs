import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requestedDatabases } from '../support/database-names.mjs'
import { missingTools, provision } from '../support/provision.mjs'
import { root } from '../support/root.mjs'
import { openSession } from '../support/servers.mjs'
import { fpmProgram } from '../support/tools.mjs'

/**
 * @typedef {import('../support/database-names.mjs').DatabaseName} DatabaseName
 * @typedef {{ socket: string, stop: () => void }} Server
 * @typedef {{ milliseconds: number, bytes: number, files: number }} Answer
 */

/** What nearly all PHP serves: a request of a new process state, with compiled PHP in memory. */
export const title = 'request: one request under php-fpm with opcache, beside PDO by hand'

const php = join(import.meta.dirname, 'php')
const front = join(php, 'Request', 'front.php')
const shared = '/usr/share/php'

/** The first of them is what gates. */
const requests = {
  'five kinds of statements': 'findByKey,joinToOne,clauseWithLimit,count,insert',
  'find by key': 'findByKey',
  'find by a unique column': 'findByUnique',
  'join to one': 'joinToOne',
  'join to many': 'joinToMany',
  'clause with order and limit': 'clauseWithLimit',
  'count with OR': 'count',
  insert: 'insert',
  'find and update': 'update',
  'find and delete': 'delete',
  'append to a list': 'append',
  'find and move in a list': 'move',
  'a page with five tables': 'page',
  'join with a translation': 'translation',
  'save a graph of four objects': 'graph',
}
const [five = ''] = Object.keys(requests)

/** The kinds that Doctrine and Eloquent have here. */
const common = ['findByKey', 'findByUnique', 'joinToOne', 'clauseWithLimit', 'count', 'insert', 'update']

/** Instructions of the five kinds above those by hand, on SQLite; they were 2,008,000 before there was this bench. */
const mostInstructions = 1_580_000
const mostBytes = 430_000
const rounds = 30

const settings = ['opcache.enable=1', 'opcache.validate_timestamps=0', 'opcache.jit=off', 'zend.assertions=-1'].flatMap(
  (text) => ['-d', text],
)

/** The folders of /usr/share/php that a library needs, and its files of functions. */
const peers = /** @type {Record<string, { folders: string[], files?: string[] }>} */ ({
  Doctrine: {
    folders: ['Doctrine', 'Psr', 'Symfony/Component/Cache', 'Symfony/Component/VarExporter', 'Symfony/Contracts'],
  },
  Eloquent: {
    folders: [
      'Illuminate',
      'Carbon',
      'Psr',
      'Doctrine/Inflector',
      'Symfony/Component/Translation',
      'Symfony/Contracts',
    ],
    files: ['Illuminate/Support/helpers.php', 'Illuminate/Collections/helpers.php'],
  },
})

const remark = `A request loads Composer's authoritative class map and the configuration, connects, and runs each of its statements once.
Milliseconds are the time of the script under php-fpm with one child, the fastest of ${rounds} requests of each side, which take turns:
with a new connection, and with a persistent one. Instructions are those of the whole request, its end included, minus those
of the request by hand. Callgrind counts them in php-cgi, with compiled PHP in shared memory; two runs differ by less than
0.2 %, whatever else the machine does. They gate; milliseconds do not. \`npm run bench -- request --peers\` adds Doctrine and Eloquent
where Debian's packages are installed, for the kinds of statements that they have, and Propel 2 if \`ORM_PEER_PROPEL\` names the
folder of its sources.`

/** @param {{ peers?: boolean }} [options] */
export async function run({ peers: hasPeers = false } = {}) {
  await install()
  const databases = requestedDatabases()
  const session = openSession(databases)
  try {
    const { env, error } = await session.ready
    if (error !== undefined) throw new Error(error)
    const rows = []
    for (const database of databases) {
      const project = join(env.TMPDIR ?? '', `request-${database}`)
      const sides = prepare(project, database, env[`ORM_TEST_${database.toUpperCase()}`], hasPeers)
      rows.push(...(await rowsOf(project, database, sides)))
    }
    return { rows, ok: rows.every(({ ok }) => ok !== false), remark }
  } finally {
    await session.stop()
  }
}

/** @returns {Promise<void>} */
async function install() {
  const names = /** @type {const} */ (['php', 'pdo_sqlite', 'composer', 'fpm', 'cgi', 'fcgi', 'valgrind'])
  await provision(names, await missingTools(names), (text) => console.log(text))
}

/**
 * @param {string} project
 * @param {DatabaseName} database
 * @param {string[]} sides
 */
async function rowsOf(project, database, sides) {
  const instructions = {
    ByHand: await instructionsOf(project, 'ByHand'),
    Orm: await instructionsOf(project, 'Orm'),
  }
  const answers = await answersOf(project, sides)
  /** @type {import('./run.mjs').Row[]} */
  const rows = []
  for (const [name, kinds] of Object.entries(requests)) {
    const above = (instructions.Orm[kinds] ?? 0) - (instructions.ByHand[kinds] ?? 0)
    const gates = database === 'sqlite' && name === five
    const times = sides.flatMap((side) => {
      const [fresh, kept] = [false, true].map((isKept) => answers.get(keyOf(side, kinds, isKept))?.milliseconds)
      return fresh === undefined || kept === undefined ? [] : [`${side} ${fresh.toFixed(2)} / ${kept.toFixed(2)} ms`]
    })
    rows.push({
      what: `${name}, ${database}`,
      value: `${Math.round(above / 1000).toLocaleString('en')} thousand instructions`,
      ...(gates && {
        limit: `at most ${(mostInstructions / 1000).toLocaleString('en')}`,
        ok: above <= mostInstructions,
      }),
      detail: times.join(', '),
    })
    if (name !== five) continue
    const { bytes = 0, files = 0 } = answers.get(keyOf('Orm', kinds, false)) ?? {}
    rows.push({
      what: `memory of it, ${database}`,
      value: `${Math.round(bytes / 1000)} kB`,
      ...(gates && { limit: `at most ${mostBytes / 1000} kB`, ok: bytes <= mostBytes }),
      detail: sides
        .map((side) => `${side} ${Math.round((answers.get(keyOf(side, kinds, false))?.bytes ?? 0) / 1000)} kB`)
        .join(', '),
    })
    rows.push({ what: `files of it, ${database}`, value: String(files) })
  }
  return rows
}

/**
 * @param {string} side
 * @param {string} kinds
 * @param {boolean} isPersistent
 */
const keyOf = (side, kinds, isPersistent) => `${side} ${kinds} ${isPersistent}`

/**
 * Builds the sides and the database.
 *
 * @param {string} project
 * @param {DatabaseName} database
 * @param {string | undefined} server  JSON
 * @param {boolean} hasPeers
 */
function prepare(project, database, server, hasPeers) {
  changed = firstChanged
  const folder = join(project, 'orm')
  mkdirSync(folder, { recursive: true })
  const { host, port, database: name, user, password } = JSON.parse(server ?? '{}')
  const dsn =
    database === 'sqlite'
      ? `sqlite:${join(project, 'bench.db')}`
      : `${database}:host=${host};port=${port};dbname=${name}`
  const quoted = (/** @type {string | undefined} */ text) => (text === undefined ? 'null' : `'${text}'`)
  writeFileSync(join(project, 'connection.php'), `<?php return ['${dsn}', ${quoted(user)}, ${quoted(password)}];\n`)
  const connection = { adapter: database, dsn, user, password }
  copyFileSync(join(php, 'request.xml'), join(folder, 'schema.xml'))
  const orm = [process.execPath, join(root, 'packages', 'cli', 'bin', 'orm.js')]
  writeConnection(folder, 'orm', { ...connection, options: { ATTR_PERSISTENT: true } })
  succeed([...orm, 'config:convert'], folder)
  renameSync(join(folder, 'generated-conf'), join(folder, 'persistent'))
  writeConnection(folder, 'orm', connection)
  for (const command of ['sql:build', 'model:build', 'config:convert']) succeed([...orm, command], folder)
  // config.php loads it from its own folder.
  copyFileSync(join(folder, 'generated-conf', 'loadDatabase.php'), join(folder, 'persistent', 'loadDatabase.php'))
  dumpClassMap(folder, ['generated-classes', join(root, 'packages', 'runtime', 'src')])
  succeed(['php', join(php, 'Request', 'prepare.php'), project], project)
  const sides = ['ByHand', 'Orm']
  if (!hasPeers) return sides
  for (const [peer, { folders, files = [] }] of Object.entries(peers)) {
    if (!existsSync(join(shared, /** @type {string} */ (folders[0])))) {
      console.log(`  ${peer} is not installed`)
      continue
    }
    const own = join(project, peer.toLowerCase())
    mkdirSync(own)
    const known = folders.map((part) => join(shared, part)).filter((part) => existsSync(part))
    dumpClassMap(
      own,
      [...known, join(php, 'Peers', peer)],
      files.map((file) => join(shared, file)),
    )
    sides.push(peer)
  }
  const sources = process.env.ORM_PEER_PROPEL
  if (sources !== undefined && sources !== '') {
    preparePropel(join(project, 'propel'), sources, connection)
    sides.push('Propel')
  }
  return sides
}

/**
 * Builds the models of Propel 2 from the same schema.
 *
 * @param {string} folder
 * @param {string} sources
 * @param {{ adapter: string, dsn: string, user?: string, password?: string }} connection
 */
function preparePropel(folder, sources, connection) {
  mkdirSync(join(folder, 'tool'), { recursive: true })
  copyFileSync(join(php, 'request.xml'), join(folder, 'schema.xml'))
  const symfony = ['Console', 'Yaml', 'Config', 'Filesystem', 'Finder', 'String', 'Translation', 'Validator']
  const libraries = [...symfony.map((part) => `Symfony/Component/${part}`), 'Symfony/Contracts', 'Psr', 'Monolog']
  const known = libraries.map((part) => join(shared, part)).filter((part) => existsSync(part))
  const classes = join(sources, 'src', 'Propel')
  dumpClassMap(join(folder, 'tool'), [classes, ...known])
  const command = ['php', '-d', `auto_prepend_file=${join(folder, 'tool', 'vendor', 'autoload.php')}`]
  command.push('-d', 'error_reporting=8191', join(sources, 'bin', 'propel.php'))
  writeConnection(folder, 'propel', { ...connection, options: { ATTR_PERSISTENT: true } })
  succeed([...command, 'config:convert'], folder)
  renameSync(join(folder, 'generated-conf'), join(folder, 'persistent'))
  writeConnection(folder, 'propel', connection)
  for (const name of ['model:build', 'config:convert']) succeed([...command, name], folder)
  dumpClassMap(folder, ['generated-classes', classes, ...known])
}

/**
 * @param {string} folder
 * @param {'orm' | 'propel'} library
 * @param {{ adapter: string, dsn: string, user?: string, password?: string, options?: object }} connection
 */
function writeConnection(folder, library, connection) {
  const { user = '', password = '', ...rest } = connection
  const bench = library === 'orm' ? connection : { ...rest, user, password, classname: 'ConnectionWrapper' }
  const runtime = { defaultConnection: 'bench', connections: ['bench'] }
  // JSON is YAML.
  writeFileSync(
    join(folder, `${library}.yaml`),
    JSON.stringify({
      [library]: {
        database: { connections: { bench } },
        ...(library === 'propel' && { runtime, generator: runtime, paths: { phpDir: 'generated-classes' } }),
      },
    }),
  )
}

/**
 * @param {string} folder
 * @param {readonly string[]} classmap
 * @param {readonly string[]} files
 */
function dumpClassMap(folder, classmap, files = []) {
  writeFileSync(join(folder, 'composer.json'), JSON.stringify({ autoload: { classmap, files } }))
  succeed(['composer', 'dump-autoload', '--classmap-authoritative', '--quiet'], folder)
}

/**
 * Counts the instructions of each request, when everything is compiled.
 *
 * @param {string} project
 * @param {string} side
 */
async function instructionsOf(project, side) {
  const out = join(project, `callgrind-${side}`)
  mkdirSync(out)
  const socket = join(project, `${side}.sock`)
  const tool = ['--tool=callgrind', '--dump-after=php_request_shutdown', `--callgrind-out-file=${join(out, 'out')}`]
  const child = spawn('valgrind', ['-q', ...tool, 'php-cgi', ...settings, '-b', socket], {
    env: { ...process.env, USE_ZEND_ALLOC: '0' },
    stdio: 'ignore',
  })
  try {
    await until(() => existsSync(socket))
    /** @type {Record<string, number>} */
    const totals = {}
    let dumps = 0
    for (const kinds of Object.values(requests)) {
      for (let time = 0; time < 3; time++) {
        ask(socket, project, side, kinds)
        const file = join(out, `out.${++dumps}`)
        const total = () => (existsSync(file) ? /^totals: (\d+)\n/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined)
        await until(() => total() !== undefined)
        totals[kinds] = Number(total())
      }
    }
    return totals
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * The fastest answer of each side to each request.
 *
 * @param {string} project
 * @param {readonly string[]} sides
 */
async function answersOf(project, sides) {
  /** @type {Map<string, Answer>} */
  const best = new Map()
  const servers = sides.map((side) => /** @type {const} */ ([side, startFpm(project, side)]))
  try {
    for (const [, { socket }] of servers) await until(() => existsSync(socket))
    for (const kinds of Object.values(requests)) {
      const able = servers.filter(([side]) => isAble(side, kinds))
      for (const isPersistent of [false, true]) {
        for (let time = 0; time < rounds; time++) {
          for (const [side, { socket }] of able) {
            const answer = ask(socket, project, side, kinds, isPersistent)
            const key = keyOf(side, kinds, isPersistent)
            if (answer.milliseconds < (best.get(key)?.milliseconds ?? Infinity)) best.set(key, answer)
          }
        }
      }
    }
    return best
  } finally {
    for (const [, { stop }] of servers) stop()
  }
}

/**
 * @param {string} side
 * @param {string} kinds
 */
const isAble = (side, kinds) =>
  !(side === 'Doctrine' || side === 'Eloquent') || kinds.split(',').every((kind) => common.includes(kind))

/**
 * @param {string} project
 * @param {string} side
 * @returns {Server}
 */
function startFpm(project, side) {
  const socket = join(project, `fpm-${side}.sock`)
  const file = join(project, `fpm-${side}.conf`)
  const lines = ['[global]', `error_log=${join(project, `fpm-${side}.log`)}`, 'daemonize=no', '[bench]']
  lines.push(`listen=${socket}`, 'pm=static', 'pm.max_children=1', 'listen.mode=0666')
  const isRoot = process.getuid?.() === 0
  if (isRoot) lines.push('user=root', 'group=root')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const child = spawn(fpmProgram(), [...(isRoot ? ['-R'] : []), '-F', '-y', file, ...settings], { stdio: 'ignore' })
  return { socket, stop: () => child.kill('SIGQUIT') }
}

/** A request changes or deletes a row of its own, which no other request reads: the last of the rows so far. */
const firstChanged = 100
let changed = firstChanged

/**
 * @param {string} socket
 * @param {string} project
 * @param {string} side
 * @param {string} kinds
 * @returns {Answer}
 */
function ask(socket, project, side, kinds, isPersistent = false) {
  const n = kinds === 'update' || kinds === 'delete' ? ++changed : 7
  const query = new URLSearchParams({ side, kinds, n: String(n), project, ...(isPersistent && { persistent: '1' }) })
  const { stdout, stderr } = spawnSync('cgi-fcgi', ['-bind', '-connect', socket], {
    encoding: 'utf8',
    env: { SCRIPT_FILENAME: front, REQUEST_METHOD: 'GET', QUERY_STRING: query.toString() },
  })
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) throw new Error(`${side} failed with ${kinds}\n${stdout}${stderr}`)
  return JSON.parse(line)
}

/** @param {() => boolean} isSo */
async function until(isSo) {
  for (let time = 0; !isSo(); time++) {
    if (time > 3000) throw new Error('waited in vain for a server')
    await pause(20)
  }
}

/**
 * @param {readonly string[]} command
 * @param {string} cwd
 */
function succeed([program = '', ...args], cwd) {
  execFileSync(program, args, { cwd, stdio: 'pipe', env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' } })
}
