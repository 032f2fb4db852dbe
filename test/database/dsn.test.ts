import test from 'ava'
import { type ConnectionConfig, type DialectName, OrmError } from 'orm-core'
import { withConnections } from 'orm-core/internal'
import { parseDsn } from '#database/connect/dsn.js'
import { driverOf } from '#database/dialects/index.js'

interface Case {
  readonly dsn: string
  readonly more?: Partial<ConnectionConfig>
  /** Members of the target that matter. */
  readonly target: object
}

// The runner of the tests sets it, so that no test fails on a slow machine.
delete process.env.ORM_CONNECT_TIMEOUT

const targetOf = async (adapter: DialectName, dsn: string, more: Partial<ConnectionConfig> = {}): Promise<object> => {
  const driver = await driverOf(adapter)
  return driver.target(parseDsn('shop', { adapter, dsn }, driver), { adapter, classname: '', dsn, ...more })
}

const cases: Readonly<Record<DialectName, readonly Case[]>> = {
  mysql: [
    {
      dsn: 'mysql:host=db1;dbname=x',
      target: { address: { host: 'db1', port: 3306 }, database: 'x', charset: 'utf8mb4' },
    },
    { dsn: 'mysql:host=::1;port=3307;dbname=x', target: { address: { host: '::1', port: 3307 } } },
    { dsn: 'mysql:dbname=x', target: { address: { host: 'localhost', port: 3306 } } },
    { dsn: 'mysql:unix_socket=/tmp/m y.sock;dbname=x', target: { address: { socket: '/tmp/m y.sock' } } },
    { dsn: 'mysql:host=h;dbname=a;;b', target: { database: 'a;b' } },
    { dsn: 'mysql:host=h;dbname=@DB@_test', target: { database: 'shop_test' } },
    { dsn: 'mysql:host=h;dbname=x;charset=latin1', target: { charset: 'latin1' } },
    { dsn: 'mysql:host=h;dbname=x;charset=utf8', target: { charset: 'utf8mb4' } },
    { dsn: 'mysql:host=h', more: { settings: { charset: 'utf8' } }, target: { charset: 'utf8mb4', database: '' } },
    { dsn: 'MySQL: HOST = h ; DBNAME = x ', target: { address: { host: 'h', port: 3306 }, database: 'x' } },
    { dsn: 'mysql:host=h', more: { user: 'u', password: 'p' }, target: { user: 'u', password: 'p' } },
    { dsn: 'mysql:host=h', more: { attributes: { ATTR_TIMEOUT: 3 } }, target: { timeout: 3 } },
    {
      dsn: 'mysql:host=h',
      more: { options: { MYSQL_ATTR_INIT_COMMAND: 'SET x = 1', MYSQL_ATTR_SSL_CA: '/ca.pem' } },
      target: {
        initQueries: ['SET SESSION lock_wait_timeout = 30', 'SET x = 1'],
        tls: { ca: '/ca.pem', verify: true },
      },
    },
  ],
  pgsql: [
    { dsn: 'pgsql:host=db1;dbname=x', target: { address: { host: 'db1', port: 5432 }, database: 'x', timeout: 10 } },
    { dsn: 'pgsql:host=db1 port=5433 dbname=x', target: { address: { host: 'db1', port: 5433 }, database: 'x' } },
    { dsn: 'pgsql:host=/run/pg;port=5433;dbname=x', target: { address: { socket: '/run/pg/.s.PGSQL.5433' } } },
    {
      dsn: "pgsql:host=h;dbname='a b\\'c';user=u;password='p w'",
      target: { database: "a b'c", user: 'u', password: 'p w' },
    },
    {
      dsn: 'pgsql:host=h;user=u',
      more: { user: 'v', password: 'p' },
      target: { user: 'v', password: 'p', database: 'v' },
    },
    {
      dsn: 'pgsql:hostaddr=127.0.0.1;host=h;connect_timeout=4',
      target: { address: { host: '127.0.0.1', port: 5432 }, timeout: 4 },
    },
    {
      dsn: 'pgsql:host=h;sslmode=require',
      target: { tls: { sslmode: 'require', sslrootcert: undefined, sslcert: undefined, sslkey: undefined } },
    },
  ],
  sqlite: [
    { dsn: 'sqlite:var/shop.sq3', target: { address: { file: 'var/shop.sq3' }, database: 'var/shop.sq3' } },
    { dsn: 'sqlite:/abs/with space;and=signs.db', target: { database: '/abs/with space;and=signs.db' } },
    { dsn: 'sqlite::memory:', target: { database: ':memory:' } },
    { dsn: 'sqlite:', target: { database: '' } },
    { dsn: 'sqlite:C:\\data\\shop.db', target: { database: 'C:\\data\\shop.db' } },
    { dsn: 'sqlite:var/@DB@.sq3', target: { database: 'var/shop.sq3' } },
  ],
  mssql: [
    {
      dsn: 'sqlsrv:Server=db1,1444;Database=x',
      target: { address: { host: 'db1', port: 1444 }, database: 'x', encrypt: true },
    },
    { dsn: 'sqlsrv:Server=tcp:db1.example,1433;Database=x', target: { address: { host: 'db1.example', port: 1433 } } },
    {
      dsn: 'sqlsrv:Server=db1\\SQLEXPRESS;Database={a;b}',
      target: { address: { host: 'db1', port: 1433 }, instance: 'SQLEXPRESS', database: 'a;b' },
    },
    {
      dsn: 'sqlsrv:Server=(local);Encrypt=no;TrustServerCertificate=yes',
      target: { address: { host: 'localhost', port: 1433 }, encrypt: false, trustServerCertificate: true },
    },
    {
      dsn: 'dblib:host=db1:1435;dbname=x;charset=UTF-8',
      target: { address: { host: 'db1', port: 1435 }, database: 'x', encrypt: false },
    },
    { dsn: 'mssql:host=db1;port=1436;dbname=x', target: { address: { host: 'db1', port: 1436 } } },
    { dsn: 'sqlsrv:Server=h;LoginTimeout=7', target: { timeout: 7 } },
  ],
  oracle: [
    {
      dsn: 'oci:dbname=//db1:1522/XEPDB1;charset=AL32UTF8',
      target: { address: { host: 'db1', port: 1522 }, database: 'XEPDB1', connectString: 'db1:1522/XEPDB1' },
    },
    { dsn: 'oci:dbname=db1/ORCL', target: { address: { host: 'db1', port: 1521 }, database: 'ORCL' } },
    { dsn: 'oracle:dbname=SHOP', target: { connectString: 'SHOP' } },
  ],
}

