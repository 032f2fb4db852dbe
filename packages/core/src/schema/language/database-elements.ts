import { isConnectionName } from '../../escape/index.js'
import {
  type ElementRule,
  idMethod,
  namingMethod,
  onlyVendors,
  phpClassWithPath,
  phpNamespace,
  sizeAndScale,
  sqlName,
  stringFormat,
  text,
  visibility,
} from './element-rules.js'

export const database = {
  about:
    'The root of every schema file: one database, that is, one connection. Several files may describe one database.',
  children: {
    'external-schema': '*',
    extension: '*',
    sequence: '*',
    domain: '*',
    table: '*',
    view: '*',
    statement: '*',
    behavior: '*',
    vendor: '*',
  },
  attributes: {
    name: {
      type: { form: 'name without dot', isValid: isConnectionName },
      required: true,
      about: 'Name of the connection in the configuration, and of the SQL file.',
    },
    defaultIdMethod: { type: idMethod, default: 'native', about: 'Id method of tables without `idMethod`.' },
    defaultPhpNamingMethod: {
      type: namingMethod,
      default: 'underscore',
      about: 'How PHP names are made from SQL names.',
    },
    defaultAccessorVisibility: { type: visibility, default: 'public', about: 'Visibility of getters.' },
    defaultMutatorVisibility: { type: visibility, default: 'public', about: 'Visibility of setters.' },
    defaultStringFormat: {
      type: stringFormat,
      default: 'YAML',
      about: 'Format of `__toString()` of tables without a primary string.',
    },
    namespace: { type: phpNamespace, about: 'Namespace of the classes.' },
    package: { type: { form: 'dotted or slashed path' }, about: 'Output subdirectory of the classes.' },
    schema: { type: sqlName, about: 'SQL schema of the tables.' },
    tablePrefix: {
      type: sqlName,
      default: '`orm.generator.tablePrefix`',
      about: 'Put in front of every table name and `foreignTable`.',
    },
    baseClass: {
      type: phpClassWithPath,
      about: 'Parent of every base object class; its hooks, such as `preSave()`, have no return types.',
    },
    baseQueryClass: {
      type: phpClassWithPath,
      default: '`Orm\\Runtime\\ActiveQuery\\ModelCriteria`',
      about: 'Parent of every base query class; must descend from the default.',
    },
    heavyIndexing: {
      type: 'boolean',
      default: 'false',
      about: 'Adds indexes over the later columns of composite primary keys.',
    },
    identifierQuoting: { type: 'boolean', default: 'false', about: 'Quotes identifiers in the SQL of the runtime.' },
  },
} as const satisfies ElementRule

export const externalSchema = {
  about: 'Tables of another file, as if they were written here; the name of its database does not matter.',
  children: {},
  attributes: {
    filename: {
      type: { form: 'path' },
      required: true,
      about: 'An absolute path, or one relative to the including file or else to the working directory.',
    },
    referenceOnly: {
      type: 'boolean',
      default: 'false',
      about: 'Whether its tables are only targets of foreign keys, without SQL and classes.',
    },
  },
} as const satisfies ElementRule

export const extension = {
  about: 'A part of the server that tables need. Migrations create it first and never drop it.',
  children: {},
  attributes: {
    name: { type: text, required: true, about: 'Its name, such as `pgcrypto`.' },
    schema: { type: sqlName, default: 'chosen by the server', about: 'SQL schema of its types and functions.' },
    only: onlyVendors,
  },
} as const satisfies ElementRule

export const sequence = {
  about: 'Numbers that columns of several tables share, by `column@sequence`.',
  children: {},
  attributes: {
    name: { type: sqlName, required: true, about: 'What `column@sequence` refers to.' },
    start: { type: 'signed integer', default: '1', about: 'The first number.' },
    increment: { type: 'signed integer', default: '1', about: 'The difference between two numbers.' },
    only: onlyVendors,
  },
} as const satisfies ElementRule

export const domain = {
  about:
    'A reusable column definition, used by `column@domain`. Attributes of the column override it one by one, unless it has checks.',
  children: { check: '*' },
  attributes: {
    name: { type: text, required: true, about: 'What `column@domain` refers to.' },
    type: { type: { form: 'column type' }, required: true, about: 'As on column.' },
    size: { type: 'integer', joined: sizeAndScale, about: 'As on column.' },
    scale: { type: 'integer', about: 'As on column.' },
    default: { type: text, keepsEmpty: true, about: 'As on column.' },
    defaultValue: { type: text, keepsEmpty: true, about: 'As on column.' },
    defaultExpr: { type: { form: 'SQL' }, about: 'As on column.' },
    sqlType: { type: { form: 'SQL' }, about: 'As on column.' },
    expression: {
      type: { form: 'SQL' },
      about: 'A condition that every value must meet: one SQL expression in which `VALUE` stands for it.',
    },
    schema: {
      type: sqlName,
      default: 'that of `<database>`',
      about: 'SQL schema of a domain with checks, where it is a type.',
    },
    description: { type: text, keepsEmpty: true, about: 'Description of columns that have none.' },
  },
} as const satisfies ElementRule
