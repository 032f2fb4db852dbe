import { type CatalogDomain, type CatalogValueType, dialects, tokenAt, withoutParentheses } from 'orm-core/internal'
import type { Row } from '../../session/session.js'
import { type CatalogQuery, text } from '../catalog-reader.js'

/** A user-defined type expressed with built-in types, which every database has. */
export interface ResolvedType {
  readonly text: string
  /** Whether the type itself requires a value. */
  readonly isRequired?: boolean
  readonly default?: string
  /** What the conversion loses. */
  readonly notice?: string
  /** The domain, if the type is a domain with checks. */
  readonly domain?: CatalogDomain
  /** The list of values, if the type is an enum or an array of one. */
  readonly valueType?: CatalogValueType
}

export interface PgsqlTypes {
  /** Resolves the type of a row with `type` and `typeId`. */
  resolve(column: Row): ResolvedType
  /** Returns an expression without casts to user-defined types. */
  withoutCasts(expression: string): string
}

/**
 * Condition on a row `p` of pg_depend: it refers to a function of the database. The server's own functions have no such rows, and
 * `<extension>` creates those of extensions.
 */
export const isOwnFunction = `p.refclassid = 'pg_proc'::regclass AND NOT EXISTS (SELECT FROM pg_depend e
  WHERE e.classid = p.refclassid AND e.objid = p.refobjid AND e.deptype = 'e')`

/** Reads domains, enums and other user-defined types. */
export async function readPgsqlTypes(query: CatalogQuery['query']): Promise<PgsqlTypes> {
  const rows = await query(
    `SELECT t.oid AS id, t.typtype AS kind, t.typbasetype AS "baseId", format_type(t.typbasetype, t.typtypmod) AS base,
       format_type(t.oid, NULL) AS written, t.typname AS name, n.nspname AS schema, t.typnotnull AS required, t.typdefault AS default,
       CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE 0 END AS element, e.labels, e.longest, e.list, k.checks, k.conditions,
       obj_description(t.oid, 'pg_type') AS comment, (SELECT collname FROM pg_collation l JOIN pg_type b ON b.oid = t.typbasetype
         WHERE l.oid = t.typcollation AND t.typcollation <> b.typcollation) AS collation,
       EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e') AS extension
     FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
     LEFT JOIN (SELECT enumtypid, string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) AS labels,
       max(length(enumlabel)) AS longest, json_agg(enumlabel ORDER BY enumsortorder)::text AS list FROM pg_enum GROUP BY enumtypid) e
       ON e.enumtypid = t.oid
     LEFT JOIN (SELECT contypid, string_agg(pg_get_constraintdef(o.oid), ' ') AS checks,
       json_agg(json_build_object('name', conname, 'expression', pg_get_expr(conbin, 0), 'isValid', convalidated, 'callsOther',
         EXISTS (SELECT FROM pg_depend p WHERE p.classid = 'pg_constraint'::regclass AND p.objid = o.oid
           AND ${isOwnFunction})) ORDER BY conname)::text AS conditions
       FROM pg_constraint o WHERE contypid <> 0 AND contype = 'c' GROUP BY contypid) k ON k.contypid = t.oid
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const types = new Map(rows.map((row) => [String(row.id), row]))
  const casts = rows
    .flatMap(({ written }) => [String(written), String(written).replace(/^(?:"(?:[^"]|"")*"|[^".]+)\./, '')])
    .sort((a, b) => b.length - a.length)
  return {
    resolve: ({ type, typeId }) => resolve(types, String(type), String(typeId)),
    withoutCasts: (expression) => withoutCasts(expression, casts),
  }
}

/** Removes casts only: the same text in a string or a quoted name is data. */
function withoutCasts(expression: string, types: readonly string[]): string {
  let bare = ''
  for (let position = 0; position < expression.length; ) {
    const isCast = expression.startsWith('::', position)
    const cast = isCast ? types.find((type) => isCastAt(expression, position, type)) : undefined
    const { end } = tokenAt(expression, position, dialects.pgsql.lexicon, ';')
    if (cast === undefined) bare += expression.slice(position, end)
    position = cast === undefined ? end : position + '::'.length + cast.length
  }
  return bare
}

const isCastAt = (expression: string, position: number, type: string): boolean =>
  expression.startsWith(`::${type}`, position) &&
  !/^[\w$\x80-\uffff"]/.test(expression.slice(position + '::'.length + type.length))

function resolve(types: ReadonlyMap<string, Row>, written: string, id: string): ResolvedType {
  const type = types.get(id)
  if (!type || type.extension === 't') return { text: written }
  const { name, kind, element, labels, longest } = type
  if (String(element) !== '0') {
    const one = resolve(types, written.replace(/\[\]$/, ''), String(element))
    return {
      text: `${one.text}[]`,
      ...(one.notice !== undefined && { notice: one.notice }),
      ...(one.valueType && !one.valueType.isSet && { valueType: { ...one.valueType, isSet: true } }),
    }
  }
  if (kind === 'e') {
    const size = Math.max(Number(longest ?? 1), 1)
    const loss = `the enum ${name} (${labels ?? ''}) becomes VARCHAR(${size}), which takes any value`
    const values = JSON.parse(text(type.list) ?? '[]') as string[]
    return {
      text: `character varying(${size})`,
      notice: loss,
      valueType: { name: String(name), schema: String(type.schema), values, isSet: false, loss },
    }
  }
  if (kind === 'd') return domain(types, type)
  // PostGIS can be installed without being an extension.
  if (name === 'geometry') return { text: written }
  return { text: 'text', notice: `the type ${name} becomes text` }
}

function domain(types: ReadonlyMap<string, Row>, { name, base, baseId, required, checks, ...row }: Row): ResolvedType {
  const inner = resolve(types, String(base), String(baseId))
  const value = text(row.default) ?? inner.default
  const lost = checks === null || checks === undefined ? '' : `, without ${checks}`
  const loss = `the domain ${name} becomes ${inner.text}${lost}`
  return {
    text: inner.text,
    // A domain without conditions, or based on another domain, is reduced to its base type.
    ...(lost !== '' && inner.notice === undefined && { domain: domainOf({ ...row, name }, loss) }),
    ...((required === 't' || inner.isRequired) && { isRequired: true }),
    ...(value !== undefined && { default: value }),
    notice: [loss, inner.notice].filter(Boolean).join('; '),
  }
}

interface Condition {
  readonly name: string
  readonly expression: string
  readonly isValid: boolean
  readonly callsOther: boolean
}

function domainOf({ name, schema, conditions, comment, collation }: Row, loss: string): CatalogDomain {
  const checks = JSON.parse(text(conditions) ?? '[]') as Condition[]
  const taken = checks.filter(({ callsOther }) => !callsOther)
  return {
    name: String(name),
    schema: String(schema),
    checks: taken.map((check) => ({
      name: check.name,
      expression: withoutParentheses(check.expression, dialects.pgsql.lexicon),
    })),
    losses: [
      ...checks
        .filter(({ callsOther }) => callsOther)
        .map((check) => `the check ${check.name} calls a function of the database and is omitted`),
      ...taken.filter(({ isValid }) => !isValid).map((check) => `NOT VALID of the check ${check.name} is omitted`),
      ...(text(comment) === undefined ? [] : ['its comment is omitted']),
      ...(text(collation) === undefined ? [] : [`the collation ${collation} is omitted`]),
    ],
    loss,
  }
}