for (const [adapter, list] of Object.entries(cases) as [DialectName, readonly Case[]][]) {
  for (const { dsn, more, target } of list) {
    test(`${adapter}: ${dsn} ${more ? JSON.stringify(more) : ''}`, async (t) => {
      t.like(await targetOf(adapter, dsn, more), target)
    })
  }
}

test.serial('ORM_CONNECT_TIMEOUT counts where the configuration has no ATTR_TIMEOUT', async (t) => {
  t.teardown(() => delete process.env.ORM_CONNECT_TIMEOUT)
  process.env.ORM_CONNECT_TIMEOUT = '25'
  for (const adapter of ['mysql', 'pgsql', 'oracle'] as const) {
    const dsn = { mysql: 'mysql:host=h', pgsql: 'pgsql:host=h', oracle: 'oci:dbname=x' }[adapter]
    t.like(await targetOf(adapter, dsn), { timeout: 25 })
    t.like(await targetOf(adapter, dsn, { attributes: { ATTR_TIMEOUT: 3 } }), { timeout: 3 })
  }
  process.env.ORM_CONNECT_TIMEOUT = 'soon'
  t.like(await targetOf('mysql', 'mysql:host=h'), { timeout: 10 })
})

test('a DSN of another driver is refused without being shown', async (t) => {
  const given = { adapter: 'mysql', dsn: 'pgsql:host=h;password=topsecret' } as const
  const driver = await driverOf('mysql')
  const error = t.throws(() => parseDsn('shop', given, driver), { instanceOf: OrmError })
  t.is(
    error?.message,
    'ORM-D009 connection "shop": the DSN does not match adapter mysql (it starts with "mysql:", as for PDO)',
  )
})

