import {
  type CatalogCheck,
  type CatalogColumn,
  type CatalogExclusion,
  type CatalogForeignKey,
  type CatalogIndex,
  type CatalogIndexColumn,
  dialects,
  type PlainPartition,
  withoutParentheses,
} from 'orm-core/internal'
import type { Row } from '../../session/session.js'
import { byTable, type CatalogReader, optional, runs, text } from '../catalog-reader.js'
import { readParts } from '../partitions.js'
import { tellOfLosses } from './losses.js'
import { isOwnFunction, type PgsqlTypes, readPgsqlTypes } from './types.js'

// https://www.postgresql.org/docs/current/catalogs.html. The driver returns every value as text: booleans are t and f.

export const readPgsql: CatalogReader = async ({ query, withLosses, notice, extension, sequence }) => {
  const types = await readPgsqlTypes(query)
  const tables = await query(
    `SELECT c.oid AS id, n.nspname AS schema, n.nspname = current_schema() AS own, c.relname AS name, c.relkind AS kind, c.relpersistence AS persistence, obj_description(c.oid, 'pg_class') AS comment,
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END AS definition,
       EXISTS (SELECT FROM pg_rewrite r JOIN pg_depend p ON p.classid = 'pg_rewrite'::regclass AND p.objid = r.oid
         WHERE r.ev_class = c.oid AND r.rulename = '_RETURN' AND ${isOwnFunction}) AS "callsOther"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY n.nspname, c.relname`,
  )
  if (withLosses) await tellOfLosses(query, sequences, notice)
  for (const { name, start, increment } of sequence ? await query(`${sequences} ORDER BY c.relname`) : []) {
    sequence?.({ name: String(name), ...unusual('start', start), ...unusual('increment', increment) })
  }
  for (const row of extension ? await query(extensions) : []) {
    extension?.({ name: String(row.name), ...optional('schema', row.schema) })
  }
  const columns = byTable(
    // Sequences are materialized once: a search for each column would take minutes with hundreds of tables.
    await query(
      `WITH shared AS MATERIALIZED (SELECT p.objid AS id, min(s.name) AS name FROM (${sequences}) s
         JOIN pg_depend p ON p.refclassid = 'pg_class'::regclass AND p.refobjid = s.id
         WHERE p.classid = 'pg_attrdef'::regclass GROUP BY p.objid)
       SELECT a.attrelid AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.atttypid AS "typeId",
         a.attnotnull AS required, EXISTS (SELECT FROM pg_depend p WHERE p.classid = 'pg_attrdef'::regclass AND p.objid = d.oid
           AND ${isOwnFunction}) AS "callsOther",
         a.attidentity AS identity, q.seqstart AS start, q.seqincrement AS increment, a.attgenerated AS generated, pg_get_expr(d.adbin, d.adrelid) AS default,
         s.name AS sequence,
         col_description(a.attrelid, a.attnum) AS comment
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       LEFT JOIN pg_depend e ON e.refobjid = a.attrelid AND e.refobjsubid = a.attnum AND e.deptype = 'i'
         AND e.classid = 'pg_class'::regclass AND a.attidentity <> ''
       LEFT JOIN pg_sequence q ON q.seqrelid = e.objid
       LEFT JOIN shared s ON s.id = d.oid
       WHERE a.attrelid >= ${firstId} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`,
    ),
  )
  const indexes = byTable(
    await query(
      `SELECT i.indrelid AS table, c.relname AS name, i.indisprimary AS primary, i.indisunique AS unique, a.attname AS column,
         k.position > i.indnkeyatts AS included, m.amname AS method, i.indisvalid AS valid,
         EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.contype = 'u') AS constraint,
         pg_get_indexdef(i.indexrelid) AS definition, pg_get_indexdef(i.indexrelid, k.position::int, false) AS key,
         pg_get_expr(i.indpred, i.indrelid) AS condition, s.spcname AS tablespace,
         EXISTS (SELECT FROM pg_depend p WHERE p.classid = 'pg_class'::regclass AND p.objid = i.indexrelid
           AND p.refclassid IN ('pg_proc'::regclass, 'pg_opclass'::regclass, 'pg_collation'::regclass) AND p.refobjid >= ${firstId}
           AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = p.refclassid AND e.objid = p.refobjid AND e.deptype = 'e')) AS "callsOther"
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
       LEFT JOIN pg_tablespace s ON s.oid = c.reltablespace
       CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, position)
       LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
       WHERE i.indrelid >= ${firstId} AND NOT i.indisexclusion ORDER BY i.indrelid, i.indexrelid, k.position`,
    ),
  )
  const constraints = await query(
    `SELECT o.conrelid AS table, o.oid AS id, o.conname AS name, n.nspname AS schema, c.relname AS target,
       o.confdeltype AS deletes, o.confupdtype AS updates, o.condeferrable AS deferrable, o.condeferred AS deferred,
       l.attname AS column, f.attname AS "foreignColumn", k.position, NULL AS expression, NULL::boolean AS "callsOther",
       o.contype AS kind, o.confmatchtype = 'f' AS "matchFull", NULL AS "nullsEqual"
     FROM pg_constraint o JOIN pg_class c ON c.oid = o.confrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN LATERAL unnest(o.conkey, o.confkey) WITH ORDINALITY AS k(own, other, position)
     JOIN pg_attribute l ON l.attrelid = o.conrelid AND l.attnum = k.own
     JOIN pg_attribute f ON f.attrelid = o.confrelid AND f.attnum = k.other
     WHERE o.contype = 'f' AND o.conparentid = 0
     UNION ALL SELECT o.conrelid, o.oid, o.conname, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       pg_get_expr(o.conbin, o.conrelid), EXISTS (SELECT FROM pg_depend p WHERE p.classid = 'pg_constraint'::regclass
         AND p.objid = o.oid AND ${isOwnFunction}), o.contype, NULL, NULL
     FROM pg_constraint o WHERE o.contype IN ('c', 'x') AND o.conrelid <> 0 AND o.conparentid = 0
     UNION ALL SELECT i.indrelid, i.indexrelid, c.relname, NULL, NULL, NULL, NULL, o.condeferrable, o.condeferred, NULL, NULL, NULL,
       NULL, NULL, 'u', NULL, to_jsonb(i) ->> 'indnullsnotdistinct'
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     LEFT JOIN pg_constraint o ON o.conindid = i.indexrelid AND o.contype = 'u' AND o.conrelid = i.indrelid
     WHERE i.indrelid >= ${firstId} AND i.indisunique AND NOT i.indisprimary AND (o.condeferrable OR to_jsonb(i) ->> 'indnullsnotdistinct' = 'true')
     ORDER BY 1, 2, position`,
  )
  const [foreignKeys, checks, uniques] = ['f', 'c', 'u'].map((kind) =>
    byTable(constraints.filter((row) => row.kind === kind)),
  ) as [ByTable, ByTable, ByTable]
  // This query takes longer than all the others, so it runs only if needed.
  const exclusions = byTable(constraints.some(({ kind }) => kind === 'x') ? await query(exclusionsQuery) : [])
  const isDivided = tables.some(({ kind }) => kind === 'p')
  const partitions = byTable(isDivided ? await query(partitionsQuery) : [])
  return tables
    .filter((table) => isTaken(table, notice))
    .map(({ id, schema, own, name, kind, persistence, comment, definition, callsOther }) => {
      const keys = runs(indexes(id), 'name')
      const uniqueOf = new Map(uniques(id).map((row) => [String(row.name), uniqueFacts(row)]))
      const rows = columns(id)
      const primaryKey = keys
        .filter(([{ primary }]) => primary === 't')
        .flatMap((key) => key.filter(({ included }) => included !== 't').map(({ column }) => String(column)))
      const partition = kind === 'p' ? partitionOf(partitions(id), String(name)) : undefined
      if (kind === 'p' && !partition) notice(`${name}: the partitions by ${partitions(id)[0]?.definition} are omitted`)
      return {
        name: String(name),
        schema: String(schema),
        ...(partition && { partition }),
        ...(own === 't' && { isInDefaultSchema: true }),
        ...((kind === 'v' || kind === 'm') && {
          view: {
            sql: String(definition),
            ...(kind === 'm' && { materialized: true as const }),
            ...(callsOther === 't' && { callsFunction: true as const }),
          },
        }),
        ...(kind === 'r' && persistence === 'u' && { kinds: ['unlogged' as const] }),
        ...optional('comment', comment),
        columns: rows.map((row) => columnOf(row, String(name), primaryKey, types, notice)),
        primaryKey,
        indexes: keys.flatMap((key) =>
          indexOf(key, String(name), notice).map((index) => ({ ...index, ...uniqueOf.get(String(index.name)) })),
        ),
        checks: checks(id).flatMap((row) => checkOf(row, String(name), notice)),
        exclusions: runs(exclusions(id), 'id').flatMap((rows) => exclusionOf(rows, String(name), notice)),
        foreignKeys: runs(foreignKeys(id), 'id').map(foreignKeyOf),
        ...sequenceOf(rows, String(name), primaryKey),
      }
    })
}

