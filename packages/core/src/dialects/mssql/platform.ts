import {
  type ActionSupport,
  decimalTypes,
  floatTypes,
  type Platform,
  singlePrecisionLimit,
  typeFacts,
  usualPlatform,
} from '../../model/index.js'
import { unscannableNames } from '../sql-names.js'
import { reservedWords } from './reserved-words.js'

const actions: ActionSupport = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  // The server has no RESTRICT; its NO ACTION does the same.
  RESTRICT: 'NO ACTION',
  'NO ACTION': 'NO ACTION',
  'SET DEFAULT': 'SET DEFAULT',
}

/** Functions that are not deterministic. */
const changing = new Set(
  `getdate getutcdate sysdatetime sysutcdatetime sysdatetimeoffset current_timestamp rand newid newsequentialid
  current_user session_user system_user host_name`.split(/\s+/),
)

export const platform: Platform = {
  ...usualPlatform,
  ...typeFacts('mssql'),
  name: 'mssql',
  refusesCall: ({ name }, use) => (use === 'stored' || use === 'index') && changing.has(name),
  identity: ['always', 'start', 'increment', 'negative'],
  maxIdentifierLength: 128,
  indexes: { ...usualPlatform.indexes, partial: true, covering: true },
  defaultSchema: 'dbo',
  // A primary key is clustered: https://learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server
  keyBytes: { primaryKey: 900, index: 1700, isLimited: () => true, charactersOf: () => ({ width: 1 }) },
  indexScope: 'table',
  foreignKeyScope: 'schema',
  uniqueNames: 'of no constraint of the schema',
  constraintsAreLikeTables: true,
  strictReferenceSizes: true,
  padsChar: true,
  foldsAllLetters: true,
  foldsTableNames: true,
  reservedWords,
  unusableNames: [
    unscannableNames,
    { of: 'schema', pattern: /^(?:sys|information_schema)$/i, because: 'the server has its own tables there' },
  ],
  onDelete: actions,
  refusesSetNullOnRequired: true,
  onUpdate: actions,
  refusesSeveralCascadePaths: true,
  nullsAreEqual: true,
  textUnits: { plain: 'characters', national: 'code units' },
  numberLimit: ({ type, size = 53 }) =>
    type === 'REAL' || (floatTypes.has(type) && size <= 24) ? singlePrecisionLimit : undefined,
  tinyintIsUnsigned: true,
  integersAreText: true,
  fractionDigits: ({ type, size = null, scale = 0 }) => (decimalTypes.has(type) ? scale : size),
  madeKeysNeed: false,
  vendorParameters: { table: new Map([['UuidSwapFlag', 'boolean']]) },
}
