import type { ActionSupport, Platform, SchemaType } from '../../model/index.js'
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

export const platform: Platform = {
  name: 'mssql',
  maxIdentifierLength: 128,
  identifierUnit: 'characters',
  schemas: 'native',
  sequences: false,
  indexPrefixes: false,
  longKeysNeedSize: false,
  unindexedTypes: [],
  indexScope: 'table',
  indexesAreLikeTables: false,
  foreignKeyScope: 'schema',
  autoIncrementNeedsPrimaryKey: false,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: true,
  lowersUnquotedNames: false,
  reservedWords,
  neverQuotes: false,
  unusableNames: [
    unscannableNames,
    { of: 'schema', pattern: /^(?:sys|information_schema)$/i, because: 'the server has its own tables there' },
  ],
  onDelete: actions,
  onUpdate: actions,
  refusesSeveralCascadePaths: true,
  nullsAreEqual: true,
  defaultSizes: { CHAR: 1, VARCHAR: 255, BINARY: 7132, DECIMAL: 18, NUMERIC: 18 },
  sizes: {
    CHAR: 8000,
    VARCHAR: 8000,
    BINARY: 8000,
    NUMERIC: 38,
    DECIMAL: 38,
    FLOAT: 53,
    DOUBLE: 53,
    TIME: 7,
    DATETIME: 7,
    TIMESTAMP: 7,
  },
  scales: new Set<SchemaType>(['NUMERIC', 'DECIMAL']),
  withoutLiteralDefault: new Set(),
  tinyintIsSigned: false,
  takesZeroDate: false,
  convertsTimes: true,
  integersAreText: true,
  clobIsStream: false,
  fractionDigits: ({ scale = 0 }) => scale,
  vendorParameters: { table: new Map([['UuidSwapFlag', 'boolean']]) },
}
