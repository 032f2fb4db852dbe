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

/** Schemas of PostgreSQL must be there before tables are made in them. */
const prepared = (statements: readonly string[]): string[] => statements.filter((each) => /^CREATE SCHEMA/.test(each))

for (const vendor of databases) {
  const folder = join(root, 'test/databases/samples', vendor)
  for (const file of readdirSync(folder)) {
    const sample = file.slice(0, -4)
    test(`${vendor}: ${sample}, imported and made again, has the same catalog, or a notice names the difference`, async (t) => {
      const [first, second] = [await createDatabase(vendor), await createDatabase(vendor)]
      t.teardown(() => Promise.all([first.drop(), second.drop()]))
      const statements = readFileSync(join(folder, file), 'utf8').trim().replace(/;$/, '').split(/;\n/)
      for (const statement of statements) await query(first, statement)
      for (const statement of prepared(statements)) await query(second, statement)
      const { config } = await memoryProject(first, {})
      const connection = config.connections.shop!
      const read = await reverseDatabase({ name: 'shop', connection, database: 'shop', config })
      const made = await memoryProject(second, {})
      const inputs = [{ path: 'schema.xml', contents: read.schema }]
      const [sql] = await buildSql(inputs, { config: made.config, files: memoryFiles({}) })
      await insertSql(await memoryProject(second, { 'shop.sql': sql!.contents }))
      const [before, after] = await Promise.all(
        [first, second].map((each) => dumps[vendor]((text) => query(each, text))),
      )
      t.deepEqual(
        [...unnamed('lost', before!, after!, read.notices), ...unnamed('gained', after!, before!, read.notices)],
        [],
        read.notices.join('\n'),
      )
    })
  }
}

function unnamed(
  kind: string,
  from: readonly CatalogLine[],
  other: readonly CatalogLine[],
  notices: readonly string[],
): string[] {
  const keyOf = ({ names, text }: CatalogLine) => `${names.join('.')}: ${text}`
  const others = new Set(other.map(keyOf))
  return from
    .filter((line) => !others.has(keyOf(line)) && !notices.some((notice) => isAbout(notice, line)))
    .map((line) => `${kind} ${keyOf(line)}`)
    .sort()
}

/** A notice names the thing, or says that its table is omitted. */
function isAbout(notice: string, { names }: CatalogLine): boolean {
  const [owner = ''] = names
  const isOwner = notice.startsWith(`${owner}: the virtual table`) || notice.startsWith(`table ${owner} is omitted`)
  // A name that Orm made stands for the columns that the notice has.
  return isOwner || names.every((name) => notice.includes(name) || /_[ui]_[0-9a-f]{6}$/.test(name))
}
