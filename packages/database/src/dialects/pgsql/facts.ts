import type { FactQueries } from '../../session.js'

/**
 * A routine that somebody wrote and that statements can call. Those in C, as extensions have them, change no rows unless
 * they are given SQL.
 */
const isOwn = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
  AND (p.proname LIKE 'dblink%' OR p.prolang NOT IN (SELECT oid FROM pg_language WHERE lanname IN ('c', 'internal')))`

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT format('%I.%I', n.nspname, c.relname) AS written, c.relname AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    ORDER BY 1`,
  views: `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
  triggers: `SELECT c.relname AS name, t.tgname AS does FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION SELECT c.relname, r.rulename FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE c.relkind IN ('r', 'p')`,
  routines: `SELECT DISTINCT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${isOwn}`,
  callers: `WITH calls AS (SELECT d.classid, d.objid FROM pg_depend d JOIN pg_proc p ON p.oid = d.refobjid
        JOIN pg_namespace n ON n.oid = p.pronamespace WHERE d.refclassid = 'pg_proc'::regclass AND ${isOwn}),
      checks AS (SELECT o.conrelid, o.contypid FROM pg_constraint o JOIN calls ON calls.objid = o.oid
        WHERE calls.classid = 'pg_constraint'::regclass)
    SELECT c.relname AS name FROM pg_class c WHERE c.oid IN (
      SELECT conrelid FROM checks
      UNION SELECT attrelid FROM pg_attribute JOIN checks ON contypid = atttypid
      UNION SELECT adrelid FROM pg_attrdef WHERE oid IN (SELECT objid FROM calls WHERE classid = 'pg_attrdef'::regclass)
      UNION SELECT polrelid FROM pg_policy WHERE oid IN (SELECT objid FROM calls WHERE classid = 'pg_policy'::regclass)
      UNION SELECT indrelid FROM pg_index WHERE indexrelid IN (SELECT objid FROM calls WHERE classid = 'pg_class'::regclass))
    UNION SELECT typname FROM pg_type WHERE oid IN (SELECT contypid FROM checks)`,
  watchers: "SELECT evtname AS name FROM pg_event_trigger WHERE evtenabled <> 'D'",
  references: `SELECT format('%I.%I', f.relnamespace::regnamespace, f.relname) AS parent,
      format('%I.%I', c.relnamespace::regnamespace, c.relname) AS child,
      (o.confdeltype IN ('c', 'n', 'd') OR o.confupdtype IN ('c', 'n', 'd'))::int AS acts
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_class f ON f.oid = o.confrelid
    WHERE o.contype = 'f'`,
})
