import type { FactQueries } from '../../session/session.js'

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT QUOTENAME(SCHEMA_NAME(schema_id)) + '.' + QUOTENAME(name) AS written, name
    FROM sys.tables WHERE is_ms_shipped = 0 ORDER BY 1`,
  acts: "SELECT TOP 1 1 AS acts FROM sys.objects WHERE type = 'TR' AND is_ms_shipped = 0",
  watchers: 'SELECT name FROM sys.triggers WHERE parent_id = 0 AND is_disabled = 0',
})
