import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const voucher = (more: string) => `<database name="shop" namespace="Shop">${more}
  <table name="voucher"><column name="id" type="INTEGER" primaryKey="true"/></table></database>`

for (const database of databases) {
  test(`${database}: the example of the manual for extensions`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /## `<extension>`[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert', 'sql:insert']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    if (database !== 'pgsql') {
      await project.write('schema.xml', schema.replace(' only="pgsql"', ''))
      const { code, stdout, stderr } = await project.orm('build')
      t.is(code, 1)
      t.regex(stdout + stderr, new RegExp(`ORM-S916 extension "pgcrypto": ${database} has no extensions`))
    }
  })

  if (database !== 'pgsql') continue
  test(`${database}: extensions come by migrations, stay, and are read back`, async (t) => {
    const project = await createProject(t, { schema: voucher(''), database })
    const { orm, step } = migrationSteps(t, project)
    const there = async () =>
      (await query(project.database, "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1")).map(
        ({ extname }) => extname,
      )
    await step(voucher(''))
    await query(project.database, 'CREATE SCHEMA "odd ""tools"')
    const both = voucher('<extension name="pgcrypto"/><extension name="citext" schema="odd &quot;tools"/>')
    t.regex(await step(both), /extension pgcrypto is created/)
    t.deepEqual(await there(), ['citext', 'pgcrypto'])
    await step(voucher('<extension name="pgcrypto"/>'))
    t.deepEqual(await there(), ['citext', 'pgcrypto'])
    await step(both)
    await query(project.database, 'DROP EXTENSION pgcrypto')
    const drift = await project.orm('migration:drift')
    t.is(drift.code, 5)
    t.regex(
      drift.stdout + drift.stderr,
      /extension pgcrypto is missing[\s\S]*CREATE EXTENSION IF NOT EXISTS "pgcrypto"/,
    )
    await query(project.database, 'CREATE EXTENSION pgcrypto')
    await orm('migration:down', '--allow-loss')
    t.deepEqual(await there(), ['citext', 'pgcrypto'])
    await orm('database:reverse', 'shop', '--output-dir=reversed')
    const schema = await readFile(join(project.folder, 'reversed', 'schema.xml'), 'utf8')
    t.regex(schema, /<extension name="citext" schema="odd &quot;tools"\/>\s*<extension name="pgcrypto"\/>/)
  })

  test(`${database}: a baseline has indexes and constraints that need an extension, and drift sees them change`, async (t) => {
    const project = await createProject(t, { schema: voucher(''), database })
    const create = [
      'CREATE EXTENSION btree_gist',
      'CREATE EXTENSION btree_gin',
      'CREATE TABLE slot (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, r INTEGER, d TSRANGE, t TEXT, EXCLUDE USING gist (r WITH =, d WITH &&))',
      'CREATE INDEX slot_near ON slot USING gist (a, b)',
      'CREATE INDEX slot_words ON slot USING gin (a, t)',
    ]
    await query(project.database, ...create)
    const baseline = await project.orm('migration:baseline')
    t.is(baseline.code, 0, baseline.stdout + baseline.stderr)
    const [file] = (await readdir(join(project.folder, 'generated-migrations'))).filter((name) => name.endsWith('.sql'))
    const sql = await readFile(join(project.folder, 'generated-migrations', file!), 'utf8')
    for (const part of ['USING gist ("a","b")', 'USING gin ("a","t")', 'EXCLUDE USING gist ("r" WITH =, "d" WITH &&)'])
      t.true(sql.includes(part), `${part}\n${sql}`)
    const drift = async () => (await project.orm('migration:drift')).stdout
    t.regex(await drift(), /matches the snapshot/)
    await query(project.database, 'DROP INDEX slot_near')
    t.regex(await drift(), /slot_near/)
    await query(project.database, 'CREATE INDEX slot_near ON slot USING gist (b)')
    t.regex(await drift(), /slot_near/)
    await query(project.database, 'DROP INDEX slot_near', 'CREATE INDEX slot_near ON slot USING gist (a, b)')
    t.regex(await drift(), /matches the snapshot/)
    // Elsewhere, the baseline makes the same tables.
    const { code, stdout, stderr } = await project.orm('migration:check')
    t.is(code, 5, stderr)
    t.notRegex(stdout, /slot_near|slot_words|gist/)
  })

  test(`${database}: what the compiler rejects is a notice of reverse, and an error of baseline and drift`, async (t) => {
    const project = await createProject(t, { schema: voucher(''), database })
    const { step } = migrationSteps(t, project)
    await step(voucher(''))
    await query(project.database, 'CREATE TABLE slot (id INTEGER PRIMARY KEY, "from\nto" INTEGER)')
    const reverse = await project.orm('database:reverse', 'shop')
    t.is(reverse.code, 0, reverse.stderr)
    t.regex(reverse.stderr, /slot.*is omitted/)
    for (const command of [['migration:drift'], ['migration:baseline', '--overwrite'], ['db:push', '--dry-run']]) {
      const { code, stderr } = await project.orm(...command)
      t.is(code, 1, stderr)
      t.regex(stderr, /ORM-D039 a snapshot cannot describe this database: .*slot/)
    }
  })
}
