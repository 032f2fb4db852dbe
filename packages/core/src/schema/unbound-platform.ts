import { inMemory } from '../dialects/vendors.js'
import { type BoundPlatform, indexMethods, type SchemaType, schemaTypes, usualPlatform } from '../model/index.js'

const unlimited = Number.POSITIVE_INFINITY

/** Stands in for the platform of a database without connection. It rejects nothing, so no database-specific errors appear. */
export const unboundPlatform: BoundPlatform = {
  ...usualPlatform,
  materializedViews: true,
  partitions: { types: schemaTypes, notByHash: [], foreignKeys: true, areTables: true },
  tableKinds: ['strict', 'withoutRowid', 'unlogged'],
  name: inMemory.adapter,
  maxIdentifierLength: unlimited,
  columnAttributes: ['array', 'unsigned', 'zerofill', 'srid'],
  sequences: true,
  indexPrefixes: true,
  indexScope: 'none',
  foreignKeyScope: 'none',
  reservedWords: new Set(),
  unusableNames: [],
  defaultSizes: {},
  sizes: Object.fromEntries(schemaTypes.map((type) => [type, unlimited])),
  scales: new Set<SchemaType>(['DECIMAL', 'NUMERIC', 'REAL', 'FLOAT', 'DOUBLE']),
  takesZeroDate: true,
  fractionDigits: () => null,
  sqlExpression: (text) => text,
  sqlQuery: (text) => text,
  sqlStatement: (text) => text,
  aboutColumn: (expression) => expression,
  isSqlType: () => true,
  generatedFrom: 'acyclic',
  defaultsFromColumns: true,
  sqlOutline: () => ({ calls: [], names: new Set(), hasQuery: false, hasWindow: false }),
  sqlSources: () => new Set(),
  hasType: () => true,
  vendorParameters: {},
  indexes: {
    partial: true,
    expressions: true,
    covering: true,
    collations: true,
    operatorClasses: true,
    nulls: { usual: 'last', movable: true },
    methods: indexMethods,
  },
}
