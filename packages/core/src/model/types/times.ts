import { type CommonType, columnType, type SharedFacts } from './column-type.js'
import { isDate, isDateTime, isTime } from './literal-checks.js'
import { instant, interval } from './literal-forms.js'

const temporal = {
  family: 'temporal',
  kind: 'temporal',
  arrayExample: '{2030-01-31}',
  literal: 'temporal',
  expressions: 'time',
  takesNow: true,
} as const satisfies SharedFacts

const dateTime = {
  moment: 'datetime',
  hasFraction: true,
  variety: 2,
  hint: 'such as 2030-01-31 12:30:00',
  accepts: isDateTime,
  shownAs: 'datetime',
} as const

export const times = {
  DATE: columnType({
    ...temporal,
    legacyNames: ['BU_DATE'],
    moment: 'date',
    variety: 2,
    hint: 'such as 2030-01-31',
    accepts: isDate,
    shownAs: 'date',
  })({
    mysql: { name: 'DATE', reads: ['date'], partitions: 'by all' },
    pgsql: { name: 'DATE', reads: ['date'], partitions: 'by all' },
    sqlite: { name: 'DATETIME', reads: ['date'] },
    mssql: { name: 'DATE', reads: ['date'] },
    oracle: { name: 'DATE' },
  }),
  TIME: columnType({
    ...temporal,
    moment: 'time',
    hasFraction: true,
    hint: 'such as 12:30:00',
    accepts: isTime,
    shownAs: 'time',
  })({
    mysql: { name: 'TIME', takes: 'size', maxSize: 6, reads: ['time'] },
    pgsql: { name: 'TIME', takes: 'size', maxSize: 6, reads: ['time', 'timetz'] },
    sqlite: { name: 'TIME', reads: ['time'] },
    mssql: { name: 'TIME', takes: 'size', maxSize: 7, reads: ['time'] },
    // Stored with a dummy day.
    oracle: { name: 'DATE' },
  }),
  DATETIME: columnType({ ...temporal, ...dateTime })({
    mysql: { name: 'DATETIME', takes: 'size', maxSize: 6, reads: ['datetime'], partitions: 'by all' },
    pgsql: { name: 'TIMESTAMP', takes: 'size', maxSize: 6, partitions: 'by all' },
    sqlite: { name: 'DATETIME', reads: ['datetime'] },
    mssql: { name: 'DATETIME2', takes: 'size', maxSize: 7 },
    oracle: { name: 'TIMESTAMP', takes: 'size', maxSize: 9 },
  }),
  TIMESTAMP: columnType({ ...temporal, legacyNames: ['BU_TIMESTAMP'], ...dateTime })({
    mysql: { name: 'TIMESTAMP', takes: 'size', maxSize: 6, reads: ['timestamp'] },
    pgsql: { name: 'TIMESTAMP', takes: 'size', maxSize: 6, reads: ['timestamp'], partitions: 'by all' },
    sqlite: { name: 'TIMESTAMP', reads: ['timestamp'] },
    mssql: { name: 'DATETIME2', takes: 'size', maxSize: 7, reads: ['datetime', 'smalldatetime', 'datetime2'] },
    oracle: { name: 'TIMESTAMP', takes: 'size', maxSize: 9, reads: ['date', 'timestamp'] },
  }),
} satisfies Record<string, CommonType>

export const TIMESTAMPTZ = columnType({
  ...temporal,
  foreignNames: { DATETIMETZ: '', DATETIMEOFFSET: '' },
  kind: 'instant',
  moment: 'instant',
  variety: 2,
  canonical: instant,
  hint: 'write a time zone behind it, such as 2030-01-31 12:00:00+00:00',
  shownAs: 'datetime',
})({
  pgsql: { name: 'TIMESTAMPTZ', takes: 'size', maxSize: 6, reads: ['timestamptz'], partitions: 'by all' },
  mssql: { name: 'DATETIMEOFFSET', takes: 'size', maxSize: 7, reads: ['datetimeoffset'] },
  oracle: { name: 'TIMESTAMP WITH TIME ZONE', maxSize: 9 },
})

export const INTERVAL = columnType({
  family: 'interval',
  kind: 'interval',
  badKey: 'everywhere',
  hint: 'such as 1 day 02:00:00 or P1DT2H',
  arrayExample: '{a,b}',
  canonical: interval,
  sample: '1 day',
})({ pgsql: { name: 'INTERVAL', takes: 'size', maxSize: 6, reads: ['interval'] } })
