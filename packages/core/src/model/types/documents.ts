import { type ColumnType, type CommonType, ordered } from './column-type.js'
import { isJson } from './literal-checks.js'
import { hstore } from './literal-forms.js'

export const ARRAY: CommonType = {
  foreignNames: { PHP_ARRAY: '' },
  family: 'list',
  kind: 'array',
  isLong: true,
  badKey: 'everywhere',
  comparesBadly: true,
  hint: 'it is empty, or contains " | "',
  accepts: (text) => text !== '' && !text.includes(' | '),
  literal: 'list',
  takesNow: true,
  isMasked: true,
  holdsAnyText: true,
  sql: {
    mysql: {
      name: 'TEXT',
      takes: 'size',
      largestSize: 4_294_967_295,
      indexMethods: ['fulltext'],
      prefixOf: 'any',
      refusesLiteralDefault: true,
      partitions: 'not by hash',
    },
    pgsql: { name: 'TEXT', indexMethods: [...ordered, 'spgist'] },
    sqlite: { name: 'MEDIUMTEXT' },
    mssql: { name: 'VARCHAR(MAX)', notIndexed: 'too long' },
    oracle: { name: 'NVARCHAR2', takes: 'size', defaultSize: 2000, largestSize: 2000 },
  },
}

export const json: CommonType = {
  foreignNames: { JSONB: 'sqlType="jsonb"' },
  family: 'json',
  kind: 'json',
  badKey: 'everywhere',
  comparesBadly: true,
  hint: 'write one JSON value, with its strings in double quotes',
  accepts: isJson,
  isMasked: true,
  holdsAnyText: true,
  shownAs: 'json',
  sql: {
    mysql: {
      name: 'JSON',
      readFrom: ['json'],
      indexMethods: ['fulltext'],
      refusesLiteralDefault: true,
      partitions: 'not by hash',
    },
    pgsql: { name: 'JSON', readFrom: ['json', 'jsonb'], notIndexed: 'no order', partitions: 'not by hash' },
    // The type name JSON has numeric affinity, which would turn the document 1.0 into 1.
    sqlite: { name: 'TEXT', readFrom: ['json'] },
    // Only SQL Server 2025 has a JSON type.
    mssql: { name: 'NVARCHAR(MAX)', notIndexed: 'too long' },
    // Oracle has a JSON type only since version 21c.
    oracle: { name: 'CLOB', notIndexed: 'too long' },
  },
}

export const HSTORE: ColumnType = {
  family: 'map',
  kind: 'map',
  badKey: 'everywhere',
  canonical: hstore,
  holdsAnyText: true,
  hint: 'such as "color"=>"red"',
  sql: {
    // From the extension of the same name.
    pgsql: { name: 'HSTORE', readFrom: ['hstore'], indexMethods: ['hash', 'gin', 'gist'] },
  },
}
