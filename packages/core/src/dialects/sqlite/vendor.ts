import { boolean, section } from '../../settings/key-rules.js'
import type { Vendor } from '../vendor.js'

export const vendor = {
  name: 'sqlite',
  words: ['sqlite3', 'sqlite2'],
  pdoDrivers: ['sqlite'],
  utf8: { charset: 'utf8' },
  dsn: { kind: 'file' },
  takesPdoDefaults: true,
  pdoAttributes: [
    'SQLITE_ATTR_OPEN_FLAGS',
    'SQLITE_ATTR_READONLY_STATEMENT',
    'SQLITE_ATTR_EXTENDED_RESULT_CODES',
    'SQLITE_ATTR_BUSY_STATEMENT',
    'SQLITE_ATTR_EXPLAIN_STATEMENT',
    'SQLITE_ATTR_TRANSACTION_MODE',
  ],
  settings: section('', {
    foreignKey: boolean('create tables with foreign keys', { default: true }),
    tableAlteringWorkaround: boolean('alter a table by copying it'),
  }),
  expressions: [/\b(randomblob|strftime|julianday)\s*\(|\bdatetime\s*\(/i],
} as const satisfies Vendor

/** A database that only exists while its process runs: nothing has to be installed or exist. */
export const inMemory = { adapter: 'sqlite', dsn: 'sqlite::memory:' } as const
