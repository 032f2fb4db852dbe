import { unquotedName } from 'orm-core/internal'
import type { EffectRules } from '../../session/session.js'

const name = String.raw`("(?:[^"]|"")+"|\[[^\]]+\]|\`[^\`]+\`|[^\s"(;]+)`
const table = new RegExp(
  String.raw`^(?:ALTER\s+TABLE|DROP\s+TABLE|UPDATE|DELETE\s+FROM|CREATE\s+(?:UNIQUE\s+)?INDEX\b.*?\bON|INSERT\s+INTO\b.*?\bFROM)\s+${name}`,
  'is',
)

/** A writer locks the database; in the mode of the write-ahead log, readers do not wait for it. */
export const effects: EffectRules = {
  async observe({ session }, statement) {
    await session.execute(statement)
    const [, written] = table.exec(statement) ?? []
    if (written === undefined) return { locks: [], work: 'none' }
    const work = /^INSERT\b/i.test(statement)
      ? 'rewrites'
      : /\bINDEX\b|^UPDATE|^DELETE/i.test(statement)
        ? 'reads'
        : 'none'
    return { locks: [{ table: unquotedName(written), lock: 'lock of the database', waits: 'writes' }], work }
  },

  async sizes(query) {
    const tables = await query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    const [page] = await query('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
    const counted = []
    for (const { name } of tables) {
      const [row] = await query(`SELECT COUNT(*) AS "rows" FROM "${String(name).replaceAll('"', '""')}"`)
      // The library has no table of sizes: the file is the most that a table can have.
      counted.push({ name, rows: row!.rows, bytes: page!.bytes })
    }
    return counted
  },
}
