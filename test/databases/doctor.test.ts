import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, type Project } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const schema = `<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="50"/>
  </table>
</database>`

interface Check {
  readonly check: string
  readonly status: string
  readonly message: string
  readonly cure?: string
}

async function diagnose(project: Project): Promise<{ code: number; found: ReadonlyMap<string, Check> }> {
  const { code, stdout } = await project.orm('doctor', '--format=json')
  const checks: Check[] = JSON.parse(stdout).checks
  return { code, found: new Map(checks.map((each) => [each.check, each])) }
}

for (const database of databases) {
  test(`${database}: doctor finds a healthy project healthy, and each of its ills with a cure`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.build()
    await project.write('composer.json', JSON.stringify({ require: { 'orm/runtime': '*' } }))
    await project.write('composer.lock', '{"packages": [{"name": "orm/runtime",\n "version": "0.1.0"}]}')
    await mkdir(join(project.folder, 'vendor'))
    const autoload = `<?php
      require '${root}/packages/runtime/autoload.php';
      spl_autoload_register(function (string $class): void {
          $file = __DIR__ . '/../generated-classes/' . str_replace('\\\\', '/', $class) . '.php';
          is_file($file) && require $file;
      });`
    await project.write('vendor/autoload.php', autoload)
    const { code, found } = await diagnose(project)
    t.deepEqual(
      [...found.values()].filter(({ status }) => status === 'error'),
      [],
    )
    t.is(code, 0)
    t.regex(found.get('Node')!.message, /^\d+\.\d+/)
    t.regex(found.get('PHP')!.message, /^8\./)
    t.is(found.get('configuration')!.message, 'orm.yaml; connections: shop')
    t.is(found.get('Composer autoload')!.message, 'Shop\\Book loads')
    t.regex(found.get('connection "shop"')!.message, /^\w+ \d+\./)
    t.regex(found.get('OPcache')!.message, /^(?:on; (?:looks|trusts)|off|not loaded)/)
    t.regex(found.get('Composer class map')!.message, /^not authoritative/)
    t.regex(found.get('outputs')!.message, /up to date$/)
    t.true([...found.values()].every(({ status, cure }) => (status === 'ok') === (cure === undefined)))

    // What is wrong is told, each with a cure.
    await mkdir(join(project.folder, 'vendor', 'composer'))
    await project.write('vendor/composer/autoload_real.php', '<?php $loader->setClassMapAuthoritative(true);')
    t.is((await diagnose(project)).found.get('Composer class map')!.message, 'authoritative')
    await project.write('schema.xml', schema.replace('size="50"', 'size="60"'))
    await project.write('vendor/autoload.php', `<?php require '${root}/packages/runtime/autoload.php';`)
    await rm(join(project.folder, 'composer.lock'))
    const ill = await diagnose(project)
    t.is(ill.code, 1)
    t.like(ill.found.get('outputs'), { status: 'warning', cure: 'run "orm build"' })
    t.like(ill.found.get('Composer autoload'), { status: 'error' })
    t.regex(ill.found.get('Composer autoload')!.cure!, /dump-autoload/)
    t.like(ill.found.get('composer.lock'), { status: 'error', cure: 'run "composer update"' })
    await project.write('schema.xml', schema.replace('varchar', 'text'))
    t.like((await diagnose(project)).found.get('schema'), { status: 'error' })
  })
}

for (const database of databases) {
  test(`${database}: doctor reports pending migrations and a table that was changed by hand`, async (t) => {
    const project = await createProject(t, { schema, database })
    // Makes the file of SQLite.
    await query(project.database, 'SELECT 1')
    await project.orm('migration:diff', 'first')
    t.like((await diagnose(project)).found.get('migrations of "shop"'), { status: 'warning', message: '1 not applied' })
    t.is((await project.orm('migrate')).code, 0)
    const even = (await diagnose(project)).found
    t.like(even.get('drift of "shop"'), { status: 'ok', message: 'the database matches the migrations' })
    t.false(even.has('migrations of "shop"'))
    await query(project.database, 'ALTER TABLE book ADD COLUMN isbn VARCHAR(20)')
    const { found } = await diagnose(project)
    t.like(found.get('drift of "shop"'), {
      status: 'warning',
      message: '1 difference from the migrations',
      cure: 'run "orm migration:drift"',
    })
    await query(project.database, 'CREATE INDEX by_title ON book (title)')
    t.is((await diagnose(project)).found.get('drift of "shop"')!.message, '2 differences from the migrations')
  })
}

if (databases.includes('mysql')) {
  test('mysql: doctor names a database whose character set is not utf8mb4, with the statement that changes it', async (t) => {
    const project = await createProject(t, { schema, database: 'mysql' })
    const name = /dbname=(\w+)/.exec(project.database.dsn)![1]!
    const settings = async () => (await diagnose(project)).found.get('settings of "shop"')
    t.is(await settings(), undefined)
    for (const charset of ['latin1', 'utf8mb3']) {
      await query(project.database, `ALTER DATABASE \`${name}\` CHARACTER SET ${charset}`)
      const found = await settings()
      t.like(found, {
        status: 'warning',
        message: `new tables have the character set ${charset} instead of utf8mb4, unless the schema names one`,
      })
      await query(project.database, /"(ALTER DATABASE [^"]+)"/.exec(found!.cure!)![1]!)
      t.is(await settings(), undefined)
    }
  })
}

test('doctor without a configuration, and with a database that does not answer', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.write(
    'orm.yaml',
    'orm: {database: {connections: {shop: {adapter: pgsql, dsn: "pgsql:host=127.0.0.1;port=1;dbname=x", user: u, password: s3cret-word}}}}',
  )
  const { code, stdout } = await project.orm('doctor')
  t.is(code, 1)
  t.regex(stdout, /^✗ connection "shop": .*no server listens on 127\.0\.0\.1:1\n {2}→ \S/m)
  t.notRegex(stdout, /s3cret-word/)
  t.regex(stdout, /\d+ checks: \d+ errors?, \d+ warnings?\n$/)
  await rm(join(project.folder, 'orm.yaml'))
  const none = await project.orm('doctor')
  t.is(none.code, 1)
  t.regex(none.stdout, /^✗ configuration: ORM-C001 .*\n {2}→ run "orm init"$/m)
})

test('doctor finds two copies of a package', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  for (const [folder, version] of [
    ['node_modules/orm-core', '0.1.0'],
    ['node_modules/gulp-orm/node_modules/orm-core', '0.0.9'],
  ] as const) {
    await mkdir(join(project.folder, folder), { recursive: true })
    await project.write(`${folder}/package.json`, JSON.stringify({ name: 'orm-core', version }))
  }
  const { code, found } = await diagnose(project)
  t.is(code, 1)
  t.regex(found.get('orm-core')!.message, /^2 copies: .*\(0\.1\.0\), .*\(0\.0\.9\)$/)
  t.regex(found.get('orm-core')!.cure!, /npm dedupe/)
})

if (process.getuid?.() !== 0) {
  test('doctor finds a directory that cannot be written', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await project.build()
    await chmod(join(project.folder, 'generated-sql'), 0o500)
    const { found } = await diagnose(project)
    t.like(found.get('permissions of generated-sql'), { status: 'error' })
  })
}
