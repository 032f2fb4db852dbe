import type { FactQueries } from '../../session.js'

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
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
  references: `SELECT format('%I.%I', f.relnamespace::regnamespace, f.relname) AS parent,
      format('%I.%I', c.relnamespace::regnamespace, c.relname) AS child,
      (o.confdeltype IN ('c', 'n', 'd') OR o.confupdtype IN ('c', 'n', 'd'))::int AS acts
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_class f ON f.oid = o.confrelid
    WHERE o.contype = 'f'`,
})
