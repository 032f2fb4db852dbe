import type { ActionSupport, Platform, SchemaType } from '../../model/index.js'

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
  schemas: 'emulated',
  sequences: false,
  indexPrefixes: false,
  longKeysNeedSize: false,
  indexScope: 'database',
  foreignKeyScope: 'none',
  autoIncrementNeedsPrimaryKey: true,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: false,
  lowersUnquotedNames: false,
  unquotableNames: new Set(),
  onDelete: everyAction,
  onUpdate: everyAction,
  refusesSeveralCascadePaths: false,
  nullsAreEqual: false,
  defaultSizes: { CHAR: 1, VARCHAR: 255 },
  // Declared sizes are not enforced, so there is none too large.
  sizes: { CHAR: unlimited, VARCHAR: unlimited, BINARY: unlimited, NUMERIC: unlimited, DECIMAL: unlimited },
  scales: new Set<SchemaType>(['NUMERIC', 'DECIMAL']),
  withoutLiteralDefault: new Set(),
  vendorParameters: { table: new Map([['UuidSwapFlag', 'boolean']]) },
}
