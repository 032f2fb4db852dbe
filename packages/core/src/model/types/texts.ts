import { type CommonType, columnType, longText, ordered, type SharedFacts, unlimited } from './column-type.js'

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
  CHAR: columnType({ ...text, comparesAs: 'VARCHAR', comparesSize: true, hint: tooLong })({
    mysql: {
      name: 'CHAR',
      takes: 'size',
      ownSize: 1,
      maxSize: 255,
      reads: ['char', 'enum', 'set'],
      indexes: ['fulltext'],
      prefixOf: 1,
      partitions: 'by all',
    },
    pgsql: {
      name: 'CHAR',
      takes: 'size',
      ownSize: 1,
      maxSize: 10_485_760,
      reads: ['char', 'bpchar'],
      partitions: 'by all',
    },
    sqlite: {
      name: 'CHAR',
      takes: 'size',
      ownSize: 1,
      maxSize: unlimited,
      reads: ['char', 'enum', 'set', 'character', 'nchar'],
    },
    mssql: { name: 'CHAR', takes: 'size', ownSize: 1, maxSize: 8000, reads: ['char', 'nchar'] },
    oracle: { name: 'CHAR', takes: 'size', ownSize: 1, maxSize: 2000, reads: ['char', 'nchar'] },
  }),
  VARCHAR: columnType({
    ...text,
    foreignNames: { STRING: '', TINYTEXT: '', 'CHARACTER VARYING': '', MACADDR8: 'sqlType="macaddr8"' },
    comparesSize: true,
    hint: tooLong,
  })({
    mysql: {
      name: 'VARCHAR',
      takes: 'size',
      defaultSize: 255,
      maxSize: 65_535,
      safeSize: 16_383,
      reads: ['varchar', 'tinytext'],
      indexes: ['fulltext'],
      prefixOf: 255,
      partitions: 'by all',
    },
    pgsql: {
      name: 'VARCHAR',
      takes: 'size',
      maxSize: 10_485_760,
      reads: ['varchar'],
      indexes: [...ordered, 'spgist'],
      partitions: 'by all',
    },
    sqlite: {
      name: 'VARCHAR',
      takes: 'size',
      defaultSize: 255,
      maxSize: unlimited,
      reads: ['varchar', 'tinytext', 'nvarchar'],
    },
    mssql: {
      name: 'VARCHAR',
      takes: 'size',
      defaultSize: 255,
      maxSize: 8000,
      reads: ['varchar', 'nvarchar', 'sql_variant', 'sysname'],
    },
    oracle: { name: 'NVARCHAR2', takes: 'size', defaultSize: 255, maxSize: 2000, reads: ['varchar2', 'nvarchar2'] },
  }),
  LONGVARCHAR: columnType({
    ...text,
    foreignNames: { TEXT: '', MEDIUMTEXT: '' },
    isLong: true,
    badKey: 'without long indexes',
  })({
    mysql: { name: 'TEXT', takes: 'size', maxSize: 4_294_967_295, reads: ['text', 'mediumtext'], ...longText },
    pgsql: { name: 'TEXT', reads: ['text'], indexes: [...ordered, 'spgist'], partitions: 'by all' },
    sqlite: { name: 'MEDIUMTEXT', reads: ['text', 'mediumtext'] },
    mssql: { name: 'VARCHAR(MAX)', reads: ['text', 'ntext'], notIndexed: 'too long' },
    oracle: { name: 'NVARCHAR2', takes: 'size', defaultSize: 2000, maxSize: 2000, reads: ['long'] },
  }),
  CLOB: columnType({ ...text, foreignNames: { LONGTEXT: '' }, isLong: true, badKey: 'without long indexes' })({
    mysql: { name: 'LONGTEXT', reads: ['longtext'], ...longText },
    pgsql: { name: 'TEXT', indexes: [...ordered, 'spgist'] },
    sqlite: { name: 'LONGTEXT', reads: ['longtext', 'clob'] },
    mssql: { name: 'VARCHAR(MAX)', reads: ['xml', 'varchar(max)', 'nvarchar(max)'], notIndexed: 'too long' },
    oracle: { name: 'CLOB', reads: ['clob', 'nclob'], notIndexed: 'too long' },
  }),
} satisfies Record<string, CommonType>

export const CITEXT = columnType({ ...text, ignoresCase: true })({
  // From the extension of the same name.
  pgsql: { name: 'CITEXT', reads: ['citext'], indexes: [...ordered, 'spgist'] },
})
