import type { FactQueries } from '../../session/session.js'

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT '"' || table_name || '"' AS "written", table_name AS "name" FROM user_tables ORDER BY table_name`,
  acts: 'SELECT 1 AS "acts" FROM user_triggers WHERE ROWNUM = 1',
  watchers: `SELECT trigger_name AS "name" FROM user_triggers WHERE table_name IS NULL AND status = 'ENABLED'`,
})