test('a misspelled part of a DSN is refused without being shown, and names of other options are not', async (t) => {
  for (const [adapter, dsn] of [
    ['mysql', 'mysql:host=h;prt=3307'],
    ['pgsql', 'pgsql:host=h prt=5433'],
  ] as const) {
    const error = await t.throwsAsync(targetOf(adapter, dsn), { instanceOf: OrmError })
    t.is(error?.message, 'ORM-D009 connection "shop": a part of the DSN has an unknown name (did you mean "port"?)')
  }
  const options = [
    'application_name',
    'client_encoding',
    'options',
    'passfile',
    'service',
    'sslcert',
    'sslcrl',
    'sslkey',
  ]
  t.like(await targetOf('pgsql', `pgsql:host=h;${options.map((name) => `${name}=x`).join(';')}`), { timeout: 10 })
})

const urls: readonly (readonly [DialectName, string, object])[] = [
  [
    'pgsql',
    'postgres://me:p%40ss@db1:5433/shop?sslmode=require',
    { address: { host: 'db1', port: 5433 }, database: 'shop', user: 'me', password: 'p@ss' },
  ],
  ['pgsql', 'postgresql://me@db1/shop', { address: { host: 'db1', port: 5432 }, database: 'shop', user: 'me' }],
  [
    'mysql',
    'mysql://me:a@b:c/d@[::1]:3307/my%20shop',
    { address: { host: '::1', port: 3307 }, database: 'my shop', user: 'me', password: 'a@b:c/d' },
  ],
  ['mysql', 'mariadb://db1/@DB@', { address: { host: 'db1', port: 3306 }, database: 'shop' }],
  ['mysql', 'mysql://me:100%@h/x?charset=latin1', { password: '100%', charset: 'latin1' }],
  ['sqlite', 'sqlite:///abs/shop.sq3', { database: '/abs/shop.sq3' }],
  ['sqlite', 'sqlite://var/shop.sq3', { database: 'var/shop.sq3' }],
  ['sqlite', 'sqlite:///:memory:', { database: ':memory:' }],
]
for (const [adapter, url, target] of urls) {
  test(`a database URL: ${url}`, async (t) => t.like(await targetOf(adapter, url), target))
}

test('user and password of the configuration go before those of a URL', async (t) => {
  const more = { user: 'boss', password: 'own' }
  t.like(await targetOf('pgsql', 'postgres://me:pw@h/x', more), more)
  t.like(await targetOf('mysql', 'mysql://me:pw@h/x', more), more)
})

test('a URL of another vendor is refused without being shown', async (t) => {
  for (const adapter of ['mysql', 'oracle'] as const) {
    const error = await t.throwsAsync(targetOf(adapter, 'postgres://me:topsecret@h/x'), { instanceOf: OrmError })
    t.regex(error?.message ?? '', /^ORM-D009 /)
    t.notRegex(error?.message ?? '', /topsecret/)
  }
})

const noConfig = { connections: {}, runtime: {}, generator: {} } as unknown as Parameters<typeof withConnections>[0]

test('--connection: name, adapter, DSN, user and password', (t) => {
  const { connections, generator } = withConnections(noConfig, [
    'a=mysql:host=h;dbname=x=y;user=me%40home;password=p%3Bq%25',
    'b=sqlsrv:Server=h;user=;password=',
    'c=sqlite:var/x.sq3',
    'd=oci:dbname=//h/X;user=u',
  ])
  const classname = 'Orm\\Runtime\\Connection\\ConnectionWrapper'
  t.deepEqual(connections, {
    a: { adapter: 'mysql', classname, dsn: 'mysql:host=h;dbname=x=y', user: 'me@home', password: 'p;q%' },
    b: { adapter: 'mssql', classname, dsn: 'sqlsrv:Server=h' },
    c: { adapter: 'sqlite', classname, dsn: 'sqlite:var/x.sq3' },
    d: { adapter: 'oracle', classname, dsn: 'oci:dbname=//h/X', user: 'u' },
  })
  t.deepEqual(generator, { defaultConnection: 'a', connections: ['a', 'b', 'c', 'd'] })
})

for (const [text, message] of [
  ['mysql:host=h', 'the value is not of the form name=adapter:key=value;…'],
  ['a=db2:host=h;password=topsecret', '"a": "db2" is not one of mysql, pgsql, sqlite, mssql, oracle'],
  ['a=mysql:host=h;password=100%', '"a": user or password is not URL-encoded: write % as %25'],
] as const) {
  test(`--connection ${text}`, (t) => {
    const error = t.throws(() => withConnections(noConfig, [text]), { instanceOf: OrmError })
    t.is(error?.message, `ORM-D012 option connection: ${message}`)
  })
}
