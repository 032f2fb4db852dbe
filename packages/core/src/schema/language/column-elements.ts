import { isPhpClass, isPhpType } from '../../escape/index.js'
import { readBoolean, schemaTypes } from '../../model/index.js'
import {
  commaList,
  type ElementRule,
  namingMethod,
  phpClass,
  phpIdentifier,
  sizeAndScale,
  sqlName,
  text,
  visibility,
} from './element-rules.js'

const isPhpEnum = (text: string): boolean => readBoolean(text) !== undefined || isPhpClass(text)

export const column = {
  about: 'A column. Its order in the file is its order in the table.',
  children: { inheritance: '*', check: '*', vendor: '*' },
  attributes: {
    name: { type: sqlName, required: true, about: 'SQL name.' },
    type: {
      type: { form: 'column type', offers: schemaTypes },
      about: 'Column type; needed unless `domain` gives it.',
    },
    domain: { type: text, about: 'A `<domain>` that gives type, size and default.' },
    size: { type: 'integer', joined: sizeAndScale, default: 'that of the type', about: 'Length or precision.' },
    scale: { type: 'integer', about: 'Digits after the point; needs `size`.' },
    array: {
      type: 'boolean',
      default: 'false',
      about: 'An array of values of the type, on databases that have arrays.',
    },
    unsigned: {
      type: 'boolean',
      default: 'false',
      about: 'A number without sign, on databases that have such numbers.',
    },
    zerofill: {
      type: 'boolean',
      default: 'false',
      about: 'An unsigned number that the server shows with zeros before it.',
    },
    srid: { type: 'integer', about: 'Spatial reference system of a GEOMETRY, such as 4326.' },
    sqlType: { type: { form: 'SQL' }, about: 'SQL type, used unchanged on every database.' },
    phpName: { type: phpIdentifier, default: 'made from `name` by the naming method', about: 'Name in methods.' },
    phpSingularName: {
      type: phpIdentifier,
      default: '`phpName` without trailing `s`',
      about: 'Name in `hasX`, `addX` and `removeX` of ARRAY and SET columns, and of arrays.',
    },
    phpNamingMethod: { type: namingMethod, default: 'that of the table', about: 'How `phpName` is made.' },
    prefix: {
      type: text,
      default: '`columnPrefix` of the table',
      about: 'Removed from the start of the name before `phpName` is made.',
    },
    phpType: {
      type: {
        form: 'PHP type or class',
        offers: ['bool', 'int', 'float', 'string', 'array', 'resource'],
        isValid: isPhpType,
      },
      default: 'the native type of `type`',
      about:
        'What setters and hydration cast to; a class is constructed with the raw value. Of JSON, the shape of the document: `array{color: string}`.',
    },
    phpEnum: {
      type: { form: 'PHP enum or `true`', offers: ['true', 'false'], isValid: isPhpEnum },
      default: 'false',
      about: 'Backed enum of an ENUM or SET: `true` generates it; a class is one that you have written.',
    },
    typeHint: { type: { form: '`array` or a class', isValid: isPhpType }, about: 'Parameter type of the setter.' },
    tableMapName: {
      type: { form: 'identifier' },
      default: '`name`',
      about: 'The name that the column constant is made from.',
    },
    description: { type: text, keepsEmpty: true, about: 'Comment in SQL and in the classes.' },
    required: { type: 'boolean', default: 'false', about: 'NOT NULL. Primary key columns are always NOT NULL.' },
    primaryKey: { type: 'boolean', default: 'false', about: 'Part of the primary key.' },
    autoIncrement: { type: 'boolean', default: 'false', about: 'The value comes from the id method.' },
    primaryString: { type: 'boolean', default: 'false', about: '`__toString()` returns this column.' },
    lazyLoad: { type: 'boolean', default: 'false', about: 'Read only when its getter is called.' },
    default: { type: text, keepsEmpty: true, about: 'The same as `defaultValue`.' },
    defaultValue: { type: text, keepsEmpty: true, about: 'Literal default, in SQL and in new objects.' },
    defaultExpr: { type: { form: 'SQL' }, about: 'Default in SQL only.' },
    identity: {
      type: { values: ['always', 'by default'], synonyms: { default: 'by default' } },
      about: 'Auto-increment by an identity of the database; with `always`, nothing else can write the column.',
    },
    start: { type: 'signed integer', default: '1', about: 'The first number of an auto-increment column.' },
    increment: {
      type: 'signed integer',
      default: '1',
      about: 'The difference between two numbers of an auto-increment column.',
    },
    sequence: { type: sqlName, about: 'The `<sequence>` that the default is the next number of.' },
    onUpdate: {
      type: {
        values: ['CURRENT_TIMESTAMP'],
        synonyms: { 'CURRENT_TIMESTAMP()': 'CURRENT_TIMESTAMP', 'NOW()': 'CURRENT_TIMESTAMP' },
      },
      about: 'The value becomes the current time with every UPDATE of the row, on databases that can do so.',
    },
    generated: {
      type: { form: 'SQL' },
      keepsEmpty: true,
      about: 'Expression from which the database computes the value of every row.',
    },
    generatedAs: {
      type: { form: 'SQL' },
      keepsEmpty: true,
      excludes: 'generated',
      about: 'The same as `generated`.',
    },
    stored: {
      type: 'boolean',
      needs: ['generated', 'generatedAs'],
      default: 'true, unless the database has virtual columns only',
      about: 'Whether a generated value is stored with the row, or computed when it is read.',
    },
    valueSet: { type: commaList, about: 'Values of an ENUM or SET; `\\,` is a comma in a value.' },
    native: {
      type: 'boolean',
      default: 'false',
      about: 'Whether an ENUM or SET is a type of the database, which stores the values themselves.',
    },
    enumName: {
      type: { form: 'identifier' },
      default: 'name of the table, `_`, name of the column',
      about: 'Name of a native type, on databases whose types have names. Columns of one name share the type.',
    },
    inheritance: { type: { values: ['single', 'false'] }, default: 'false', about: 'Class key column.' },
    accessorVisibility: { type: visibility, default: 'that of the table', about: 'Visibility of the getter.' },
    mutatorVisibility: { type: visibility, default: 'that of the table', about: 'Visibility of the setter.' },
    content: { type: { values: ['UUID'] }, about: 'What a binary column holds, for migrations.' },
    outputGroup: { type: commaList, about: 'Further groups of the column, for the behavior output_group.' },
    ignoreGroup: { type: commaList, about: 'Groups of the table that the column does not belong to.' },
    nodeKey: { type: text, legacy: true, about: 'No effect.' },
    nodeKeySep: { type: text, legacy: true, about: 'No effect.' },
    nestedSetLeftKey: { type: text, legacy: true, about: 'No effect.' },
    nestedSetRightKey: { type: text, legacy: true, about: 'No effect.' },
    treeScopeKey: { type: text, legacy: true, about: 'No effect.' },
    peerName: { type: text, legacy: true, about: 'No effect.' },
  },
} as const satisfies ElementRule

export const inheritance = {
  about: 'A class of single table inheritance.',
  children: {},
  attributes: {
    key: { type: text, required: true, about: 'Value of the class key column.' },
    class: { type: phpClass, required: true, about: 'Class made for that key.' },
    extends: {
      type: { form: 'PHP class', isValid: (name) => isPhpClass(name.replaceAll('.', '\\')) },
      default: 'the class of the table',
      about: 'Parent: another class of the column, the phpName of a table, or a class with namespace.',
    },
    package: { type: { form: 'dotted or slashed path' }, about: 'Output subdirectory of the class.' },
  },
} as const satisfies ElementRule
