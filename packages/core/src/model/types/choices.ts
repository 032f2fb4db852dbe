import { readBoolean } from '../values.js'
import type { CommonType, SharedFacts } from './column-type.js'

const flag = {
  family: 'boolean',
  kind: 'boolean',
  hint: 'write true or false',
  accepts: (text: string) => readBoolean(text) !== undefined,
  shownAs: 'boolean',
} as const satisfies SharedFacts

export const flags = {
  BOOLEAN: {
    ...flag,
    foreignNames: { BOOL: '' },
    literal: 'boolean',
    arrayExample: '{true,false}',
    sql: {
      mysql: { name: 'TINYINT(1)' },
      pgsql: { name: 'BOOLEAN', readFrom: ['boolean'], indexMethods: ['hash', 'btree_gin', 'btree_gist'] },
      sqlite: { name: 'INTEGER', readFrom: ['boolean', 'bool'] },
      mssql: { name: 'BIT', readFrom: ['bit'] },
      oracle: { name: 'NUMBER(1,0)' },
    },
  },
  BOOLEAN_EMU: {
    ...flag,
    literal: 'digit',
    sql: {
      mysql: { name: 'TINYINT(1)' },
      pgsql: { name: 'INT2' },
      sqlite: { name: 'INTEGER' },
      mssql: { name: 'TINYINT' },
      oracle: { name: 'NUMBER(1,0)' },
    },
  },
} satisfies Record<string, CommonType>

export const choices = {
  ENUM: {
    family: 'choice',
    kind: 'enum',
    native: 'ENUM_NATIVE',
    storesIntegers: true,
    literal: 'position',
    shownAs: 'enum',
    sql: {
      mysql: { name: 'TINYINT' },
      pgsql: { name: 'INT2' },
      sqlite: { name: 'TINYINT' },
      mssql: { name: 'TINYINT' },
      oracle: { name: 'NUMBER(3,0)' },
    },
  },
  SET: {
    family: 'choice',
    kind: 'set',
    native: 'SET_NATIVE',
    storesIntegers: true,
    literal: 'mask',
    shownAs: 'set',
    sql: {
      mysql: { name: 'INT' },
      pgsql: { name: 'INT4' },
      sqlite: { name: 'INT' },
      mssql: { name: 'INT' },
      oracle: { name: 'NUMBER' },
    },
  },
} satisfies Record<string, CommonType>

/** ENUM and SET columns with a native database type that stores strings: `native="true"`. */
export const nativeChoices = {
  ENUM_NATIVE: {
    family: 'native choice',
    kind: 'native-enum',
    shownAs: 'enum',
    sql: {
      mysql: { name: 'ENUM' },
      pgsql: { name: 'TEXT', indexMethods: ['hash', 'btree_gin', 'btree_gist'] },
      sqlite: { name: 'VARCHAR(255)' },
      mssql: { name: 'VARCHAR(255)' },
      oracle: { name: 'VARCHAR2(255)' },
    },
  },
  SET_NATIVE: {
    family: 'native choice',
    kind: 'native-set',
    literal: 'values',
    shownAs: 'set',
    sql: {
      mysql: { name: 'SET' },
      pgsql: { name: 'TEXT' },
      sqlite: { name: 'VARCHAR(255)' },
      mssql: { name: 'VARCHAR(255)' },
      oracle: { name: 'VARCHAR2(255)' },
    },
  },
} satisfies Record<string, CommonType>
