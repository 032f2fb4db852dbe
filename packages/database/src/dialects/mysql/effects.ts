import { bareName } from 'orm-core/internal'
import type { Effect, EffectRules, TableLock } from '../../session/session.js'

/** The ways in which the server can change a table, the least disturbing first. The last one says nothing. */
const ways: readonly (readonly [demands: readonly string[], Effect['work'], TableLock['waits']])[] = [
  [['ALGORITHM=INSTANT'], 'none', 'nothing'],
  [['ALGORITHM=INPLACE', 'LOCK=NONE'], 'reads', 'nothing'],
  [['ALGORITHM=INPLACE', 'LOCK=SHARED'], 'reads', 'writes'],
  [[], 'rewrites', 'writes'],
]

const table = String.raw`(\`(?:[^\`]|\`\`)+\`|[^\s\`(;]+)`
const alter = new RegExp(String.raw`^ALTER\s+TABLE\s+${table}`, 'i')
const index = new RegExp(
  String.raw`^(?:CREATE\s+(?:UNIQUE\s+|FULLTEXT\s+|SPATIAL\s+)?|DROP\s+)INDEX\b.*?\bON\s+${table}`,
  'is',
)
const whole = new RegExp(String.raw`^(?:DROP|TRUNCATE|RENAME)\s+(?:TABLE\s+)?(?:IF\s+EXISTS\s+)?${table}`, 'i')
const rows = new RegExp(String.raw`^(?:UPDATE|DELETE\s+FROM|INSERT\s+INTO)\s+${table}`, 'i')

/** "ALGORITHM or LOCK is not supported", with and without a reason. */
const refused = new Set(['1845', '1846'])

export const effects: EffectRules = {
  async observe({ session, driver }, statement) {
    const [, name] = alter.exec(statement) ?? index.exec(statement) ?? []
    if (name !== undefined && !/\bALGORITHM\s*=/i.test(statement)) {
      for (const [demands, work, waits] of ways) {
        try {
          await session.execute([statement, ...demands].join(alter.test(statement) ? ', ' : ' '))
          const lock = demands.length === 0 ? 'ALGORITHM=COPY, LOCK=SHARED' : demands.join(', ')
          return { locks: [{ table: bareName(name), lock, waits }], work }
        } catch (error) {
          const { code = '' } = driver.problemOf(error)
          if (demands.length === 0 || !refused.has(code)) throw error
        }
      }
    }
    await session.execute(statement)
    const [, gone] = whole.exec(statement) ?? []
    const [, changed] = rows.exec(statement) ?? []
    if (name !== undefined) {
      return { locks: [{ table: bareName(name), lock: 'as the statement demands', waits: 'nothing' }], work: 'reads' }
    }
    if (gone !== undefined) {
      return { locks: [{ table: bareName(gone), lock: 'metadata lock', waits: 'reads and writes' }], work: 'none' }
    }
    if (changed === undefined) return { locks: [], work: 'none' }
    return { locks: [{ table: bareName(changed), lock: 'locks of rows', waits: 'writes' }], work: 'reads' }
  },

  sizes: (query) =>
    query(
      `SELECT TABLE_NAME AS name, COALESCE(TABLE_ROWS, 0) AS \`rows\`, COALESCE(DATA_LENGTH + INDEX_LENGTH, 0) AS bytes
       FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
    ),
}
