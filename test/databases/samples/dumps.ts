import type { DatabaseName } from '../../support/databases.js'
import type { Ask } from '../catalogs/catalog.js'

/** One thing that a catalog has: the names that say which, and everything that the server knows of it. */
export interface CatalogLine {
  readonly names: readonly string[]
  readonly text: string
}

/** All things of a database, as the server itself describes them. Nothing of Orm is used to read them. */
export const dumps: Readonly<Record<DatabaseName, (ask: Ask) => Promise<CatalogLine[]>>> = {
  pgsql: (ask) => lines(ask, pgsql),
  mysql: dumpMysql,
  sqlite: dumpSqlite,
}

const lines = async (ask: Ask, queries: readonly string[]): Promise<CatalogLine[]> => {
  const found: CatalogLine[] = []
  for (const query of queries) {
    for (const { owner, name, text } of await ask(query)) {
      // One function, two names of it; what follows ONLY depends on whether partitions are there.
      const plain = String(text)
        .replace(/\bnow\(\)/g, 'CURRENT_TIMESTAMP')
        .replace(/( timestamp\((\d)\) .*)LOCALTIMESTAMP\(\2\)/, '$1CURRENT_TIMESTAMP')
        .replace(/'(\d+)'::numeric/, '$1')
        .replace(' ON ONLY ', ' ON ')
      found.push({
        names: [owner, name].filter(Boolean).map((each) => String(each).replace(/^"(.*)"$/, '$1')),
        text: plain,
      })
    }
  }
  return found
}

const ours = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'`
const notOfExtension = (kind: string, id: string): string =>
  `NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '${kind}'::regclass AND d.objid = ${id} AND d.deptype = 'e')`

/** A part is a part of what its table is. */
const partOf = (table: string): string =>
  `coalesce((SELECT p.relname FROM pg_inherits h JOIN pg_class p ON p.oid = h.inhparent
     WHERE h.inhrelid = ${table}.oid AND ${table}.relispartition), ${table}.relname)`

/** Names that the server made stand for their table. */
const ownName = (name: string): string =>
  `CASE WHEN c.relispartition OR ${name} = c.relname || '_pkey' THEN '' ELSE ${name} END`

