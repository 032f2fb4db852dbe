import {
  commaList,
  type ElementRule,
  idMethod,
  namingMethod,
  onlyVendors,
  phpClass,
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

export const table = {
  about: 'A table and the classes made for it.',
  children: {
    column: '*',
    'foreign-key': '*',
    index: '*',
    unique: '*',
    check: '*',
    exclude: '*',
    partition: '*',
    'id-method-parameter': '*',
    statement: '*',
    behavior: '*',
    vendor: '*',
  },
  attributes: {
    name: { type: sqlName, required: true, joined: schemaAndTable, about: 'SQL name, without schema and prefix.' },
    phpName: { type: phpIdentifier, default: 'made from `name` by the naming method', about: 'Class name.' },
    phpNamingMethod: { type: namingMethod, default: inherited, about: 'Naming method for the table and its columns.' },
    namespace: {
      type: phpNamespace,
      default: inherited,
      about: 'Appended to the namespace of the database; absolute with a leading `\\`.',
    },
    package: { type: { form: 'dotted or slashed path' }, default: inherited, about: 'Output subdirectory.' },
    schema: { type: sqlName, default: inherited, about: 'SQL schema.' },
    idMethod: { type: idMethod, default: inherited, about: 'Whether the server generates ids.' },
    allowPkInsert: {
      type: 'boolean',
      default: 'false',
      about: 'Lets a new object carry a value for an auto-increment key.',
    },
    skipSql: {
      type: 'boolean',
      default: 'false',
      about: 'No DDL, for example for views; classes are still generated.',
    },
    readOnly: { type: 'boolean', default: 'false', about: 'No methods that write.' },
    strict: { type: 'boolean', default: 'false', about: 'A STRICT table: every value has the type of its column.' },
    withoutRowid: {
      type: 'boolean',
      default: 'false',
      about: 'A WITHOUT ROWID table: rows are stored by primary key.',
    },
    unlogged: {
      type: 'boolean',
      default: 'false',
      about: 'An UNLOGGED table: faster writes, and no rows after a crash.',
    },
    abstract: { type: 'boolean', default: 'false', about: 'The stub class is abstract.' },
    alias: { type: phpClass, about: 'The table stands for an existing class. Kept for old schemas.' },
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
    heavyIndexing: {
      type: 'boolean',
      default: inherited,
      about: 'Adds indexes over the later columns of the primary key.',
    },
    identifierQuoting: { type: 'boolean', default: inherited, about: 'Quotes identifiers in the SQL of the runtime.' },
    reloadOnInsert: { type: 'boolean', default: 'false', about: 'Reload objects after INSERT.' },
    reloadOnUpdate: { type: 'boolean', default: 'false', about: 'Reload objects after UPDATE.' },
    isCrossRef: { type: 'boolean', default: 'false', about: 'Link table of a many-to-many relation.' },
    defaultStringFormat: { type: stringFormat, default: inherited, about: 'Format of `__toString()`.' },
    defaultAccessorVisibility: { type: visibility, default: inherited, about: 'Visibility of getters.' },
    defaultMutatorVisibility: { type: visibility, default: inherited, about: 'Visibility of setters.' },
    columnPrefix: { type: text, about: 'Removed from the start of column names before PHP names are made.' },
    outputGroup: { type: commaList, about: 'Groups of all its columns and relations, for the behavior output_group.' },
    treeMode: { type: text, legacy: true, about: 'No effect.' },
    forReferenceOnly: { type: text, legacy: true, about: 'No effect.' },
  },
} as const satisfies ElementRule

export const partition = {
  about: 'How the rows of the table are divided among parts.',
  children: { part: '*' },
  attributes: {
    by: { type: { values: ['range', 'list', 'hash'] }, required: true, about: 'What decides on the part of a row.' },
    columns: { type: commaList, about: 'Columns of this table that decide. A list has one.' },
    column: {
      type: text,
      excludes: 'columns',
      about: 'The column, where there is one; means the same as `columns`.',
    },
    parts: { type: 'integer', about: 'How many parts a hash has.' },
    only: onlyVendors,
  },
} as const satisfies ElementRule

export const part = {
  about: 'A part of a table that is divided by range or list.',
  children: {},
  attributes: {
    name: {
      type: sqlName,
      required: true,
      about: 'SQL name. A part that is a table has the name of its table in front, such as `visit_y2026`.',
    },
    from: { type: commaList, default: 'no lower bound', about: 'First values of a range, one for each column.' },
    to: { type: commaList, default: 'no upper bound', about: 'First values behind a range, one for each column.' },
    values: { type: commaList, about: 'Values of a list.' },
  },
} as const satisfies ElementRule

export const idMethodParameter = {
  about: 'The sequence that generates ids, on databases with sequences.',
  children: {},
  attributes: {
    value: { type: sqlName, required: true, about: 'Name of the sequence.' },
    name: { type: text, default: 'default', about: 'Unused.' },
  },
} as const satisfies ElementRule
