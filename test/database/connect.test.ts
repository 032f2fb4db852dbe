import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type ConnectionConfig, type DialectName, OrmError } from 'orm-core'
import { close, connect } from '#database/connect/connect.js'
import { watched } from '#database/session/keep-alive.js'
import { root } from '../support/root.mjs'

const servers = ['mysql', 'pgsql'] as const

const config = (adapter: DialectName, dsn: string, more: Partial<ConnectionConfig> = {}): ConnectionConfig => ({
  adapter,
  classname: '',
  dsn,
  user: 'somebody',
  password: 'topsecret',
  attributes: { ATTR_TIMEOUT: 20 },
  ...more,
})

const sentence = async (connection: ConnectionConfig): Promise<string> => {
  try {
    const { session } = await connect('shop', connection, { create: false })
    await close(session)
    return 'connected'
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.message
  }
}

/** A port on which nobody listens; one that was free may be another test's now. */
const deadPort = 1

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)))

for (const adapter of servers) {
  test(`${adapter}: nobody listens`, async (t) => {
    const dsn = `${adapter}:host=127.0.0.1;port=${deadPort};dbname=x`
    t.is(await sentence(config(adapter, dsn)), `ORM-D001 connection "shop": no server listens on 127.0.0.1:${deadPort}`)
  })

  test(`${adapter}: nobody listens on a name with several addresses`, async (t) => {
    const dsn = `${adapter}:host=localhost;port=${deadPort};dbname=x`
    t.is(await sentence(config(adapter, dsn)), `ORM-D001 connection "shop": no server listens on localhost:${deadPort}`)
  })

  test(`${adapter}: no such socket`, async (t) => {
    const dsn = adapter === 'mysql' ? 'mysql:unix_socket=/nowhere/x.sock' : 'pgsql:host=/nowhere;port=5433'
    const socket = adapter === 'mysql' ? '/nowhere/x.sock' : '/nowhere/.s.PGSQL.5433'
    t.is(await sentence(config(adapter, dsn)), `ORM-D001 connection "shop": no server listens on socket ${socket}`)
  })

  test(`${adapter}: no such host`, async (t) => {
    const dsn = `${adapter}:host=no-such-host.invalid;dbname=x`
    t.regex(
      await sentence(config(adapter, dsn, {})),
      /^ORM-D001 connection "shop": (the host of no-such-host\.invalid:\d+ cannot be found or reached|no-such-host\.invalid:\d+ did not answer within 20 seconds)$/,
    )
  })

  test(`${adapter}: a server that accepts and says nothing`, async (t) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket))
    const port = await listening(server)
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const dsn = `${adapter}:host=127.0.0.1;port=${port};dbname=x`
    t.is(
      await sentence(config(adapter, dsn, { attributes: { ATTR_TIMEOUT: 1 } })),
      `ORM-D001 connection "shop": 127.0.0.1:${port} did not answer within 1 second`,
    )
  })

  test(`${adapter}: the script ends soon after a server that says nothing, and shows no password`, async (t) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket))
    const port = await listening(server)
    const path = await folder(t)
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const shop = { ...config(adapter, `${adapter}:host=127.0.0.1;port=${port}`), attributes: { ATTR_TIMEOUT: 1 } }
    await writeFile(join(path, 'orm.json'), JSON.stringify({ orm: { database: { connections: { shop } } } }))
    await writeFile(join(path, 'shop.sql'), 'SELECT 1')
    await writeFile(join(path, 'sqldb.map'), 'shop.sql=shop')
    const args = ['sql:insert', `--config-dir=${path}`, `--sql-dir=${path}`]
    const child = spawn(process.execPath, [join(root, 'packages/cli/bin/orm.js'), ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    t.is(code, 4)
    t.is(
      output,
      `ORM-D001 connection "shop": 127.0.0.1:${port} did not answer within 1 second\nrun "orm explain ORM-D001" for causes and fixes\n`,
    )
    t.is(sockets.length, 1)
  })

  test(`${adapter}: a server that hangs up`, async (t) => {
    const server = createServer((socket) => socket.destroy())
    const port = await listening(server)
    t.teardown(() => server.close())
    const dsn = `${adapter}:host=127.0.0.1;port=${port};dbname=x`
    t.is(
      await sentence(config(adapter, dsn)),
      `ORM-D001 connection "shop": the server at 127.0.0.1:${port} closed the connection`,
    )
  })

  test(`${adapter}: a server that speaks another language`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    const port = await listening(server)
    t.teardown(() => server.close())
    const dsn = `${adapter}:host=127.0.0.1;port=${port};dbname=x`
    t.regex(await sentence(config(adapter, dsn)), /^ORM-D001 connection "shop": [^\n]+$/)
  })
}

test('mysql: a server of PostgreSQL waits for its client', async (t) => {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write('N')))
  const port = await listening(server)
  t.teardown(() => server.close())
  t.is(
    await sentence(config('mysql', `mysql:host=127.0.0.1;port=${port};dbname=x`)),
    `ORM-D001 connection "shop": the database at 127.0.0.1:${port} cannot be used: the server answers as PostgreSQL does; is it the port of another one?`,
  )
})