const pgsql = [
  `SELECT ${partOf('c')} AS owner, '' AS name, concat_ws(' ', c.relname, c.relkind::text, n.nspname, c.relpersistence::text, c.reloptions::text,
     c.relrowsecurity::text, c.relreplident::text, c.reloftype::regtype::text, c.relam::text, c.relacl::text,
     (SELECT x.reloptions::text FROM pg_class x WHERE x.oid = c.reltoastrelid), pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
     (SELECT string_agg(inhparent::regclass::text, ',') FROM pg_inherits WHERE inhrelid = c.oid), obj_description(c.oid, 'pg_class')) AS text
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${ours} AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${notOfExtension('pg_class', 'c.oid')}`,
  `SELECT ${partOf('c')} AS owner, CASE WHEN c.relispartition THEN '' ELSE a.attname END AS name, concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
     'identity=' || a.attidentity::text, 'generated=' || a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid), CASE WHEN a.attcollation <> t.typcollation THEN a.attcollation::text END,
     'storage=' || a.attstorage::text, a.attcompression::text, a.attstattarget::text, a.attoptions::text, a.attacl::text, col_description(c.oid, a.attnum)) AS text
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE ${ours} AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
  `SELECT ${partOf('c')} AS owner, ${ownName('conname')} AS name, concat_ws(' ', conname, contype::text, pg_get_constraintdef(k.oid)) AS text
   FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = k.connamespace WHERE ${ours} AND k.conparentid = 0`,
  `SELECT ${partOf('c')} AS owner, ${ownName('x.relname')} AS name, concat_ws(' ', pg_get_indexdef(i.indexrelid), CASE WHEN i.indisclustered THEN 'CLUSTER' END,
     (SELECT string_agg(a.attstattarget::text, ' ') FROM pg_attribute a WHERE a.attrelid = x.oid), obj_description(x.oid, 'pg_class')) AS text
   FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ours}`,
  `SELECT c.relname AS owner, '' AS name, pg_get_viewdef(c.oid) AS text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${ours} AND c.relkind IN ('v', 'm')`,
  `SELECT t.typname AS owner, '' AS name, concat_ws(' ', t.typtype::text, n.nspname, (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid),
     format_type(t.typbasetype, t.typtypmod), t.typdefault, t.typnotnull::text, obj_description(t.oid, 'pg_type'),
     (SELECT string_agg(conname || ' ' || pg_get_constraintdef(oid), ',' ORDER BY conname) FROM pg_constraint WHERE contypid = t.oid)) AS text
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
   WHERE ${ours} AND (t.typtype IN ('e', 'd', 'r') OR (t.typtype = 'c' AND c.relkind = 'c')) AND ${notOfExtension('pg_type', 't.oid')}`,
  `SELECT coalesce(o.relname, s.relname) AS owner, coalesce(a.attname, '') AS name, concat_ws(' ', 'sequence', s.relname, n.nspname, q.seqstart::text, q.seqincrement::text, q.seqmin::text, q.seqmax::text, q.seqcycle::text,
     s.relpersistence::text, obj_description(s.oid, 'pg_class')) AS text
   FROM pg_sequence q JOIN pg_class s ON s.oid = q.seqrelid JOIN pg_namespace n ON n.oid = s.relnamespace
     LEFT JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     LEFT JOIN pg_class o ON o.oid = d.refobjid LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
   WHERE ${ours}`,
  `SELECT tgrelid::regclass::text AS owner, tgname AS name, pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal`,
  `SELECT tablename AS owner, policyname AS name, concat_ws(' ', cmd, qual, with_check) AS text FROM pg_policies`,
  `SELECT extname AS owner, '' AS name, 'extension ' || extversion AS text FROM pg_extension WHERE extname <> 'plpgsql'`,
  `SELECT p.proname AS owner, '' AS name, pg_get_functiondef(p.oid) AS text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE ${ours} AND p.prokind IN ('f', 'p') AND ${notOfExtension('pg_proc', 'p.oid')}
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'i')`,
  "SELECT tablename AS owner, rulename AS name, definition AS text FROM pg_rules WHERE schemaname <> 'pg_catalog'",
  'SELECT stxrelid::regclass::text AS owner, stxname AS name, pg_get_statisticsobjdef(oid) AS text FROM pg_statistic_ext',
  "SELECT nspname AS owner, '' AS name, concat('schema ', obj_description(oid, 'pg_namespace')) AS text FROM pg_namespace WHERE nspname !~ '^pg_'",
  "SELECT srvname AS owner, usename AS name, 'user mapping' AS text FROM pg_user_mappings",
  `SELECT castsource::regtype::text AS owner, casttarget::regtype::text AS name, 'cast' AS text FROM pg_cast k
     WHERE k.oid >= 16384 AND ${notOfExtension('pg_cast', 'k.oid')}
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_cast'::regclass AND d.objid = k.oid AND d.deptype = 'i')`,
  ...[
    ['pg_proc', 'proname'],
    ['pg_operator', 'oprname'],
    ['pg_opclass', 'opcname'],
    ['pg_opfamily', 'opfname'],
    ['pg_collation', 'collname'],
    ['pg_ts_config', 'cfgname'],
    ['pg_ts_dict', 'dictname'],
    ['pg_publication', 'pubname'],
    ['pg_event_trigger', 'evtname'],
    ['pg_foreign_data_wrapper', 'fdwname'],
    ['pg_foreign_server', 'srvname'],
  ].map(
    ([catalog, name]) =>
      `SELECT ${name} AS owner, '' AS name, '${catalog}' AS text FROM ${catalog} o WHERE o.oid >= 16384 AND ${notOfExtension(catalog!, 'o.oid')}
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = o.oid AND d.deptype = 'i')`,
  ),
]