/**
 * First id of objects created in a database. The server's own objects have smaller ids: 3,000 columns and 160 indexes, which
 * take ten times as long to read as a database with a few tables.
 */
const firstId = 16_384

/** Query with one row for each part of an exclusion constraint. */
const exclusionsQuery = `SELECT o.conrelid AS table, o.oid AS id, o.conname AS name, o.condeferrable AS deferrable,
    o.condeferred AS deferred, a.attname AS column, pg_get_indexdef(i.indexrelid, k.position::int, true) AS "foreignColumn",
    pg_get_expr(i.indpred, i.indrelid) AS expression, m.amname AS method, r.oprname AS operator,
    EXISTS (SELECT FROM pg_depend p WHERE p.objid IN (o.oid, i.indexrelid) AND ${isOwnFunction}) AS "callsOther",
    NOT (q.opcdefault AND k.option = 0 AND pg_operator_is_visible(r.oid)
      AND k.sorting IN (0, coalesce(a.attcollation, k.sorting))) AS special
  FROM pg_constraint o JOIN pg_index i ON i.indexrelid = o.conindid JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_am m ON m.oid = c.relam
  CROSS JOIN LATERAL unnest(i.indkey::int2[], o.conexclop, i.indclass::oid[], i.indcollation::oid[], i.indoption::int2[])
    WITH ORDINALITY AS k(own, operator, class, sorting, option, position)
  JOIN pg_operator r ON r.oid = k.operator JOIN pg_opclass q ON q.oid = k.class
  LEFT JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.own
  WHERE o.contype = 'x' AND o.conparentid = 0
  ORDER BY o.conrelid, o.oid, k.position`

