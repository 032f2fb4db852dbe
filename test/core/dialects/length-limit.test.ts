import test from 'ava'
import { dialects } from 'orm-core'
import { lengthLimit } from '#core/dialects/length-limit.js'
import type { DialectName } from '#core/model/index.js'

type Limits = Readonly<Record<DialectName, string>>

/** The limit of a column by its type, and by the type that a schema names in sqlType. */
const limits: readonly (readonly [column: object, limits: Limits])[] = [
  [
    { type: 'VARCHAR', size: 20 },
    {
      mysql: '20 characters',
      pgsql: '20 characters',
      sqlite: '20 characters',
      mssql: '20 characters',
      oracle: '20 code units',
    },
  ],
  [
    { type: 'VARCHAR' },
    {
      mysql: '255 characters',
      pgsql: 'none',
      sqlite: '255 characters',
      mssql: '255 characters',
      oracle: '255 code units',
    },
  ],
  [
    { type: 'CHAR' },
    { mysql: '1 characters', pgsql: '1 characters', sqlite: '1 characters', mssql: '1 characters', oracle: '1 bytes' },
  ],
  [
    { type: 'BINARY', size: 16 },
    { mysql: '16 bytes', pgsql: '16 bytes', sqlite: '16 bytes', mssql: '16 bytes', oracle: '16 bytes' },
  ],
  [
    { type: 'VARBINARY', size: 16 },
    { mysql: '16 bytes', pgsql: '16 bytes', sqlite: '16 bytes', mssql: '16 bytes', oracle: '16 bytes' },
  ],
  [
    { type: 'CLOB', size: 16 },
    { mysql: 'none', pgsql: 'none', sqlite: 'none', mssql: 'none', oracle: 'none' },
  ],
  [
    { type: 'VARCHAR', size: 5, sqlType: 'national character varying(9) COLLATE x' },
    {
      mysql: '9 characters',
      pgsql: '9 characters',
      sqlite: '9 characters',
      mssql: '9 code units',
      oracle: '9 code units',
    },
  ],
  [
    { type: 'VARCHAR', sqlType: 'VARCHAR2(7 CHAR)' },
    {
      mysql: '7 characters',
      pgsql: '7 characters',
      sqlite: '7 characters',
      mssql: '7 characters',
      oracle: '7 characters',
    },
  ],
  [
    { type: 'VARCHAR', size: 5, sqlType: 'citext' },
    { mysql: 'none', pgsql: 'none', sqlite: 'none', mssql: 'none', oracle: 'none' },
  ],
]

for (const [column, expected] of limits) {
  test(`the most that a column holds: ${JSON.stringify(column)}`, (t) => {
    for (const [name, limit] of Object.entries(expected)) {
      const dialect = dialects[name as DialectName]
      const given = column as Parameters<typeof dialect.typeOf>[0]
      const settings = { mysql: {} } as Parameters<typeof dialect.typeOf>[1]
      const found = lengthLimit(given, dialect.typeOf(given, settings), dialect)
      t.is(found ? `${found.most} ${found.unit}` : 'none', limit, name)
    }
  })
}
