import { type ElementRule, oneVendor, onlyVendors, sqlName } from './element-rules.js'

export const statement = {
  about: 'Something else that the database has, such as a trigger, a function, a policy or a grant, in SQL.',
  children: { create: '*', drop: '*' },
  attributes: {
    name: { type: sqlName, required: true, about: 'What it is known by: best the name that its SQL gives it.' },
    vendor: oneVendor,
    only: onlyVendors,
  },
} as const satisfies ElementRule

export const create = {
  about: 'The SQL that creates it.',
  children: {},
  content: 'SQL',
  attributes: {},
} as const satisfies ElementRule

export const drop = {
  about: 'The SQL that drops it.',
  children: {},
  content: 'SQL',
  attributes: {},
} as const satisfies ElementRule
