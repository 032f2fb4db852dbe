import { type CommonType, columnType, type SharedFacts, unlimited } from './column-type.js'

const bytes = {
  family: 'bytes',
  kind: 'lob',
  comparesBadly: true,
  isMasked: true,
  holdsAnyText: true,
  shownAs: 'bytes',
} as const satisfies SharedFacts

const large = { isLarge: true, isLong: true, badKey: 'everywhere' } as const

const largeBytes = { ...bytes, ...large } as const

export const binaries = {
  BINARY: columnType({
    ...bytes,
    kind: 'binary',
    comparesSize: true,
    limitsLength: true,
    literal: 'bytes',
    expressions: 'uuid',
    variety: 2,
    hint: 'it is empty, or longer than the size of the column',
    accepts: (text) => text !== '',
  })({
    mysql: { name: 'BINARY', takes: 'size', ownSize: 1, maxSize: 255, reads: ['tinyblob', 'binary'], prefixOf: 1 },
    pgsql: { name: 'BYTEA', maxSize: unlimited },
    sqlite: { name: 'BLOB', maxSize: unlimited, reads: ['tinyblob'] },
    mssql: {
      name: 'BINARY',
      takes: 'size',
      defaultSize: 7132,
      maxSize: 8000,
      reads: ['binary', 'timestamp', 'rowversion'],
    },
    oracle: { name: 'RAW', takes: 'size', maxSize: 2000, reads: ['raw'] },
  }),
  VARBINARY: columnType({ ...largeBytes, foreignNames: { TINYBLOB: '' }, limitsLength: true })({
    mysql: { name: 'MEDIUMBLOB', reads: ['mediumblob', 'varbinary'], prefixOf: 'any', partitions: 'not by hash' },
    pgsql: { name: 'BYTEA' },
    sqlite: { name: 'MEDIUMBLOB', reads: ['mediumblob'] },
    mssql: { name: 'VARBINARY(MAX)', reads: ['varbinary'], notIndexed: 'too long' },
    oracle: { name: 'BLOB', notIndexed: 'too long' },
  }),
  LONGVARBINARY: columnType({ ...largeBytes, foreignNames: { MEDIUMBLOB: '' } })({
    mysql: { name: 'LONGBLOB', reads: ['longblob'], prefixOf: 'any', partitions: 'not by hash' },
    pgsql: { name: 'BYTEA' },
    sqlite: { name: 'LONGBLOB', reads: ['longblob'] },
    mssql: { name: 'VARBINARY(MAX)', reads: ['image'], notIndexed: 'too long' },
    oracle: { name: 'BLOB', notIndexed: 'too long' },
  }),
  BLOB: columnType({ ...largeBytes, foreignNames: { BYTEA: '', LONGBLOB: '', IMAGE: '' } })({
    mysql: { name: 'BLOB', reads: ['blob'], prefixOf: 'any', partitions: 'not by hash' },
    pgsql: { name: 'BYTEA', reads: ['bytea'] },
    sqlite: { name: 'BLOB', reads: ['blob'] },
    mssql: { name: 'VARBINARY(MAX)', reads: ['varbinary(max)'], notIndexed: 'too long' },
    oracle: { name: 'BLOB', reads: ['blob'], notIndexed: 'too long' },
  }),
} satisfies Record<string, CommonType>

export const OBJECT = columnType({ ...largeBytes, foreignNames: { SERIALIZED: '' }, family: 'object', kind: 'object' })(
  {
    mysql: { name: 'MEDIUMBLOB', prefixOf: 'any', partitions: 'not by hash' },
    pgsql: { name: 'BYTEA' },
    sqlite: { name: 'BLOB' },
    mssql: { name: 'VARBINARY(MAX)', notIndexed: 'too long' },
    oracle: { name: 'BLOB', notIndexed: 'too long' },
  },
)

export const GEOMETRY = columnType({ ...large, family: 'geometry', kind: 'lob', comparesBadly: true, isMasked: true })({
  mysql: {
    name: 'GEOMETRY',
    reads: [
      'geometry',
      'point',
      'linestring',
      'polygon',
      'multipoint',
      'multilinestring',
      'multipolygon',
      'geometrycollection',
    ],
    indexes: ['spatial'],
    partitions: 'never',
  },
  // From the extension PostGIS.
  pgsql: { name: 'GEOMETRY', reads: ['geometry'], indexes: ['hash', 'gist', 'brin', 'spgist'] },
  sqlite: { name: 'BLOB' },
  mssql: { name: 'GEOMETRY', reads: ['geometry', 'geography'], notIndexed: 'too long' },
  oracle: { name: 'SDO_GEOMETRY', reads: ['sdo_geometry'], notIndexed: 'too long' },
})
