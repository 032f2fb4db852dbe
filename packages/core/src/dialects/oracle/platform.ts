import { decimalTypes, type Platform, typeFacts, usualPlatform } from '../../model/index.js'
import { reservedWords } from './reserved-words.js'

const physical = ['PCTFree', 'InitTrans', 'MinExtents', 'MaxExtents', 'PCTIncrease', 'Tablespace']

const plain = '\\p{L}[\\p{L}\\p{N}_$#]*$'

/** Matches names that need no quotes. Neither SQL files nor the runtime write quotes, so the server folds all names alike. */
export const plainName = new RegExp(`^${plain}`, 'u')

/** Functions and pseudo-columns whose value varies between calls or sessions. */
const changing = new Set(
  `sysdate systimestamp current_date current_timestamp localtimestamp user uid userenv sys_context sys_guid rownum`.split(
    /\s+/,
  ),
)

export const platform: Platform = {
  ...usualPlatform,
  ...typeFacts('oracle'),
  generatedColumns: ['virtual'],
  name: 'oracle',
  refusesCall: ({ name }, use) => use !== 'default' && changing.has(name),
  identity: ['always', 'start', 'increment', 'negative'],
  deferrable: ['foreign key', 'unique', 'referenced unique'],
  maxIdentifierLength: 30,
  indexes: { ...usualPlatform.indexes, expressions: true, nulls: { usual: 'last', movable: false } },
  identifierUnit: 'bytes',
  schemas: 'none',
  sequences: true,
  padsChar: true,
  // ORA-01450, for blocks of 8 KB, which are the default. Strings are NVARCHAR2, but a CHAR.
  keyBytes: {
    primaryKey: 6398,
    index: 6398,
    isLimited: () => true,
    charactersOf: ({ type }) => ({ width: type === 'CHAR' ? 1 : 2 }),
  },
  // The errors are ORA-01408, and ORA-02261 for unique keys.
  refusesRepeatedIndexes: true,
  indexScope: 'schema',
  foreignKeyScope: 'schema',
  uniqueNames: 'of no constraint of the schema',
  foldsAllLetters: true,
  foldsTableNames: true,
  reservedWords,
  neverQuotes: true,
  unusableNames: [
    { pattern: new RegExp(`^(?!${plain})`, 'u'), because: 'names are not quoted: use letters, digits and _' },
  ],
  onDelete: { CASCADE: 'CASCADE', 'SET NULL': 'SET NULL' },
  onUpdate: {},
  textUnits: { plain: 'bytes', national: 'code units' },
  emptyStringIsNull: true,
  // Every number is a NUMBER.
  numberLimit: ({ type, size }) => (type === 'REAL' && size ? 10 ** size : 1e126),
  convertsTimes: false,
  integersAreText: true,
  clobIsStream: true,
  fractionDigits({ type, size, scale }) {
    if (decimalTypes.has(type)) return scale ?? (size === undefined ? null : 0)
    // A TIME is a DATE.
    return type === 'TIME' ? 0 : (size ?? null)
  },
  madeKeysNeed: false,
  vendorParameters: {
    table: new Map([
      ...physical.map((name) => [name, 'option'] as const),
      ...physical.map((name) => [`PK${name}`, 'option'] as const),
      ['UuidSwapFlag', 'boolean'] as const,
    ]),
    index: new Map(physical.map((name) => [name, 'option'] as const)),
    unique: new Map(physical.map((name) => [name, 'option'] as const)),
  },
}