/**
 * Query with one row for each partition, or one row if a table has none. `plain` is set for an ordinary table in the SQL schema
 * of its parent.
 */
const partitionsQuery = `SELECT p.partrelid AS table, p.partstrat AS strategy, pg_get_partkeydef(p.partrelid) AS definition,
    a.names AS columns, a.written AS written, c.relname AS part, pg_get_expr(c.relpartbound, c.oid) AS bound,
    c.relkind = 'r' AND c.relnamespace = t.relnamespace AND c.relpersistence = 'p' AND c.reloptions IS NULL AS plain
  FROM pg_partitioned_table p JOIN pg_class t ON t.oid = p.partrelid
  CROSS JOIN LATERAL (SELECT json_agg(a.attname ORDER BY k.position) AS names,
      string_agg(quote_ident(a.attname), ', ' ORDER BY k.position) AS written
    FROM unnest(p.partattrs::int2[]) WITH ORDINALITY AS k(number, position)
    LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.number AND k.number > 0) a
  LEFT JOIN pg_inherits i ON i.inhparent = p.partrelid LEFT JOIN pg_class c ON c.oid = i.inhrelid
  ORDER BY p.partrelid, c.relname`

/** Returns partitions in the form of a schema, or undefined if a schema cannot express them. */
function partitionOf(rows: readonly Row[], table: string): PlainPartition | undefined {
  const [first] = rows
  if (!first || rows.some(({ part, plain }) => plain !== 't' || !String(part).startsWith(`${table}_`))) return undefined
  const by = ({ r: 'range', l: 'list', h: 'hash' } as const)[String(first.strategy)]
  // Expressions, collations and operator classes appear only in the definition.
  if (!by || first.definition !== `${by.toUpperCase()} (${first.written})`) return undefined
  const columns: string[] = JSON.parse(String(first.columns))
  const named = rows.map(({ part, bound }) => ({ name: String(part).slice(table.length + 1), bound: String(bound) }))
  if (by === 'hash') {
    const isOwn = named.every(({ name, bound }) => {
      const [, modulus, remainder] = /^FOR VALUES WITH \(modulus (\d+), remainder (\d+)\)$/.exec(bound) ?? []
      return Number(modulus) === rows.length && name === `p${remainder}`
    })
    return isOwn ? { by, columns, count: rows.length, parts: [] } : undefined
  }
  const bounds = named.map(({ name, bound }) => {
    const [, from, to] = /^FOR VALUES FROM \((.*)\) TO \((.*)\)$/s.exec(bound) ?? []
    const [, values] = /^FOR VALUES IN \((.*)\)$/s.exec(bound) ?? []
    if (from !== undefined && to !== undefined) return { name, from, to }
    return values === undefined ? undefined : { name, values }
  })
  const parts = bounds.every((bound) => bound !== undefined) ? readParts(bounds, dialects.pgsql) : undefined
  return parts && { by, columns, parts }
}