for (const [adapter, dsn, npmPackage] of [
  ['mssql', 'sqlsrv:Server=127.0.0.1;Database=x', 'tedious'],
  ['oracle', 'oci:dbname=//127.0.0.1/X', 'oracledb'],
] as const) {
  test(`${adapter}: the error names the package to install`, async (t) => {
    t.is(
      await sentence(config(adapter, dsn)),
      `ORM-D007 adapter ${adapter} needs the npm package "${npmPackage}", which is not installed (run "npm install ${npmPackage}")`,
    )
  })
}

async function folder(t: { teardown(work: () => Promise<void>): void }): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'orm-connect-'))
  t.teardown(() => rm(path, { recursive: true, force: true }))
  return path
}

test('sqlite: a file that is no database', async (t) => {
  const path = join(await folder(t), 'x.db')
  await writeFile(
    path,
    'this is a text, and a rather long one, so that it has more than a header of a database\n'.repeat(9),
  )
  const queries = { first: 'SELECT * FROM sqlite_master' }
  t.is(
    await sentence(config('sqlite', `sqlite:${path}`, { settings: { queries } })),
    `ORM-D001 connection "shop": ${path} is not a database`,
  )
})

test('sqlite: a directory instead of a file', async (t) => {
  const path = await folder(t)
  t.regex(
    await sentence(config('sqlite', `sqlite:${path}`)),
    /^ORM-D001 connection "shop": the file .* cannot be opened: /,
  )
})

test('sqlite: commands that need a database name the file that does not exist, and create none', async (t) => {
  const path = await folder(t)
  const shop = config('sqlite', `sqlite:${join(path, 'shop.sq3')}`)
  await writeFile(join(path, 'orm.json'), JSON.stringify({ orm: { database: { connections: { shop } } } }))
  const orm = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(root, 'packages/cli/bin/orm.js'), ...args], { cwd: path })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    return `${code} ${output.replaceAll(path, 'FOLDER')}`
  }
  const missing =
    '4 ORM-D001 connection "shop": the file FOLDER/shop.sq3 cannot be opened: ENOENT no such file or directory\n' +
    'run "orm explain ORM-D001" for causes and fixes\n'
  t.is(await orm('database:reverse', 'shop'), missing)
  t.is(await orm('migration:baseline'), missing)
  t.is(await orm('migration:down'), '0 nothing to revert\n')
  t.is(await orm('migration:status'), '0 there are no migrations\n')
  t.deepEqual(await readdir(path), ['orm.json'])
})

test('sqlite: memory, and nothing at all, which is a temporary database', async (t) => {
  t.is(await sentence(config('sqlite', 'sqlite::memory:')), 'connected')
  t.is(await sentence(config('sqlite', 'sqlite:')), 'connected')
})

test('the statements of settings.queries run in order, and a wrong one is named', async (t) => {
  const queries = { a: 'CREATE TABLE a (x)', b: 'INSERT INTO b VALUES (1)' }
  t.is(
    await sentence(config('sqlite', 'sqlite::memory:', { settings: { queries } })),
    'ORM-D001 connection "shop": the database at :memory: cannot be used: SQLITE_ERROR no such table: b; the statement was: INSERT … of settings.queries',
  )
})

test('a query of settings.queries may have several statements, and none is left out', async (t) => {
  const queries = {
    a: 'CREATE TABLE a (x); -- first\nINSERT INTO a VALUES (1);',
    b: '-- nothing',
    c: 'INSERT INTO b SELECT 1',
  }
  t.regex(
    await sentence(config('sqlite', 'sqlite::memory:', { settings: { queries } })),
    /no such table: b; the statement was: INSERT … of settings\.queries$/,
  )
  const { session } = await connect(
    'shop',
    config('sqlite', 'sqlite::memory:', { settings: { queries: { a: queries.a } } }),
    { create: false },
  )
  t.deepEqual(await session.execute('SELECT x FROM a'), [{ x: 1n }])
  await close(session)
})

test('a statement that a dead server never answers ends', async (t) => {
  let destroyed = false
  const session = {
    execute: () => new Promise<never>(() => {}),
    close: async () => {},
    destroy: () => {
      destroyed = true
    },
  }
  let knocks = 0
  const alive = async (): Promise<boolean> => ++knocks < 3
  const error = await t.throwsAsync(watched(session, alive, 0.01).execute('SELECT 1'))
  t.is((error as { code?: string }).code, 'ECONNRESET')
  t.is(knocks, 3)
  t.true(destroyed)
})

test('a slow statement of a living server goes on', async (t) => {
  const session = {
    execute: () => new Promise<[]>((resolve) => setTimeout(() => resolve([]), 80)),
    close: async () => {},
    destroy: () => t.fail(),
  }
  t.deepEqual(await watched(session, async () => true, 0.01).execute('SELECT 1'), [])
})
