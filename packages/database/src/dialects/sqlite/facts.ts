import type { FactQueries } from '../../session/session.js'

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT '"' || replace(name, '"', '""') || '"' AS written, name,
      (SELECT COUNT(*) FROM pragma_foreign_key_list(sqlite_master.name)) AS refers
    FROM sqlite_master
    WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  // With ON CONFLICT REPLACE, a new row can replace another.
  acts: "SELECT 1 FROM sqlite_master WHERE type = 'trigger' OR sql LIKE '%conflict%replace%' LIMIT 1",
})
