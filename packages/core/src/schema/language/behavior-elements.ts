import { dialectNames } from '../../model/index.js'
import { type ElementRule, text } from './element-rules.js'

export const behavior = {
  about: 'Uses a behavior on a table, or on every table of a database.',
  children: { parameter: '*', 'parameter-list': '*' },
  attributes: {
    name: { type: text, required: true, about: 'Name of the behavior.' },
    id: {
      type: text,
      default: 'the name',
      about:
        'Distinguishes several uses of one behavior on a table; for `config_store`, the name of the stored parameters.',
    },
    behavior: { type: text, about: 'For `config_store`: the behavior whose parameters it stores.' },
    ref: { type: text, about: 'For `config_load`: the `id` of the `config_store`.' },
    multiple: { type: 'boolean', default: 'false', about: 'For `config_load`: each use has its own id.' },
  },
} as const satisfies ElementRule

export const parameter = {
  about: 'A parameter of a behavior or a vendor. A behavior also receives further attributes of the element.',
  keepsUnknown: true,
  children: {},
  attributes: {
    name: { type: text, required: true, about: 'Name of the parameter.' },
    value: { type: text, required: true, keepsEmpty: true, about: 'Its value.' },
  },
} as const satisfies ElementRule

export const parameterList = {
  about: 'A parameter whose value is a list.',
  children: { 'parameter-list-item': '*' },
  attributes: { name: { type: text, required: true, about: 'Name of the parameter.' } },
} as const satisfies ElementRule

export const parameterListItem = {
  about: 'One item of the list: a map of names to values.',
  children: { parameter: '*' },
  attributes: {},
} as const satisfies ElementRule

export const vendor = {
  about: 'Parameters for one vendor; they have no effect on others.',
  children: { parameter: '+' },
  attributes: {
    type: { type: { form: 'vendor', offers: dialectNames }, required: true, about: 'Which vendor.' },
  },
} as const satisfies ElementRule