/** Query for extensions. The schema is set only if it differs from the one that the server would choose. */
const extensions = `SELECT e.extname AS name, nullif(n.nspname, current_schema()) AS schema
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname <> 'plpgsql' ORDER BY e.extname`

/**
 * Query for sequences that belong to no column, not even by their default name, and that a schema can express: they count up
 * and start at 1 or above.
 */
const sequences = `SELECT c.oid AS id, c.relname AS name, q.seqstart AS start, q.seqincrement AS increment
  FROM pg_sequence q JOIN pg_class c ON c.oid = q.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND q.seqincrement > 0 AND q.seqstart BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}
    AND NOT EXISTS (SELECT FROM pg_depend o WHERE o.classid = 'pg_class'::regclass AND o.objid = c.oid AND o.deptype IN ('a', 'i', 'e'))
    AND NOT EXISTS (SELECT FROM pg_depend p JOIN pg_attrdef e ON e.oid = p.objid JOIN pg_class t ON t.oid = e.adrelid
      JOIN pg_attribute a ON a.attrelid = e.adrelid AND a.attnum = e.adnum WHERE p.classid = 'pg_attrdef'::regclass
      AND p.refclassid = 'pg_class'::regclass AND p.refobjid = c.oid AND c.relname = concat(t.relname, '_', a.attname, '_seq'))`

/** Returns an option of a sequence, unless it has its default value 1. */
const unusual = <Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: number } =>
  (Number(value) === 1 ? {} : { [name]: Number(value) }) as { readonly [Key in Name]?: number }

type Notice = (text: string) => void
type ByTable = ReturnType<typeof byTable>

function isTaken({ name, kind }: Row, notice: Notice): boolean {
  if (kind === 'f') notice(`${name}: the foreign table is omitted`)
  return kind !== 'f'
}

function columnOf(
  row: Row,
  table: string,
  primaryKey: readonly string[],
  types: PgsqlTypes,
  notice: Notice,
): CatalogColumn {
  const { name, identity, generated, comment } = row
  const type = types.resolve(row)
  if (type.notice !== undefined && !type.valueType && !type.domain) notice(`${table}.${name}: ${type.notice}`)
  if (type.domain) {
    const moved = `of the domain ${type.domain.name} becomes that of the column`
    if (type.isRequired && row.required !== 't') notice(`${table}.${name}: NOT NULL ${moved}`)
    if (type.default !== undefined && text(row.default) === undefined) notice(`${table}.${name}: the default ${moved}`)
  }
  const isGenerated = generated !== '' && generated !== null && generated !== undefined
  const written = isGenerated ? undefined : (text(row.default) ?? type.default)
  // A key column is numbered, whatever sequence its numbers come from.
  const isShared =
    !primaryKey.includes(String(name)) && text(row.sequence) !== undefined && nextNumber.test(written ?? '')
  const isNumbered =
    (written?.startsWith('nextval(') === true && !isShared) ||
    (identity !== '' && identity !== null && identity !== undefined)
  const isForeign = row.callsOther === 't' && !isNumbered && !isShared
  if (isForeign) {
    const what = isGenerated ? `the expression ${text(row.default)} that generates its value` : `the default ${written}`
    notice(`${table}.${name}: ${what} calls a function of the database and is omitted`)
  }
  return {
    name: String(name),
    type: type.text,
    ...(type.text !== row.type && { ownType: String(row.type) }),
    ...(type.valueType && { valueType: type.valueType }),
    ...(type.domain && { domain: type.domain }),
    nullable: row.required !== 't' && !type.isRequired,
    autoIncrement: isNumbered,
    ...identityOf(row),
    ...(isShared && { sequence: String(row.sequence) }),
    ...(isGenerated && isForeign && { isGenerated }),
    ...(isGenerated &&
      !isForeign && { generated: { expression: inner(String(row.default)), stored: generated === 's' } }),
    ...(written !== undefined && !isNumbered && !isShared && !isForeign && defaultOf(written, types)),
    ...optional('comment', comment),
  }
}

