import { readBoolean } from '../values.js'
import { type CommonType, columnType, type SharedFacts } from './column-type.js'

const flag = {
  family: 'boolean',
  kind: 'boolean',
  hint: 'write true or false',
  accepts: (text: string) => readBoolean(text) !== undefined,
  shownAs: 'boolean',
} as const satisfies SharedFacts

export const flags = {
  BOOLEAN: columnType({ ...flag, foreignNames: { BOOL: '' }, literal: 'boolean', arrayExample: '{true,false}' })({
    mysql: { name: 'TINYINT(1)' },
    pgsql: { name: 'BOOLEAN', reads: ['boolean'], indexes: ['hash', 'btree_gin', 'btree_gist'] },
    sqlite: { name: 'INTEGER', reads: ['boolean', 'bool'] },
    mssql: { name: 'BIT', reads: ['bit'] },
    oracle: { name: 'NUMBER(1,0)' },
  }),
  BOOLEAN_EMU: columnType({ ...flag, literal: 'digit' })({
    mysql: { name: 'TINYINT(1)' },
    pgsql: { name: 'INT2' },
    sqlite: { name: 'INTEGER' },
    mssql: { name: 'TINYINT' },
    oracle: { name: 'NUMBER(1,0)' },
  }),
} satisfies Record<string, CommonType>

export const choices = {
  ENUM: columnType({
    family: 'choice',
    kind: 'enum',
    native: 'ENUM_NATIVE',
    storesIntegers: true,
    literal: 'position',
    shownAs: 'enum',
  })({
    mysql: { name: 'TINYINT' },
    pgsql: { name: 'INT2' },
    sqlite: { name: 'TINYINT' },
    mssql: { name: 'TINYINT' },
    oracle: { name: 'NUMBER(3,0)' },
  }),
  SET: columnType({
    family: 'choice',
    kind: 'set',
    native: 'SET_NATIVE',
    storesIntegers: true,
    literal: 'mask',
    shownAs: 'set',
  })({
    mysql: { name: 'INT' },
    pgsql: { name: 'INT4' },
    sqlite: { name: 'INT' },
    mssql: { name: 'INT' },
    oracle: { name: 'NUMBER' },
  }),
} satisfies Record<string, CommonType>

/** ENUM and SET columns with a native database type that stores strings: `native="true"`. */
export const nativeChoices = {
  ENUM_NATIVE: columnType({ family: 'native choice', kind: 'native-enum', shownAs: 'enum' })({
    mysql: { name: 'ENUM' },
    pgsql: { name: 'TEXT', indexes: ['hash', 'btree_gin', 'btree_gist'] },
    sqlite: { name: 'VARCHAR(255)' },
    mssql: { name: 'VARCHAR(255)' },
    oracle: { name: 'VARCHAR2(255)' },
  }),
  SET_NATIVE: columnType({ family: 'native choice', kind: 'native-set', literal: 'values', shownAs: 'set' })({
    mysql: { name: 'SET' },
    pgsql: { name: 'TEXT' },
    sqlite: { name: 'VARCHAR(255)' },
    mssql: { name: 'VARCHAR(255)' },
    oracle: { name: 'VARCHAR2(255)' },
  }),
} satisfies Record<string, CommonType>
