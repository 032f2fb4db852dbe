import { type ColumnType, columnType, type SharedFacts } from './column-type.js'
import { dayStep, decimalStep, instantStep, momentStep, range, wholeStep } from './literal-forms.js'

const plain = { family: 'range', kind: 'range', badKey: 'everywhere' } as const satisfies SharedFacts

const numberRange = { ...plain, hint: 'such as [1,10)', sample: '[1,10)' } as const

const stored = (name: string): ColumnType['sql'] => ({
  pgsql: { name, reads: [name.toLowerCase()], indexes: ['hash', 'gist', 'brin', 'spgist'] },
})

export const ranges = {
  INT4RANGE: { ...numberRange, canonical: (text) => range(text, wholeStep(31n)), sql: stored('INT4RANGE') },
  INT8RANGE: { ...numberRange, canonical: (text) => range(text, wholeStep(63n)), sql: stored('INT8RANGE') },
  NUMRANGE: { ...numberRange, canonical: (text) => range(text, decimalStep), sql: stored('NUMRANGE') },
  TSRANGE: columnType({
    ...plain,
    canonical: (text) => range(text, momentStep),
    hint: 'such as [2030-01-01 00:00,2030-01-02 00:00)',
    variety: 2,
    sample: '["2020-01-01 00:00:00","2020-02-01 00:00:00")',
  })(stored('TSRANGE')),
  TSTZRANGE: columnType({
    ...plain,
    canonical: (text) => range(text, instantStep),
    hint: 'such as [2030-01-01 00:00+00,2030-01-02 00:00+00)',
    sample: '["2020-01-01 00:00:00+00","2020-02-01 00:00:00+00")',
  })(stored('TSTZRANGE')),
  DATERANGE: columnType({
    ...plain,
    canonical: (text) => range(text, dayStep),
    hint: 'such as [2030-01-01,2031-01-01)',
    variety: 2,
    sample: '[2020-01-01,2020-02-01)',
  })(stored('DATERANGE')),
} satisfies Record<string, ColumnType>
