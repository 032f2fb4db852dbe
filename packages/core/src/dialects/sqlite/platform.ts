import type { ActionSupport, Platform, SchemaType } from '../../model/index.js'
import { reservedWords } from './reserved-words.js'

const everyAction: ActionSupport = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  RESTRICT: 'RESTRICT',
  'NO ACTION': 'NO ACTION',
  'SET DEFAULT': 'SET DEFAULT',
}

const unlimited = Number.POSITIVE_INFINITY

export const platform: Platform = {
  name: 'sqlite',
  maxIdentifierLength: 1024,
  identifierUnit: 'characters',
  schemas: 'emulated',
  sequences: false,
  indexPrefixes: false,
  longKeysNeedSize: false,
  unindexedTypes: [],
  indexScope: 'database',
  indexesAreLikeTables: true,
  foreignKeyScope: 'none',
  autoIncrementNeedsPrimaryKey: true,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: false,
  lowersUnquotedNames: false,
  reservedWords,
  neverQuotes: false,
  unusableNames: [{ of: 'table', pattern: /^sqlite_/i, because: 'names that begin with sqlite_ are for internal use' }],
  onDelete: everyAction,
  onUpdate: everyAction,
  refusesSeveralCascadePaths: false,
  nullsAreEqual: false,
  defaultSizes: { CHAR: 1, VARCHAR: 255 },
  // Declared sizes are not enforced, so that no size is too large.
  sizes: { CHAR: unlimited, VARCHAR: unlimited, BINARY: unlimited, NUMERIC: unlimited, DECIMAL: unlimited },
  scales: new Set<SchemaType>(['NUMERIC', 'DECIMAL']),
  withoutLiteralDefault: new Set(),
  tinyintIsSigned: false,
  takesZeroDate: true,
  convertsTimes: true,
  integersAreText: false,
  clobIsStream: false,
  // A fraction comes as a float.
  decimalReader: 'fromSqlite',
  fractionDigits: ({ scale = null }) => scale,
  vendorParameters: { table: new Map([['UuidSwapFlag', 'boolean']]) },
}
