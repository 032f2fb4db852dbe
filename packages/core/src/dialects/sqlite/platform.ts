import { type Platform, typeFacts, usualPlatform } from '../../model/index.js'
import { reservedWords } from './reserved-words.js'

const changing = new Set(
  'random randomblob changes total_changes last_insert_rowid current_timestamp current_date current_time'.split(' '),
)

/** Functions that read the clock if their first argument says so or is missing. */
const clocks = new Set(['date', 'time', 'datetime', 'julianday', 'unixepoch'])

export const platform: Platform = {
  ...usualPlatform,
  ...typeFacts('sqlite'),
  tableKinds: ['strict', 'withoutRowid'],
  name: 'sqlite',
  generatedFrom: 'acyclic',
  refusesCall: ({ name, arguments: given = '' }, use) =>
    use !== 'default' &&
    ((use !== 'check' && changing.has(name)) ||
      (clocks.has(name) && /^\s*(?:'now'\s*(?:,.*)?)?$/is.test(given)) ||
      (name === 'strftime' && /'now'/i.test(given))),
  deferrable: ['foreign key'],
  maxIdentifierLength: 1024,
  indexes: { ...usualPlatform.indexes, partial: true, expressions: true, collations: true },
  schemas: 'emulated',
  indexScope: 'database',
  indexesAreLikeTables: true,
  foreignKeyScope: 'none',
  foldsTableNames: true,
  autoIncrementNeeds: 'the primary key',
  reservedWords,
  unusableNames: [{ of: 'table', pattern: /^sqlite_/i, because: 'names that begin with sqlite_ are for internal use' }],
  takesZeroDate: true,
  // Drivers return fractions as floats.
  decimalReader: 'fromSqlite',
  fractionDigits: ({ scale = null }) => scale,
  vendorParameters: { table: new Map([['UuidSwapFlag', 'boolean']]) },
}
