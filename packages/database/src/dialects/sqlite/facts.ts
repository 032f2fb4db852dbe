import type { FactQueries } from '../../session.js'

export const facts = async (): Promise<FactQueries> => ({
  tables: `SELECT '"' || replace(name, '"', '""') || '"' AS written, name, sql LIKE '%conflict%replace%' AS replaces
    FROM sqlite_master
    WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  views: "SELECT name FROM sqlite_master WHERE type = 'view'",
  triggers: "SELECT tbl_name AS name, name AS does FROM sqlite_master WHERE type = 'trigger'",
  references: `SELECT '"' || replace(f."table", '"', '""') || '"' AS parent, '"' || replace(m.name, '"', '""') || '"' AS child,
      f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT') AS acts
    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
})
