import { literal } from '../../session/literal.js'
import type { FactQueries } from '../../session/session.js'

const isOwn = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'"

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT format('%I.%I', n.nspname, c.relname) AS written, c.relname AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${isOwn} ORDER BY 1`,
  // C functions, as used by extensions, change no rows unless SQL is passed to them.
  acts: `SELECT 1 FROM pg_trigger WHERE NOT tgisinternal
    UNION SELECT 1 FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE c.relkind IN ('r', 'p')
    UNION SELECT 1 FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE ${isOwn} AND p.prolang NOT IN (SELECT oid FROM pg_language WHERE lanname IN ('c', 'internal'))`,
  watchers: "SELECT evtname AS name FROM pg_event_trigger WHERE evtenabled <> 'D'",
})

/** Returns the query that counts rows, or NULL if policies may hide some, even from the table owner. */
export const countRows = (table: string): string =>
  `SELECT CASE WHEN row_security_active(${literal(table)}) THEN NULL ELSE (SELECT COUNT(*) FROM ${table}) END AS count`

/**
 * Returns the query for what DROP … CASCADE removes besides the table: columns of its row type, tables that inherit from it and
 * materialized views. An object with an internal dependency is dropped together with the object that it belongs to.
 */
export const dependents = (name: string): string => `WITH RECURSIVE gone (class, object, part) AS (
    SELECT 'pg_class'::regclass::oid, to_regclass(${literal(name)})::oid, 0
    UNION SELECT next.* FROM gone, LATERAL (
      SELECT classid, objid, objsubid FROM pg_depend
        WHERE refclassid = class AND refobjid = object AND (part = 0 OR refobjsubid = part)
      UNION SELECT refclassid, refobjid, refobjsubid FROM pg_depend
        WHERE classid = class AND objid = object AND objsubid = part AND deptype = 'i') next)
  SELECT DISTINCT format('%I.%I', n.nspname, c.relname) AS written
    FROM gone JOIN pg_class c ON c.oid = object JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE class = 'pg_class'::regclass AND c.relkind IN ('r', 'p', 'm') AND c.oid <> to_regclass(${literal(name)})`
