import { columnType, longText, ordered } from './column-type.js'
import { isJson } from './literal-checks.js'
import { hstore } from './literal-forms.js'

export const ARRAY = columnType({
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
})({
  mysql: { name: 'TEXT', takes: 'size', maxSize: 4_294_967_295, ...longText },
  pgsql: { name: 'TEXT', indexes: [...ordered, 'spgist'] },
  sqlite: { name: 'MEDIUMTEXT' },
  mssql: { name: 'VARCHAR(MAX)', notIndexed: 'too long' },
  oracle: { name: 'NVARCHAR2', takes: 'size', defaultSize: 2000, maxSize: 2000 },
})

export const json = columnType({
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
})({
  mysql: {
    name: 'JSON',
    reads: ['json'],
    indexes: ['fulltext'],
    refusesLiteralDefault: true,
    partitions: 'not by hash',
  },
  pgsql: { name: 'JSON', reads: ['json', 'jsonb'], notIndexed: 'no order', partitions: 'not by hash' },
  // The type name JSON has numeric affinity, which would turn the document 1.0 into 1.
  sqlite: { name: 'TEXT', reads: ['json'] },
  // Only SQL Server 2025 has a JSON type.
  mssql: { name: 'NVARCHAR(MAX)', notIndexed: 'too long' },
  // Oracle has a JSON type only since version 21c.
  oracle: { name: 'CLOB', notIndexed: 'too long' },
})

export const HSTORE = columnType({
  family: 'map',
  kind: 'map',
  badKey: 'everywhere',
  canonical: hstore,
  holdsAnyText: true,
  hint: 'such as "color"=>"red"',
})({
  // From the extension of the same name.
  pgsql: { name: 'HSTORE', reads: ['hstore'], indexes: ['hash', 'gin', 'gist'] },
})
