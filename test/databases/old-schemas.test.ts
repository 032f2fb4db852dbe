import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildAll } from 'orm-core'
import { readConfig } from '#core/config/index.js'
import { inMemory } from '../core/schema/support.js'
import { PhpLoader } from '../support/php-loader.js'
import { root } from '../support/root.mjs'

const folder = join(root, 'test', 'databases', 'old-schemas')

const php = new PhpLoader()
test.after.always(() => php.end())

// Schemas as projects have them that Propel builds: SQL and classes are made for each vendor, and the classes load.
for (const file of readdirSync(folder)) {
  const contents = readFileSync(join(folder, file), 'utf8')
  const name = /<database\b[^>]*?\sname="(\w+)"/.exec(contents)![1]!
  for (const adapter of ['mysql', 'sqlite', 'pgsql']) {
    test.serial(`old schemas: ${file} on ${adapter}`, async (t) => {
      const orm = { database: { connections: { [name]: { adapter, dsn: `${adapter}:x` } } } }
      // A column has `unique`, which Propel ignores, and a table has versions without its texts.
      const lenient = ['market.xml', 'school.xml'].includes(file)
      const config = await readConfig({ path: 'orm.json', contents: JSON.stringify({ orm }) }, { lenient })
      const built = await buildAll([{ path: 'schema.xml', contents }], { config, files: inMemory({}) })
      t.regex(built.sqlDir[0]!.contents, /CREATE TABLE/)
      t.is(await php.load({ classes: built.phpDir.filter(({ kind }) => kind === 'base' || kind === 'stub') }), '')
    })
  }
}
