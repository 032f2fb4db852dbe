import { inMemory } from '../dialects/vendors.js'
import { type BoundPlatform, type SchemaType, schemaTypes } from '../model/index.js'

const unlimited = Number.POSITIVE_INFINITY
const everyAction = {
  CASCADE: 'CASCADE',
  'SET NULL': 'SET NULL',
  RESTRICT: 'RESTRICT',
  'NO ACTION': 'NO ACTION',
  'SET DEFAULT': 'SET DEFAULT',
} as const

/** Stands in for a database without connection: forbids nothing, so that only its own mistakes are reported. */
export const unboundPlatform: BoundPlatform = {
  name: inMemory.adapter,
  maxIdentifierLength: unlimited,
  identifierUnit: 'characters',
  schemas: 'native',
  sequences: true,
  indexPrefixes: true,
  longKeysNeedSize: false,
  unindexedTypes: [],
  indexScope: 'none',
  indexesAreLikeTables: false,
  foreignKeyScope: 'none',
  autoIncrementNeedsPrimaryKey: false,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: false,
  lowersUnquotedNames: false,
  reservedWords: new Set(),
  neverQuotes: false,
  unusableNames: [],
  onDelete: everyAction,
  onUpdate: everyAction,
  refusesSeveralCascadePaths: false,
  nullsAreEqual: false,
  defaultSizes: {},
  sizes: Object.fromEntries(schemaTypes.map((type) => [type, unlimited])),
  scales: new Set<SchemaType>(['DECIMAL', 'NUMERIC', 'REAL', 'FLOAT', 'DOUBLE']),
  withoutLiteralDefault: new Set(),
  tinyintIsSigned: false,
  takesZeroDate: true,
  convertsTimes: true,
  integersAreText: false,
  clobIsStream: false,
  fractionDigits: () => null,
  sqlExpression: (text) => text,
  isSqlType: () => true,
  vendorParameters: {},
}
