import type { ActionSupport, Platform, SchemaType } from '../../model/index.js'

const everyAction: ActionSupport = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  RESTRICT: 'RESTRICT',
  'NO ACTION': 'NO ACTION',
  'SET DEFAULT': 'SET DEFAULT',
}

export const platform: Platform = {
  name: 'pgsql',
  maxIdentifierLength: 63,
  schemas: 'native',
  sequences: true,
  indexPrefixes: false,
  longKeysNeedSize: false,
  indexScope: 'schema',
  foreignKeyScope: 'table',
  autoIncrementNeedsPrimaryKey: false,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: false,
  lowersUnquotedNames: true,
  unquotableNames: new Set(),
  onDelete: everyAction,
  onUpdate: everyAction,
  refusesSeveralCascadePaths: false,
  nullsAreEqual: false,
  defaultSizes: { CHAR: 1 },
  sizes: {
    CHAR: 10_485_760,
    VARCHAR: 10_485_760,
    BINARY: Number.POSITIVE_INFINITY,
    NUMERIC: 1000,
    DECIMAL: 1000,
    TIME: 6,
    DATETIME: 6,
    TIMESTAMP: 6,
  },
  scales: new Set<SchemaType>(['NUMERIC', 'DECIMAL']),
  withoutLiteralDefault: new Set(),
  vendorParameters: {
    table: new Map([
      ['schema', 'old schema'],
      ['UuidSwapFlag', 'boolean'],
    ]),
    'foreign-key': new Map([
      ['deferrable', 'boolean'],
      ['initiallyDeferred', 'boolean'],
    ]),
  },
}
