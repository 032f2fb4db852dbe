import type { CatalogColumn, CatalogForeignKey, CatalogIndex } from 'orm-core/build'
import type { Row } from '../session.js'
import { byTable, type CatalogReader, optional, runs, text } from './catalog-reader.js'

// https://www.postgresql.org/docs/current/catalogs.html. The driver gives every value as text: booleans are t and f.

export const readPgsql: CatalogReader = async ({ query, withViews, notice }) => {
  const kinds = withViews ? "'r', 'p', 'v', 'm'" : "'r', 'p'"
  const tables = await query(
    `SELECT c.oid AS id, n.nspname AS schema, c.relname AS name, c.relkind AS kind, obj_description(c.oid, 'pg_class') AS comment
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN (${kinds}) AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY n.nspname, c.relname`,
  )
  const columns = byTable(
    await query(
      `SELECT a.attrelid AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
         a.attidentity AS identity, a.attgenerated AS generated, pg_get_expr(d.adbin, d.adrelid) AS default,
         col_description(a.attrelid, a.attnum) AS comment
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`,
    ),
  )
  const indexes = byTable(
    await query(
      `SELECT i.indrelid AS table, c.relname AS name, i.indisprimary AS primary, i.indisunique AS unique, a.attname AS column,
         i.indpred IS NOT NULL OR i.indexprs IS NOT NULL AS special
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, position)
       LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
       WHERE k.position <= i.indnkeyatts ORDER BY i.indrelid, i.indexrelid, k.position`,
    ),
  )
  const foreignKeys = byTable(
    await query(
      `SELECT o.conrelid AS table, o.oid AS id, o.conname AS name, n.nspname AS schema, c.relname AS target,
         o.confdeltype AS deletes, o.confupdtype AS updates, o.condeferrable AS deferrable, o.condeferred AS deferred,
         l.attname AS column, f.attname AS "foreignColumn"
       FROM pg_constraint o JOIN pg_class c ON c.oid = o.confrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       CROSS JOIN LATERAL unnest(o.conkey, o.confkey) WITH ORDINALITY AS k(own, other, position)
       JOIN pg_attribute l ON l.attrelid = o.conrelid AND l.attnum = k.own
       JOIN pg_attribute f ON f.attrelid = o.confrelid AND f.attnum = k.other
       WHERE o.contype = 'f' AND o.conparentid = 0 ORDER BY o.conrelid, o.oid, k.position`,
    ),
  )
  return tables.map(({ id, schema, name, kind, comment }) => {
    const keys = runs(indexes(id), 'name')
    const special = keys.filter(([{ special: is }]) => is === 't')
    for (const [index] of special)
      notice(`${name}: the index ${index.name} has a condition or an expression and is left out`)
    const rows = columns(id)
    return {
      name: String(name),
      schema: String(schema),
      ...((kind === 'v' || kind === 'm') && { isView: true }),
      ...optional('comment', comment),
      columns: rows.map(columnOf),
      primaryKey: keys
        .filter(([{ primary }]) => primary === 't')
        .flatMap((key) => key.map(({ column }) => String(column))),
      indexes: keys.filter((key) => key[0].primary !== 't' && !special.includes(key)).map(indexOf),
      foreignKeys: runs(foreignKeys(id), 'id').map(foreignKeyOf),
      ...sequenceOf(rows, String(name)),
    }
  })
}

function columnOf({ name, type, required, identity, generated, default: value, comment }: Row): CatalogColumn {
  const written = generated === '' || generated === null || generated === undefined ? text(value) : undefined
  const isNumbered =
    written?.startsWith('nextval(') === true || (identity !== '' && identity !== null && identity !== undefined)
  return {
    name: String(name),
    type: String(type),
    nullable: required !== 't',
    autoIncrement: isNumbered,
    ...(written !== undefined && !isNumbered && { default: written }),
    ...optional('comment', comment),
  }
}

/** A sequence that has another name than the server would give it. */
function sequenceOf(rows: readonly Row[], table: string): { readonly sequence?: string } {
  for (const { name, default: value } of rows) {
    const quoted = /^nextval\('((?:[^']|'')+)'::regclass\)$/.exec(String(value ?? ''))?.[1]?.replaceAll("''", "'")
    if (quoted === undefined) continue
    const parts = [...quoted.matchAll(/"((?:[^"]|"")*)"|([^."]+)/g)]
    const [, inQuotes, plain] = parts.at(-1) ?? []
    const sequence = inQuotes?.replaceAll('""', '"') ?? plain ?? ''
    return isOwnName(sequence, table, String(name)) ? {} : { sequence }
  }
  return {}
}

/** The server shortens the longer of the two parts until all fits in 63 bytes. */
const isOwnName = (sequence: string, table: string, column: string): boolean => {
  let [left, right] = [table, column]
  while (Buffer.byteLength(`${left}_${right}_seq`) > 63) {
    if (left.length >= right.length) left = left.slice(0, -1)
    else right = right.slice(0, -1)
  }
  return sequence === `${left}_${right}_seq`
}

const indexOf = (rows: readonly [Row, ...Row[]]): CatalogIndex => ({
  name: String(rows[0].name),
  unique: rows[0].unique === 't',
  columns: rows.map(({ column }) => ({ name: String(column) })),
})

const actions: Readonly<Record<string, string>> = { c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT', r: 'RESTRICT' }

function foreignKeyOf(rows: readonly [Row, ...Row[]]): CatalogForeignKey {
  const [{ name, schema, target, deletes, updates, deferrable, deferred }] = rows
  return {
    name: String(name),
    columns: rows.map(({ column }) => String(column)),
    foreignTable: String(target),
    foreignSchema: String(schema),
    foreignColumns: rows.map(({ foreignColumn }) => String(foreignColumn)),
    ...optional('onDelete', actions[String(deletes)]),
    ...optional('onUpdate', actions[String(updates)]),
    deferrable: deferrable === 't',
    initiallyDeferred: deferred === 't',
  }
}
