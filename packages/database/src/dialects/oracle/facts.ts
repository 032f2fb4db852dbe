import type { FactQueries } from '../../session.js'

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT '"' || table_name || '"' AS "written", table_name AS "name" FROM user_tables ORDER BY table_name`,
  views: 'SELECT view_name AS "name" FROM user_views UNION SELECT synonym_name FROM user_synonyms',
  triggers: 'SELECT table_name AS "name", trigger_name AS "does" FROM user_triggers WHERE table_name IS NOT NULL',
  routines: 'SELECT DISTINCT object_name AS "name" FROM user_procedures',
  watchers: `SELECT trigger_name AS "name" FROM user_triggers WHERE table_name IS NULL AND status = 'ENABLED'`,
  references: `SELECT '"' || p.table_name || '"' AS "parent", '"' || c.table_name || '"' AS "child",
      CASE WHEN c.delete_rule = 'NO ACTION' THEN 0 ELSE 1 END AS "acts"
    FROM user_constraints c JOIN user_constraints p ON p.constraint_name = c.r_constraint_name WHERE c.constraint_type = 'R'`,
})
