import type { FactQueries } from '../../session.js'

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT QUOTENAME(SCHEMA_NAME(schema_id)) + '.' + QUOTENAME(name) AS written, name
    FROM sys.tables WHERE is_ms_shipped = 0 ORDER BY 1`,
  views: 'SELECT name FROM sys.views UNION SELECT name FROM sys.synonyms',
  triggers: 'SELECT OBJECT_NAME(parent_id) AS name, name AS does FROM sys.triggers WHERE parent_id <> 0',
  routines: "SELECT name FROM sys.objects WHERE type IN ('FN', 'IF', 'TF', 'P') AND is_ms_shipped = 0",
  watchers: 'SELECT name FROM sys.triggers WHERE parent_id = 0 AND is_disabled = 0',
  references: `SELECT QUOTENAME(OBJECT_SCHEMA_NAME(referenced_object_id)) + '.' + QUOTENAME(OBJECT_NAME(referenced_object_id)) AS parent,
      QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + '.' + QUOTENAME(OBJECT_NAME(parent_object_id)) AS child,
      CASE WHEN delete_referential_action <> 0 OR update_referential_action <> 0 THEN 1 ELSE 0 END AS acts
    FROM sys.foreign_keys`,
})
