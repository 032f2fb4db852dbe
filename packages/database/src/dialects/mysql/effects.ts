import { dialects, significantTokens } from 'orm-core/internal'
import { problemOf } from '../../session/database-error.js'
import type { Effect, EffectRules, TableLock } from '../../session/session.js'
import { changedTables } from '../changed-tables.js'

/** Ways in which the server can change a table, least disruptive first. The last one demands nothing. */
const ways: readonly (readonly [demands: readonly string[], Effect['work'], TableLock['waits']])[] = [
  [['ALGORITHM=INSTANT'], 'none', 'nothing'],
  [['ALGORITHM=INPLACE', 'LOCK=NONE'], 'reads', 'nothing'],
  [['ALGORITHM=INPLACE', 'LOCK=SHARED'], 'reads', 'writes'],
  [[], 'rewrites', 'writes'],
]

const { lexicon } = dialects.mysql

/** Codes of "ALGORITHM or LOCK is not supported", with and without a reason. */
const refused = new Set(['1845', '1846'])

export const effects: EffectRules = {
  async observe({ session }, statement) {
    const { kind, tables } = changedTables(statement, lexicon) ?? { tables: [] }
    const found = (lock: string, waits: TableLock['waits'], work: Effect['work']): Effect => ({
      locks: tables.map((table) => ({ table, lock, waits })),
      work,
    })
    const isWay = kind === 'alter' || kind === 'index'
    const tokens = significantTokens(statement, lexicon)
    const isDemanded = tokens.some((token) => /^ALGORITHM$/i.test(token))
    // MariaDB accepts the demands only in the ALTER TABLE form of the statement.
    const [, index, table] = /^DROP INDEX (.+) ON (.+)$/is.exec(tokens.join(' ')) ?? []
    const asked = index === undefined ? statement : `ALTER TABLE ${table} DROP INDEX ${index}`
    const separator = kind === 'alter' || index !== undefined ? ', ' : ' '
    if (isWay && !isDemanded) {
      for (const [demands, work, waits] of ways) {
        try {
          await session.execute([asked, ...demands].join(separator))
          return found(demands.length === 0 ? 'ALGORITHM=COPY, LOCK=SHARED' : demands.join(', '), waits, work)
        } catch (error) {
          const { code = '' } = problemOf(error)
          if (demands.length === 0 || !refused.has(code)) throw error
        }
      }
    }
    await session.execute(statement)
    if (isWay) return found('as the statement demands', 'nothing', 'reads')
    if (kind === 'whole') return found('metadata lock', 'reads and writes', 'none')
    return found('locks of rows', 'writes', kind === 'rows' ? 'reads' : 'none')
  },

  sizes: (query) =>
    query(
      `SELECT TABLE_NAME AS name, COALESCE(TABLE_ROWS, 0) AS \`rows\`, COALESCE(DATA_LENGTH + INDEX_LENGTH, 0) AS bytes
       FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
    ),
}
