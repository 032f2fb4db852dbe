import { dialects } from 'orm-core/internal'
import type { EffectRules } from '../../session/session.js'
import { changedTables } from '../changed-tables.js'

const { lexicon } = dialects.sqlite

/** Effects on others: a writer locks the whole database. In WAL mode, readers do not wait for it. */
export const effects: EffectRules = {
  async observe({ session }, statement) {
    await session.execute(statement)
    const { kind, tables } = changedTables(statement, lexicon) ?? { tables: [] }
    const isCopy = kind === 'adds' && tables[0]!.endsWith('__new')
    const isRead = kind === 'index' || kind === 'rows'
    return {
      locks: tables.map((table) => ({
        // A copy that replaces a table is reported under the name of the table.
        table: isCopy ? table.slice(0, -'__new'.length) : table,
        lock: 'lock of the database',
        waits: 'writes',
      })),
      work: isCopy ? 'rewrites' : isRead ? 'reads' : 'none',
    }
  },

  async sizes(query) {
    const tables = await query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    const [page] = await query('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
    const counted = []
    for (const { name } of tables) {
      const [row] = await query(`SELECT COUNT(*) AS "rows" FROM "${String(name).replaceAll('"', '""')}"`)
      // SQLite has no catalog of table sizes, so the file size is used as an upper bound.
      counted.push({ name, rows: row!.rows, bytes: page!.bytes })
    }
    return counted
  },
}