async function dumpMysql(ask: Ask): Promise<CatalogLine[]> {
  const found: CatalogLine[] = []
  for (const row of await ask('SHOW FULL TABLES')) {
    const [table, kind] = Object.values(row).map(String) as [string, string]
    const [created] = await ask(`SHOW CREATE TABLE \`${table.replaceAll('`', '``')}\``)
    const text = String(created!['Create Table'] ?? created!['Create View']).replace(/DEFINER=\S+ /, '')
    // In memory, indexes are hashes without a word.
    const usual = / ENGINE=MEMORY/.test(text) ? ' USING HASH' : ' USING BTREE'
    for (const line of kind === 'BASE TABLE' ? text.split('\n') : [text]) {
      // Parts are a part of what their table is.
      const isPart = /^ ?\(?PARTITION /.test(line)
      const isKey = /^ +PRIMARY KEY /.test(line)
      const [, quoted] = (isPart || isKey ? undefined : /`((?:[^`]|``)+)`/.exec(line)) ?? []
      const name = isKey ? 'primary key' : quoted?.replaceAll('``', '`')
      const clean = line
        .trim()
        .replace(/,$/, '')
        .replace(/ AUTO_INCREMENT=\d+/, '')
        .replace(usual, '')
        // The server writes the name of the database.
        .replace(/nextval\(`\w+`\./, 'nextval(')
      found.push({ names: name === undefined ? [table] : [table, name], text: clean })
    }
  }
  for (const { owner, name, text } of await ask(
    'SELECT event_object_table AS owner, trigger_name AS name, action_statement AS text FROM information_schema.triggers WHERE trigger_schema = database()',
  )) {
    found.push({ names: [String(owner), String(name)], text: String(text) })
  }
  for (const { name, text } of await ask(
    'SELECT routine_name AS name, routine_definition AS text FROM information_schema.routines WHERE routine_schema = database()',
  )) {
    found.push({ names: [String(name)], text: String(text) })
  }
  return found
}

const literal = (name: unknown): string => `'${String(name).replaceAll("'", "''")}'`

/** Texts that mean the same to SQLite. */
function defaultText(text: unknown): string {
  const written = String(text)
  const words: Readonly<Record<string, string>> = { TRUE: '1', FALSE: '0', NULL: 'null' }
  return words[written.toUpperCase()] ?? written.replace(/^"(.*)"$/, "'$1'")
}

const plain = (row: object): string =>
  Object.entries(row)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

const uncommented = (sql: string): string =>
  sql
    .replace(/('(?:[^']|'')*'|"(?:[^"]|"")*")|\/\*.*?\*\/|--[^\n]*/gs, (_, quoted) => quoted ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What stands in parentheses behind a word of a statement, and the name before it. */
function clausesOf(sql: string, word: string): string[] {
  const text = uncommented(sql)
  return [...text.matchAll(new RegExp(`(?:CONSTRAINT (\\S+) )?\\b${word} ?\\(`, 'gi'))].flatMap(
    ({ index, 0: start, 1: name }) => {
      const isInString = text.slice(0, index).replaceAll("''", '').split("'").length % 2 === 0
      let [depth, end] = [1, index + start.length]
      for (; depth > 0; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
      const inner = text.slice(index + start.length, end - 1).replace(/["`[\]\s]/g, '')
      return isInString
        ? []
        : [`${word} ${(name ?? '').replace(/["`[\]]/g, '').replace(/^.+_c_[0-9a-f]{6}$/, '')} ${inner}`]
    },
  )
}

async function dumpSqlite(ask: Ask): Promise<CatalogLine[]> {
  const found: CatalogLine[] = []
  for (const { name, sql } of await ask("SELECT name, sql FROM sqlite_master WHERE type = 'table'")) {
    for (const word of ['CHECK', 'AS']) {
      for (const text of clausesOf(String(sql), word)) found.push({ names: [String(name)], text })
    }
    // Where a foreign key is checked later, and whether rows are counted, is in no other place.
    const words = uncommented(String(sql))
      .replace(/'(?:[^']|'')*'/g, '')
      .toUpperCase()
    for (const text of words.match(/AUTOINCREMENT|(?:NOT )?DEFERRABLE(?: INITIALLY \w+)?/g) ?? [])
      found.push({ names: [String(name)], text })
  }
  for (const { name, type, ncol, wr, strict } of await ask(
    "SELECT * FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' AND type <> 'shadow'",
  )) {
    const table = String(name)
    found.push({ names: [table], text: `${type} ${type === 'view' ? '' : `${ncol} ${wr} ${strict}`}` })
    for (const row of await ask(`SELECT * FROM pragma_table_xinfo(${literal(table)})`)) {
      const { cid: _, ...column } = row
      // The key of a row is never NULL, and NULL is the default without a word.
      const isRowid = row.type === 'INTEGER' && Number(row.pk) === 1
      found.push({
        names: [table, String(row.name)],
        text: plain({
          ...column,
          // INT is a word for INTEGER, except in a key; a column without a type has the affinity of bytes.
          type: row.type === 'INT' && Number(row.pk) === 0 ? 'INTEGER' : row.type || 'BLOB',
          notnull: isRowid ? 1 : row.notnull,
          dflt_value: defaultText(uncommented(String(row.dflt_value))),
        }),
      })
    }
    for (const row of await ask(`SELECT * FROM pragma_foreign_key_list(${literal(table)})`)) {
      // Without a column, a foreign key refers to the primary key.
      const { id: _, to: __, ...key } = row
      found.push({ names: [table, String(row.from)], text: plain(key) })
    }
    for (const index of await ask(`SELECT * FROM pragma_index_list(${literal(table)})`)) {
      const isOwn = !String(index.name).startsWith('sqlite_autoindex')
      const parts = await ask(`SELECT name, "desc", coll, key FROM pragma_index_xinfo(${literal(index.name)})`)
      const keys = parts.filter((part) => Number(part.key) === 1)
      const title = isOwn ? String(index.name) : keys.flatMap((part) => part.name ?? []).join(', ')
      const text = `${index.unique} ${index.partial} ${keys.map(plain).join('; ')}`
      found.push({ names: [table, title], text: isOwn ? text : `${index.origin} ${text}` })
    }
  }
  for (const { name, tbl_name: owner, type, sql } of await ask(
    "SELECT * FROM sqlite_master WHERE type IN ('index', 'view', 'trigger') AND sql IS NOT NULL",
  )) {
    // Names may be quoted, and expressions be in brackets, or not; ascending is what there is without a word.
    const text = uncommented(String(sql))
      .replace(/ ASC\b/gi, '')
      .replace(/["`[\]()\s]/g, '')
    found.push({ names: [String(owner), String(name)], text: `${type} ${text}` })
  }
  return found
}
