import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { type ConfigInput, convertConfig, loadConfig } from 'orm-core'
import { configFormats, escapeParameters, writeFormat } from 'orm-core/internal'
import { writeFiles } from 'orm-project'
import { createDatabase, databases } from '../support/databases.js'
import { runPhp, runPhpFile } from '../support/php.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const autoload = `require ${JSON.stringify(join(root, 'packages', 'runtime', 'autoload.php'))};`

/** Statements to run on connect, with quotes and a semicolon in them. */
const startUp = {
  sqlite: 'PRAGMA user_version = 2',
  pgsql: "SET application_name = 'it''s; orm'",
  mysql: "SET @name = 'it''s; \\\\ orm'",
}

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-config-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

for (const name of databases) {
  test(`${name}: the same configuration in five formats gives one config.php, which PHP loads and connects with`, async (t) => {
    const folder = await folderOf(t)
    const database = await createDatabase(name)
    t.teardown(() => database.drop())
    const [dsn, user, password] = [database.dsn, database.user, database.password].map(escapeParameters)
    const queries = { first: startUp[name], second: startUp[name] }
    const settings = { charset: name === 'mysql' ? 'utf8mb4' : 'utf8', queries }
    const connection = { adapter: name, dsn, user, password, attributes: {}, settings, replicas: [{ dsn }] }
    const orm = { database: { connections: { shop: connection } }, runtime: { connections: ['shop'] } } as ConfigInput
    const contents = new Set<string>()
    for (const format of configFormats) {
      await writeFile(join(folder, `orm.${format}`), (await writeFormat[format]())(orm))
      const config = await loadConfig({ configDir: join(folder, `orm.${format}`) })
      const files = await convertConfig(config)
      contents.add(files[0]!.contents)
      await writeFiles(files, join(folder, format))
      const code = `${autoload}
        require ${JSON.stringify(join(folder, format, 'config.php'))};
        $container = \\Orm\\Runtime\\Orm::getServiceContainer();
        foreach (['read', 'write'] as $mode) {
          echo $container->getConnection('shop', $mode)->query('SELECT 6 * 7')->fetchColumn(), ' ';
        }`
      t.is(await runPhp(code), '42 42 ', format)
    }
    t.is(contents.size, 1)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: Orm and PHP log in by SCRAM, the usual way of servers', async (t) => {
    const database = await createDatabase('pgsql')
    const account = { name: 'pgsql', dsn: database.dsn, user: `scram_${process.pid}`, password: "it's; \\" } as const
    const role = `"${account.user}"`
    t.teardown(async () => {
      await database.drop()
      await query({ ...database, dsn: database.dsn.replace(/dbname=.*/, 'dbname=postgres') }, `DROP ROLE ${role}`)
    })
    await query(
      database,
      "SET password_encryption = 'scram-sha-256'",
      `CREATE ROLE ${role} LOGIN PASSWORD '${account.password.replaceAll("'", "''")}'`,
    )
    const [stored] = await query(
      database,
      `SELECT rolpassword LIKE 'SCRAM-SHA-256$%' AS scram FROM pg_authid WHERE rolname = '${account.user}'`,
    )
    t.is(stored?.scram, 't')
    t.is((await query(account, 'SELECT 42 AS answer'))[0]?.answer, '42')
    const code =
      '[, $dsn, $user, $password] = $argv; echo (new PDO($dsn, $user, $password))->query("SELECT 42")->fetchColumn();'
    t.is(await runPhp(code, { args: [account.dsn, account.user, account.password] }), '42')
  })
}