/** Returns a default without casts to user-defined types, which the schema may not have. */
function defaultOf(written: string, types: PgsqlTypes): Pick<CatalogColumn, 'default' | 'ownDefault'> {
  const bare = types.withoutCasts(written)
  return { default: bare, ...(bare !== written && { ownDefault: written }) }
}

/** Returns an identity without defaults. */
function identityOf({ identity, start, increment }: Row): Pick<CatalogColumn, 'identity'> {
  if (identity !== 'a' && identity !== 'd') return {}
  return {
    identity: {
      mode: identity === 'a' ? 'always' : 'by default',
      ...(text(start) !== undefined && Number(start) !== 1 && { start: Number(start) }),
      ...(text(increment) !== undefined && Number(increment) !== 1 && { increment: Number(increment) }),
    },
  }
}

const nextNumber = /^nextval\('((?:[^']|'')+)'::regclass\)$/

/** Returns the sequence of the numbered column, preferably the key, if its name is not the default name. */
function sequenceOf(
  rows: readonly Row[],
  table: string,
  primaryKey: readonly string[],
): { readonly sequence?: string } {
  const isKey = ({ name }: Row): boolean => primaryKey.includes(String(name))
  const numbered = [...rows.filter(isKey), ...rows.filter((row) => !isKey(row) && text(row.sequence) === undefined)]
  for (const { name, default: value } of numbered) {
    const quoted = nextNumber.exec(String(value ?? ''))?.[1]?.replaceAll("''", "'")
    if (quoted === undefined) continue
    const parts = [...quoted.matchAll(/"((?:[^"]|"")*)"|([^."]+)/g)]
    const [, inQuotes, plain] = parts.at(-1) ?? []
    const sequence = inQuotes?.replaceAll('""', '"') ?? plain ?? ''
    return isOwnName(sequence, table, String(name)) ? {} : { sequence }
  }
  return {}
}

/**
 * Returns whether a sequence has its default name. The server truncates the longer of the two parts until the name fits into 63
 * bytes.
 */
const isOwnName = (sequence: string, table: string, column: string): boolean => {
  let [left, right] = [table, column]
  while (Buffer.byteLength(`${left}_${right}_seq`) > 63) {
    if (left.length >= right.length) left = left.slice(0, -1)
    else right = right.slice(0, -1)
  }
  return sequence === `${left}_${right}_seq`
}

function checkOf({ name, expression, callsOther }: Row, table: string, notice: Notice): CatalogCheck[] {
  if (callsOther !== 't') return [{ name: String(name), expression: inner(String(expression)) }]
  notice(`${table}: the check ${name} calls a function of the database and is omitted`)
  return []
}

/** Returns the options of a unique key that are not defaults. */
const uniqueFacts = (row: Row): Pick<CatalogIndex, 'deferrable' | 'nullsNotDistinct'> => ({
  ...deferralOf(row),
  ...(row.nullsEqual === 'true' && { nullsNotDistinct: true as const }),
})

const deferralOf = ({ deferrable, deferred }: Row): { readonly deferrable?: 'deferred' | 'immediate' } =>
  deferrable === 't' ? { deferrable: deferred === 't' ? 'deferred' : 'immediate' } : {}

function exclusionOf(rows: readonly [Row, ...Row[]], table: string, notice: Notice): CatalogExclusion[] {
  const [{ name, method, expression, callsOther }] = rows
  const place = `${table}: the exclusion constraint ${name}`
  if (callsOther === 't') notice(`${place} calls a function of the database and is omitted`)
  else if (rows.some(({ special }) => special === 't'))
    notice(`${place} has an operator class, a collation or an operator that a schema cannot name, and is omitted`)
  else
    return [
      {
        name: String(name),
        method: String(method),
        parts: rows.map(({ column, foreignColumn, operator }) => ({
          ...(column === null ? { expression: inner(String(foreignColumn)) } : { column: String(column) }),
          operator: String(operator),
        })),
        ...(expression !== null && { where: inner(String(expression)) }),
        ...deferralOf(rows[0]),
      },
    ]
  return []
}

const inner = (expression: string): string => withoutParentheses(expression, dialects.pgsql.lexicon)

const methods: readonly string[] = dialects.pgsql.indexes.methods

