import { buildSql } from 'orm-core'
import { insertSql, reverseDatabase } from 'orm-database'
import type { TestDatabase } from '../../support/databases.js'
import { memoryFiles } from '../../support/memory-files.js'
import { memoryProject } from '../../support/memory-project.js'
import { onOneConnection } from '../../support/query.js'
import { type CatalogLine, dumps } from './dumps.js'

interface RoundTrip {
  readonly schema: string
  readonly notices: readonly string[]
  /** What the server describes otherwise in the second database, and no notice names. */
  readonly differences: readonly string[]
}

/** Reads a database and makes it anew in an empty one. */
export async function importAndMake(first: TestDatabase, second: TestDatabase): Promise<RoundTrip> {
  const { config } = await memoryProject(first, {})
  const connection = config.connections.shop!
  const { schema, notices } = await reverseDatabase({ name: 'shop', connection, database: 'shop', config })
  const made = await memoryProject(second, {})
  const inputs = [{ path: 'schema.xml', contents: schema }]
  const [sql] = await buildSql(inputs, { config: made.config, files: memoryFiles({}) })
  if (sql) await insertSql(await memoryProject(second, { 'shop.sql': sql.contents }))
  const [before, after] = await Promise.all([first, second].map((each) => onOneConnection(each, dumps[each.name])))
  return {
    schema,
    notices,
    differences: [...unnamed('lost', before!, after!, notices), ...unnamed('gained', after!, before!, notices)],
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
  const isOwner =
    notice.startsWith(`${owner}: the virtual table`) ||
    notice.startsWith(`${owner}: the view is omitted`) ||
    notice.startsWith(`table ${owner} is omitted`)
  // A name that Orm made stands for the columns that the notice has.
  return (
    isOwner ||
    names.every(
      (name) => notice.replace('index PRIMARY', 'primary key').includes(name) || /_[ui]_[0-9a-f]{6}$/.test(name),
    )
  )
}