test('no value leaves its string: PHP reads back what went in, whatever it is', async (t) => {
  const folder = await folderOf(t)
  const nasty = [
    "'); system('id'); //",
    '?><?php exit(1); ?>',
    '${exit(1)}',
    '{$GLOBALS}',
    "\\'",
    '\\',
    '\\\\',
    '<<<X\nX',
    '\u0000\u0001\u001b\r\n\t\u007f',
    '"\\x41$a"',
    'héllo 🎬 ‮',
    '*/ exit(1); /*',
  ]
  const sample = fc.sample(fc.string({ unit: 'binary' }), 300)
  const texts = [...nasty, ...sample].filter((text) => !/\p{Surrogate}/u.test(text))
  const connections = Object.fromEntries(
    texts.map((text, index) => [
      `c${index}`,
      {
        adapter: 'sqlite',
        // A relative path would be put behind the directory of the project.
        dsn: `sqlite:/${escapeParameters(text)}`,
        user: escapeParameters(text),
        password: escapeParameters(text),
      },
    ]),
  )
  // A connection's name is that of a file too, and is checked as one.
  const hostile = "a'); exit(1)"
  const orm = {
    database: {
      connections: {
        [hostile]: { adapter: 'sqlite', dsn: 'sqlite::memory:', classname: "X'; exit(1); //" },
        ...connections,
      },
    },
  }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm }))
  const files = await convertConfig(await loadConfig({ configDir: folder }))
  await writeFiles(files, folder)
  // Stands in for the runtime and records what it is called with.
  await writeFile(
    join(folder, 'record.php'),
    `<?php
namespace Orm\\Runtime\\Connection {
  class ConnectionManagerSingle {
    public array $configuration;
    public function __construct(public string $name) {}
    public function setConfiguration(array $configuration): void { $this->configuration = $configuration; }
  }
}
namespace Orm\\Runtime {
  class Orm {
    public array $seen = [];
    public static self $container;
    public static function getServiceContainer(): self { return self::$container ??= new self(); }
    public function setConnectionManager(object $manager): void { $this->seen[$manager->name] = $manager->configuration; }
    public function __call(string $name, array $arguments) {}
  }
}
namespace {
  require __DIR__ . '/config.php';
  echo json_encode(\\Orm\\Runtime\\Orm::$container->seen, JSON_THROW_ON_ERROR);
}`,
  )
  const seen = JSON.parse(await runPhpFile(join(folder, 'record.php'))) as Record<string, Record<string, unknown>>
  t.is(Object.keys(seen)[0], hostile)
  t.is(seen[hostile]?.classname, "X'; exit(1); //")
  for (const [index, text] of texts.entries()) {
    t.like(seen[`c${index}`], { dsn: `sqlite:/${text}`, user: text, password: text })
  }
})

test('a variable that stayed a reference is read when PHP runs', async (t) => {
  const folder = await folderOf(t)
  const orm = { database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite:%env.SHOP_FILE%' } } } }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm }))
  const config = await loadConfig({ configDir: folder, keepEnv: true })
  await writeFiles(await convertConfig(config, { keepEnv: true }), folder)
  const code = `${autoload}
    require ${JSON.stringify(join(folder, 'config.php'))};
    echo \\Orm\\Runtime\\Orm::getServiceContainer()->getConnection('shop')->query('SELECT file FROM pragma_database_list')->fetchColumn();`
  const file = join(folder, 'run-time.sq3')
  t.is(await runPhp(code, { env: { SHOP_FILE: file } }), file)
})

test('a variable that is not set when PHP connects is named with its place', async (t) => {
  const folder = await folderOf(t)
  const replica = { dsn: 'mysql:host=%env.SHOP_REPLICA%' }
  const shop = { adapter: 'mysql', dsn: 'mysql:host=%env.SHOP_HOST%', user: 'u', password: '%env.SHOP_PASSWORD%' }
  const orm = { database: { connections: { shop, far: { ...shop, replicas: [replica] } } } }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm }))
  const config = await loadConfig({ configDir: folder, keepEnv: true })
  await writeFiles(await convertConfig(config, { keepEnv: true }), folder)
  const connect = (name: string, method: string, env: Record<string, string>) =>
    runPhp(
      `${autoload}
      require ${JSON.stringify(join(folder, 'config.php'))};
      try {
          \\Orm\\Runtime\\Orm::getServiceContainer()->${method}('${name}');
      } catch (\\Orm\\Runtime\\Exception\\OrmException | \\InvalidArgumentException $failure) {
          echo $failure->getMessage();
      }`,
      { env },
    )
  const missing = (name: string, key: string, connection: string) =>
    `The environment variable ${name} is not set; "${key}" of the connection "${connection}" needs it`
  t.is(await connect('shop', 'getWriteConnection', { SHOP_HOST: 'h' }), missing('SHOP_PASSWORD', 'password', 'shop'))
  t.is(await connect('shop', 'getWriteConnection', { SHOP_PASSWORD: '' }), missing('SHOP_HOST', 'dsn', 'shop'))
  t.is(
    await connect('far', 'getReadConnection', { SHOP_HOST: 'h', SHOP_PASSWORD: '' }),
    missing('SHOP_REPLICA', 'dsn', 'far'),
  )
})

test('a PHP file that is not static is run, and what it prints is discarded', async (t) => {
  const folder = await folderOf(t)
  const connections = "['shop' => ['adapter' => 'sqlite', 'dsn' => $x . getenv('HOST') . basename(__DIR__)]]"
  const code = `<?php echo 'hello'; $x = strtoupper('a'); return ['orm' => ['database' => ['connections' => ${connections}]]];`
  await writeFile(join(folder, 'orm.php'), code)
  const { connections: read } = await loadConfig({ configDir: folder, env: { ...process.env, HOST: 'h' } })
  t.is(read.shop?.dsn, `Ah${basename(folder)}`)
  await writeFile(join(folder, 'orm.php'), '<?php throw new Exception("no");')
  await t.throwsAsync(loadConfig({ configDir: folder, env: process.env }), {
    message: /orm\.php:1:7 ORM-C007 .*Uncaught Exception: no/,
  })
})
