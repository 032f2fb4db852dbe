import { type CommonType, type SharedFacts, unlimited } from './column-type.js'

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
  BINARY: {
    ...bytes,
    kind: 'binary',
    comparesSize: true,
    limitsLength: true,
    literal: 'bytes',
    expressions: 'uuid',
    variety: 2,
    hint: 'it is empty, or longer than the size of the column',
    accepts: (text) => text !== '',
    sql: {
      mysql: {
        name: 'BINARY',
        takes: 'size',
        impliedSize: 1,
        largestSize: 255,
        readFrom: ['tinyblob', 'binary'],
        prefixOf: 1,
      },
      pgsql: { name: 'BYTEA', largestSize: unlimited },
      sqlite: { name: 'BLOB', largestSize: unlimited, readFrom: ['tinyblob'] },
      mssql: {
        name: 'BINARY',
        takes: 'size',
        defaultSize: 7132,
        largestSize: 8000,
        readFrom: ['binary', 'timestamp', 'rowversion'],
      },
      oracle: { name: 'RAW', takes: 'size', largestSize: 2000, readFrom: ['raw'] },
    },
  },
  VARBINARY: {
    ...largeBytes,
    foreignNames: { TINYBLOB: '' },
    limitsLength: true,
    sql: {
      mysql: { name: 'MEDIUMBLOB', readFrom: ['mediumblob', 'varbinary'], prefixOf: 'any', partitions: 'not by hash' },
      pgsql: { name: 'BYTEA' },
      sqlite: { name: 'MEDIUMBLOB', readFrom: ['mediumblob'] },
      mssql: { name: 'VARBINARY(MAX)', readFrom: ['varbinary'], notIndexed: 'too long' },
      oracle: { name: 'BLOB', notIndexed: 'too long' },
    },
  },
  LONGVARBINARY: {
    ...largeBytes,
    foreignNames: { MEDIUMBLOB: '' },
    sql: {
      mysql: { name: 'LONGBLOB', readFrom: ['longblob'], prefixOf: 'any', partitions: 'not by hash' },
      pgsql: { name: 'BYTEA' },
      sqlite: { name: 'LONGBLOB', readFrom: ['longblob'] },
      mssql: { name: 'VARBINARY(MAX)', readFrom: ['image'], notIndexed: 'too long' },
      oracle: { name: 'BLOB', notIndexed: 'too long' },
    },
  },
  BLOB: {
    ...largeBytes,
    foreignNames: { BYTEA: '', LONGBLOB: '', IMAGE: '' },
    sql: {
      mysql: { name: 'BLOB', readFrom: ['blob'], prefixOf: 'any', partitions: 'not by hash' },
      pgsql: { name: 'BYTEA', readFrom: ['bytea'] },
      sqlite: { name: 'BLOB', readFrom: ['blob'] },
      mssql: { name: 'VARBINARY(MAX)', readFrom: ['varbinary(max)'], notIndexed: 'too long' },
      oracle: { name: 'BLOB', readFrom: ['blob'], notIndexed: 'too long' },
    },
  },
} satisfies Record<string, CommonType>

export const OBJECT: CommonType = {
  ...largeBytes,
  foreignNames: { SERIALIZED: '' },
  family: 'object',
  kind: 'object',
  sql: {
    mysql: { name: 'MEDIUMBLOB', prefixOf: 'any', partitions: 'not by hash' },
    pgsql: { name: 'BYTEA' },
    sqlite: { name: 'BLOB' },
    mssql: { name: 'VARBINARY(MAX)', notIndexed: 'too long' },
    oracle: { name: 'BLOB', notIndexed: 'too long' },
  },
}

export const GEOMETRY: CommonType = {
  ...large,
  family: 'geometry',
  kind: 'lob',
  comparesBadly: true,
  isMasked: true,
  sql: {
    mysql: {
      name: 'GEOMETRY',
      readFrom: [
        'geometry',
        'point',
        'linestring',
        'polygon',
        'multipoint',
        'multilinestring',
        'multipolygon',
        'geometrycollection',
      ],
      indexMethods: ['spatial'],
      partitions: 'never',
    },
    // From the extension PostGIS.
    pgsql: { name: 'GEOMETRY', readFrom: ['geometry'], indexMethods: ['hash', 'gist', 'brin', 'spgist'] },
    sqlite: { name: 'BLOB' },
    mssql: { name: 'GEOMETRY', readFrom: ['geometry', 'geography'], notIndexed: 'too long' },
    oracle: { name: 'SDO_GEOMETRY', readFrom: ['sdo_geometry'], notIndexed: 'too long' },
  },
}