function indexOf(rows: readonly [Row, ...Row[]], table: string, notice: Notice): CatalogIndex[] {
  const [{ name, primary, unique, method, definition, condition, constraint, tablespace }] = rows
  const index = `${table}: the index ${name}`
  const omitted =
    rows[0].valid !== 't'
      ? 'is not valid'
      : methods.includes(String(method))
        ? rows[0].callsOther === 't' && 'uses a function, an operator class or a collation of the database'
        : `is of kind ${method}`
  if (omitted) {
    notice(`${index} ${omitted} and is omitted`)
    return []
  }
  const list = ` USING ${method} (`
  const [columns, end] = partsOf(
    rows.filter(({ included }) => included !== 't'),
    String(definition),
    String(definition).indexOf(list) + list.length,
  )
  const included = rows.filter((row) => row.included === 't').map(({ column }) => String(column))
  const [, options] = /^(?: NULLS NOT DISTINCT)?( WITH \([^)]*\))?/.exec(
    String(definition)
      .slice(end)
      .replace(/^\) INCLUDE \((?:[^"()]|"(?:[^"]|"")*")*\)|^\)/, ''),
  )!
  const losses = [
    ...(options ? [options.trim()] : []),
    ...(text(tablespace) === undefined ? [] : [`TABLESPACE ${tablespace}`]),
    ...(primary === 't' && included.length > 0 ? [`INCLUDE (${included.join(', ')})`] : []),
  ]
  for (const loss of losses) notice(`${index} loses ${loss}`)
  if (primary === 't') return []
  const isBtree = method === 'btree'
  return [
    {
      name: String(name),
      unique: unique === 't',
      columns,
      ...(included.length > 0 && { included }),
      ...(text(condition) !== undefined && { where: inner(String(condition)) }),
      ...((!isBtree || (unique === 't' && constraint !== 't')) && { method: method as 'btree' }),
    },
  ]
}

const word = '(?:[a-z_][a-z0-9_$]*|"(?:[^"]|"")+")'
const behindKey = new RegExp(
  `(?: COLLATE (?<collate>(?:${word}\\.)?${word}))?(?: (?!DESC|NULLS )(?<opclass>(?:${word}\\.)?${word}(?: \\((?:[^'()]|'(?:[^']|'')*')*\\))?))?(?<desc> DESC)?(?: NULLS (?<nulls>FIRST|LAST))?`,
  'y',
)

/** Reads the keys of an index from its definition, and returns where the list ends. */
function partsOf(
  rows: readonly Row[],
  definition: string,
  start: number,
): [columns: CatalogIndexColumn[], end: number] {
  let at = start
  const columns = rows.map(({ column, key }): CatalogIndexColumn => {
    behindKey.lastIndex = at + String(key).length
    const groups = behindKey.exec(definition)?.groups ?? {}
    at = behindKey.lastIndex + ', '.length
    const { collate, opclass, desc, nulls } = groups
    return {
      ...(text(column) === undefined ? { expression: inner(String(key)) } : { name: String(column) }),
      ...(desc && { order: 'desc' as const }),
      ...(nulls && { nulls: nulls === 'FIRST' ? ('first' as const) : ('last' as const) }),
      ...(opclass && { opclass }),
      ...(collate && { collate: collationOf(collate) }),
    }
  })
  return [columns, at - ', '.length]
}

/** Returns a collation in the form of a schema: without quotes if it has no SQL schema. */
const collationOf = (written: string): string => {
  const parts = written.match(new RegExp(word, 'g')) ?? []
  const bare = parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
  return parts.length === 1 ? bare[0]! : bare.map((part) => `"${part.replaceAll('"', '""')}"`).join('.')
}

const actions: Readonly<Record<string, string>> = { c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT', r: 'RESTRICT' }

function foreignKeyOf(rows: readonly [Row, ...Row[]]): CatalogForeignKey {
  const [row] = rows
  const { name, schema, target, deletes, updates, matchFull } = row
  return {
    name: String(name),
    columns: rows.map(({ column }) => String(column)),
    foreignTable: String(target),
    foreignSchema: String(schema),
    foreignColumns: rows.map(({ foreignColumn }) => String(foreignColumn)),
    ...optional('onDelete', actions[String(deletes)]),
    ...optional('onUpdate', actions[String(updates)]),
    ...deferralOf(row),
    ...(matchFull === 't' && { matchFull: true as const }),
  }
}
