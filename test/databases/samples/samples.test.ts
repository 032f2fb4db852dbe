import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildSql } from 'orm-core'
import { insertSql, reverseDatabase } from 'orm-database'
import { createDatabase, databases } from '../../support/databases.js'
import { memoryFiles } from '../../support/memory-files.js'
import { memoryProject } from '../../support/memory-project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'
import { type CatalogLine, dumps } from './dumps.js'

for (const vendor of databases) {
  const folder = join(root, 'test/databases/samples', vendor)
  for (const file of readdirSync(folder)) {
    test(`${vendor}: ${file.slice(0, -4)} is imported and made again: the catalogs are equal, or a notice names the difference`, async (t) => {
      const [first, second] = [await createDatabase(vendor), await createDatabase(vendor)]
      t.teardown(() => Promise.all([first.drop(), second.drop()]))
      const statements = readFileSync(join(folder, file), 'utf8').trim().split(/;\n/)
      for (const statement of statements) await query(first, statement.replace(/;$/, ''))
      const before = await dumps[vendor]((sql) => query(first, sql))
      const { config } = await memoryProject(first, {})
      const read = await reverseDatabase({
        name: 'shop',
        connection: config.connections.shop!,
        database: 'shop',
        config,
      })
      const made = await memoryProject(second, {})
      const [sql] = await buildSql([{ path: 'schema.xml', contents: read.schema }], {
        config: made.config,
        files: memoryFiles({}),
      })
      await insertSql(await memoryProject(second, { 'shop.sql': sql!.contents }))
      const after = await dumps[vendor]((text) => query(second, text))
      const isNamed = ({ names }: CatalogLine) =>
        read.notices.some((notice) => names.every((name) => notice.includes(name)))
      const missing = (from: readonly CatalogLine[], other: readonly CatalogLine[]) =>
        from
          .filter((line) => !other.some((each) => each.text === line.text && each.names.join() === line.names.join()))
          .filter((line) => !isNamed(line))
          .map(({ names, text }) => `${names.join('.')}: ${text}`)
      t.deepEqual(
        { lost: missing(before, after), gained: missing(after, before) },
        { lost: [], gained: [] },
        read.notices.join('\n'),
      )
    })
  }
}
