import { isOperatorClass } from '../../escape/index.js'
import { indexMethods } from '../../model/index.js'
import {
  commaList,
  type ElementRule,
  type EnumeratedType,
  foreignSchemaAndTable,
  onlyVendors,
  phpIdentifier,
  phpInterface,
  sqlName,
  text,
} from './element-rules.js'

const action: EnumeratedType = {
  values: ['none', 'cascade', 'setnull', 'restrict', 'noaction', 'setdefault'],
  synonyms: { 'set null': 'setnull', 'no action': 'noaction', 'set default': 'setdefault' },
}

const deferral: EnumeratedType = {
  values: ['initially immediate', 'initially deferred'],
  synonyms: { immediate: 'initially immediate', deferred: 'initially deferred' },
}

const deferrable = {
  type: deferral,
  about: 'Lets a transaction put off the check until it ends, and says whether it does so by itself.',
} as const

const join: EnumeratedType = {
  values: ['INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN'],
  synonyms: {
    'Criteria::INNER_JOIN': 'INNER JOIN',
    'Criteria::LEFT_JOIN': 'LEFT JOIN',
    'Criteria::RIGHT_JOIN': 'RIGHT JOIN',
  },
}

export const foreignKey = {
  about: 'A foreign key, and the relations that it makes on both tables.',
  children: { reference: '+', vendor: '*' },
  attributes: {
    foreignTable: {
      type: text,
      required: true,
      joined: foreignSchemaAndTable,
      about: 'Name of the table that the key points to, without prefix.',
    },
    foreignSchema: { type: sqlName, default: 'schema of this table', about: 'SQL schema of that table.' },
    name: { type: sqlName, default: 'generated', about: 'Constraint name.' },
    phpName: { type: phpIdentifier, default: 'generated', about: 'Relation name on this table.' },
    refPhpName: { type: phpIdentifier, default: 'generated', about: 'Relation name on the other table, singular.' },
    onDelete: {
      type: action,
      default: 'none',
      about: 'What a DELETE in the foreign table does to the rows of this table.',
    },
    onUpdate: {
      type: action,
      default: 'none',
      about: 'What an UPDATE of the key in the foreign table does to the rows of this table.',
    },
    deferrable,
    match: {
      type: { values: ['simple', 'full'] },
      default: 'simple',
      about: 'With `full`, all columns of the key have a value or none has.',
    },
    skipSql: { type: 'boolean', default: 'false', about: 'Relation code without a constraint.' },
    defaultJoin: {
      type: join,
      default: '`INNER JOIN` when all local columns are required, else `LEFT JOIN`',
      about: 'Join type of `joinX()`.',
    },
    interface: { type: phpInterface, about: 'Type that the methods of the relation use instead of the foreign class.' },
    outputGroup: { type: commaList, about: 'Further groups of the relation, for the behavior output_group.' },
    ignoreGroup: { type: commaList, about: 'Groups of the table that the relation does not belong to.' },
    refOutputGroup: { type: commaList, about: 'The same as `outputGroup`, for the relation on the other table.' },
    refIgnoreGroup: { type: commaList, about: 'The same as `ignoreGroup`, for the relation on the other table.' },
  },
} as const satisfies ElementRule

export const reference = {
  about: 'A pair of columns, or a literal that the local column must hold.',
  children: {},
  attributes: {
    local: { type: text, required: true, about: 'Column of this table.' },
    foreign: { type: text, about: 'Column of the foreign table. Give either this or `value`.' },
    value: { type: text, about: 'Literal, for polymorphic foreign keys.' },
  },
} as const satisfies ElementRule

export const check = {
  about: 'A condition that every row must meet, in a table, in one of its columns or in a domain.',
  children: {},
  attributes: {
    name: { type: sqlName, default: 'generated', about: 'Constraint name.' },
    expression: { type: { form: 'SQL' }, required: true, about: 'The condition: one SQL expression.' },
    only: onlyVendors,
  },
} as const satisfies ElementRule

const sql = { form: 'SQL' } as const

const keyColumn = {
  name: { type: text, about: 'Column of this table. Give either this or `expression`.' },
  expression: { type: sql, about: 'One SQL expression in the place of a column.' },
  size: { type: 'integer', about: 'Length of the indexed prefix, on databases that index prefixes.' },
  order: { type: { values: ['asc', 'desc'] }, default: 'asc', about: 'Order of the values.' },
  nulls: {
    type: { values: ['first', 'last'] },
    default: 'as the database does',
    about: 'Where rows without a value are.',
  },
  opclass: {
    type: { form: 'name of an operator class', isValid: isOperatorClass },
    about: 'How values are compared, on databases with operator classes: `text_pattern_ops`.',
  },
  collate: { type: sqlName, about: 'Collation by which values are compared.' },
} as const satisfies ElementRule['attributes']

const keyName = { name: { type: sqlName, default: 'generated', about: 'Name in SQL.' }, only: onlyVendors } as const

const key = {
  name: keyName.name,
  where: { type: sql, keepsEmpty: true, about: 'Condition of the rows that it has: one SQL expression.' },
  method: {
    type: { values: indexMethods },
    default: 'that of the database',
    about: 'How it is kept.',
  },
  only: keyName.only,
} as const satisfies ElementRule['attributes']

export const index = {
  about: 'An index.',
  children: { 'index-column': '+', 'index-include': '*', vendor: '*' },
  attributes: key,
} as const satisfies ElementRule

export const indexColumn = {
  about: 'A column of an index, or an expression.',
  children: { vendor: '*' },
  attributes: keyColumn,
} as const satisfies ElementRule

export const indexInclude = {
  about: 'A column whose values an index or a unique key has beside those that it finds rows by.',
  children: {},
  attributes: { name: { type: text, required: true, about: 'Column of this table.' } },
} as const satisfies ElementRule

export const unique = {
  about: 'A unique key.',
  children: { 'unique-column': '+', 'index-include': '*', vendor: '*' },
  attributes: {
    ...key,
    deferrable,
    nullsNotDistinct: {
      type: 'boolean',
      default: 'false',
      about: 'Whether rows without a value are equal, so that only one can have none.',
    },
    nullsDistinct: {
      type: 'boolean',
      default: 'true',
      excludes: 'nullsNotDistinct',
      about: 'The opposite of `nullsNotDistinct`.',
    },
  },
} as const satisfies ElementRule

export const uniqueColumn = {
  about: 'A column of a unique key, or an expression.',
  children: { vendor: '*' },
  attributes: keyColumn,
} as const satisfies ElementRule

export const exclude = {
  about: 'An exclusion constraint: no two rows compare true in all of its parts.',
  children: { 'exclude-column': '+' },
  attributes: {
    ...keyName,
    using: { type: sqlName, default: 'gist', about: 'Kind of its index.' },
    where: { type: { form: 'SQL' }, keepsEmpty: true, about: 'Rows that it is about: one SQL expression.' },
    deferrable,
  },
} as const satisfies ElementRule

export const excludeColumn = {
  about: 'A column or an expression of an exclusion constraint, and how two rows are compared in it.',
  children: {},
  attributes: {
    name: { type: text, about: 'Column of this table. Give either this or `expression`.' },
    expression: { type: { form: 'SQL' }, about: 'One SQL expression.' },
    operator: { type: text, required: true, about: 'Operator such as `=` or `&&`.' },
  },
} as const satisfies ElementRule
