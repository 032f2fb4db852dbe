import {
  commaList,
  type ElementRule,
  type EnumeratedType,
  namingMethod,
  oneVendor,
  onlyVendors,
  phpClassWithPath,
  phpIdentifier,
  phpInterface,
  phpNamespace,
  schemaAndTable,
  sqlName,
  stringFormat,
  text,
  visibility,
} from './element-rules.js'

const inherited = 'that of the database'

const always: EnumeratedType = { values: ['true'] }

export const view = {
  about: 'A view and the read-only classes made for it. Its foreign keys are relations without a constraint.',
  children: { column: '*', 'foreign-key': '*', sql: '*' },
  attributes: {
    name: { type: sqlName, required: true, joined: schemaAndTable, about: 'SQL name, without schema and prefix.' },
    identity: {
      type: commaList,
      about: 'Columns that identify a row, as a primary key would; a unique index on a materialized view.',
    },
    materialized: {
      type: 'boolean',
      default: 'false',
      about: 'Whether the server keeps the rows until `refresh()` of the query class.',
    },
    only: onlyVendors,
    readOnly: { type: always, default: 'true', about: 'A view is never written.' },
    phpName: { type: phpIdentifier, default: 'made from `name` by the naming method', about: 'Class name.' },
    phpNamingMethod: { type: namingMethod, default: inherited, about: 'Naming method for the view and its columns.' },
    namespace: {
      type: phpNamespace,
      default: inherited,
      about: 'Appended to the namespace of the database; absolute with a leading `\\`.',
    },
    package: { type: { form: 'dotted or slashed path' }, default: inherited, about: 'Output subdirectory.' },
    schema: { type: sqlName, default: inherited, about: 'SQL schema.' },
    abstract: { type: 'boolean', default: 'false', about: 'The stub class is abstract.' },
    baseClass: {
      type: phpClassWithPath,
      default: inherited,
      about: 'Parent of the base object class; its hooks, such as `preSave()`, have no return types.',
    },
    baseQueryClass: { type: phpClassWithPath, default: inherited, about: 'Parent of the base query class.' },
    interface: {
      type: phpInterface,
      about: 'Interface that the base object implements; one without a namespace is created, empty, if it is missing.',
    },
    description: { type: text, keepsEmpty: true, about: 'Comment in SQL and in the classes.' },
    identifierQuoting: { type: 'boolean', default: inherited, about: 'Quotes identifiers in the SQL of the runtime.' },
    defaultStringFormat: { type: stringFormat, default: inherited, about: 'Format of `__toString()`.' },
    defaultAccessorVisibility: { type: visibility, default: inherited, about: 'Visibility of getters.' },
    columnPrefix: { type: text, about: 'Removed from the start of column names before PHP names are made.' },
    outputGroup: { type: commaList, about: 'Groups of all its columns and relations, for the behavior output_group.' },
  },
} as const satisfies ElementRule

export const sql = {
  about: 'The SELECT of a view: one for each database, or one for all.',
  children: {},
  content: 'one SELECT',
  attributes: { vendor: oneVendor },
} as const satisfies ElementRule
