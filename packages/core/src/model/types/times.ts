import type { ColumnType, CommonType, SharedFacts } from './column-type.js'
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
  DATE: {
    ...temporal,
    legacyNames: ['BU_DATE'],
    moment: 'date',
    variety: 2,
    hint: 'such as 2030-01-31',
    accepts: isDate,
    shownAs: 'date',
    sql: {
      mysql: { name: 'DATE', readFrom: ['date'], partitions: 'by all' },
      pgsql: { name: 'DATE', readFrom: ['date'], partitions: 'by all' },
      sqlite: { name: 'DATETIME', readFrom: ['date'] },
      mssql: { name: 'DATE', readFrom: ['date'] },
      oracle: { name: 'DATE' },
    },
  },
  TIME: {
    ...temporal,
    moment: 'time',
    hasFraction: true,
    hint: 'such as 12:30:00',
    accepts: isTime,
    shownAs: 'time',
    sql: {
      mysql: { name: 'TIME', takes: 'size', largestSize: 6, readFrom: ['time'] },
      pgsql: { name: 'TIME', takes: 'size', largestSize: 6, readFrom: ['time', 'timetz'] },
      sqlite: { name: 'TIME', readFrom: ['time'] },
      mssql: { name: 'TIME', takes: 'size', largestSize: 7, readFrom: ['time'] },
      // Stored with a dummy day.
      oracle: { name: 'DATE' },
    },
  },
  DATETIME: {
    ...temporal,
    ...dateTime,
    sql: {
      mysql: { name: 'DATETIME', takes: 'size', largestSize: 6, readFrom: ['datetime'], partitions: 'by all' },
      pgsql: { name: 'TIMESTAMP', takes: 'size', largestSize: 6, partitions: 'by all' },
      sqlite: { name: 'DATETIME', readFrom: ['datetime'] },
      mssql: { name: 'DATETIME2', takes: 'size', largestSize: 7 },
      oracle: { name: 'TIMESTAMP', takes: 'size', largestSize: 9 },
    },
  },
  TIMESTAMP: {
    ...temporal,
    legacyNames: ['BU_TIMESTAMP'],
    ...dateTime,
    sql: {
      mysql: { name: 'TIMESTAMP', takes: 'size', largestSize: 6, readFrom: ['timestamp'] },
      pgsql: { name: 'TIMESTAMP', takes: 'size', largestSize: 6, readFrom: ['timestamp'], partitions: 'by all' },
      sqlite: { name: 'TIMESTAMP', readFrom: ['timestamp'] },
      mssql: { name: 'DATETIME2', takes: 'size', largestSize: 7, readFrom: ['datetime', 'smalldatetime', 'datetime2'] },
      oracle: { name: 'TIMESTAMP', takes: 'size', largestSize: 9, readFrom: ['date', 'timestamp'] },
    },
  },
} satisfies Record<string, CommonType>

export const TIMESTAMPTZ: ColumnType = {
  ...temporal,
  foreignNames: { DATETIMETZ: '', DATETIMEOFFSET: '' },
  kind: 'instant',
  moment: 'instant',
  variety: 2,
  canonical: instant,
  hint: 'write a time zone behind it, such as 2030-01-31 12:00:00+00:00',
  shownAs: 'datetime',
  sql: {
    pgsql: { name: 'TIMESTAMPTZ', takes: 'size', largestSize: 6, readFrom: ['timestamptz'], partitions: 'by all' },
    mssql: { name: 'DATETIMEOFFSET', takes: 'size', largestSize: 7, readFrom: ['datetimeoffset'] },
    oracle: { name: 'TIMESTAMP WITH TIME ZONE', largestSize: 9 },
  },
}

export const INTERVAL: ColumnType = {
  family: 'interval',
  kind: 'interval',
  badKey: 'everywhere',
  hint: 'such as 1 day 02:00:00 or P1DT2H',
  arrayExample: '{a,b}',
  canonical: interval,
  sample: '1 day',
  sql: {
    pgsql: { name: 'INTERVAL', takes: 'size', largestSize: 6, readFrom: ['interval'] },
  },
}
