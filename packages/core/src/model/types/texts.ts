import { type ColumnType, type CommonType, ordered, type SharedFacts, unlimited } from './column-type.js'

const text = {
  family: 'text',
  kind: 'text',
  arrayExample: '{a,b}',
  takesNow: true,
  variety: 4,
  isMasked: true,
  holdsAnyText: true,
  shownAs: 'text',
} as const satisfies SharedFacts

const tooLong = 'it is longer than the size of the column'

export const texts = {
  CHAR: {
    ...text,
    comparesAs: 'VARCHAR',
    comparesSize: true,
    hint: tooLong,
    sql: {
      mysql: {
        name: 'CHAR',
        takes: 'size',
        impliedSize: 1,
        largestSize: 255,
        readFrom: ['char', 'enum', 'set'],
        indexMethods: ['fulltext'],
        prefixOf: 1,
        partitions: 'by all',
      },
      pgsql: {
        name: 'CHAR',
        takes: 'size',
        impliedSize: 1,
        largestSize: 10_485_760,
        readFrom: ['char', 'bpchar'],
        partitions: 'by all',
      },
      sqlite: {
        name: 'CHAR',
        takes: 'size',
        impliedSize: 1,
        largestSize: unlimited,
        readFrom: ['char', 'enum', 'set', 'character', 'nchar'],
      },
      mssql: { name: 'CHAR', takes: 'size', impliedSize: 1, largestSize: 8000, readFrom: ['char', 'nchar'] },
      oracle: { name: 'CHAR', takes: 'size', impliedSize: 1, largestSize: 2000, readFrom: ['char', 'nchar'] },
    },
  },
  VARCHAR: {
    ...text,
    foreignNames: { STRING: '', TINYTEXT: '', 'CHARACTER VARYING': '', MACADDR8: 'sqlType="macaddr8"' },
    comparesSize: true,
    hint: tooLong,
    sql: {
      mysql: {
        name: 'VARCHAR',
        takes: 'size',
        defaultSize: 255,
        largestSize: 65_535,
        safeSize: 16_383,
        readFrom: ['varchar', 'tinytext'],
        indexMethods: ['fulltext'],
        prefixOf: 255,
        partitions: 'by all',
      },
      pgsql: {
        name: 'VARCHAR',
        takes: 'size',
        largestSize: 10_485_760,
        readFrom: ['varchar'],
        indexMethods: [...ordered, 'spgist'],
        partitions: 'by all',
      },
      sqlite: {
        name: 'VARCHAR',
        takes: 'size',
        defaultSize: 255,
        largestSize: unlimited,
        readFrom: ['varchar', 'tinytext', 'nvarchar'],
      },
      mssql: {
        name: 'VARCHAR',
        takes: 'size',
        defaultSize: 255,
        largestSize: 8000,
        readFrom: ['varchar', 'nvarchar', 'sql_variant', 'sysname'],
      },
      oracle: {
        name: 'NVARCHAR2',
        takes: 'size',
        defaultSize: 255,
        largestSize: 2000,
        readFrom: ['varchar2', 'nvarchar2'],
      },
    },
  },
  LONGVARCHAR: {
    ...text,
    foreignNames: { TEXT: '', MEDIUMTEXT: '' },
    isLong: true,
    badKey: 'without long indexes',
    sql: {
      mysql: {
        name: 'TEXT',
        takes: 'size',
        largestSize: 4_294_967_295,
        readFrom: ['text', 'mediumtext'],
        indexMethods: ['fulltext'],
        prefixOf: 'any',
        refusesLiteralDefault: true,
        partitions: 'not by hash',
      },
      pgsql: { name: 'TEXT', readFrom: ['text'], indexMethods: [...ordered, 'spgist'], partitions: 'by all' },
      sqlite: { name: 'MEDIUMTEXT', readFrom: ['text', 'mediumtext'] },
      mssql: { name: 'VARCHAR(MAX)', readFrom: ['text', 'ntext'], notIndexed: 'too long' },
      oracle: { name: 'NVARCHAR2', takes: 'size', defaultSize: 2000, largestSize: 2000, readFrom: ['long'] },
    },
  },
  CLOB: {
    ...text,
    foreignNames: { LONGTEXT: '' },
    isLong: true,
    badKey: 'without long indexes',
    sql: {
      mysql: {
        name: 'LONGTEXT',
        readFrom: ['longtext'],
        indexMethods: ['fulltext'],
        prefixOf: 'any',
        refusesLiteralDefault: true,
        partitions: 'not by hash',
      },
      pgsql: { name: 'TEXT', indexMethods: [...ordered, 'spgist'] },
      sqlite: { name: 'LONGTEXT', readFrom: ['longtext', 'clob'] },
      mssql: { name: 'VARCHAR(MAX)', readFrom: ['xml', 'varchar(max)', 'nvarchar(max)'], notIndexed: 'too long' },
      oracle: { name: 'CLOB', readFrom: ['clob', 'nclob'], notIndexed: 'too long' },
    },
  },
} satisfies Record<string, CommonType>

export const CITEXT: ColumnType = {
  ...text,
  ignoresCase: true,
  sql: {
    // From the extension of the same name.
    pgsql: { name: 'CITEXT', readFrom: ['citext'], indexMethods: [...ordered, 'spgist'] },
  },
}
