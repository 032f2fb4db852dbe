import type { Platform, SchemaType } from '../../model/index.js'

/** Reserved words of Oracle Database (V$RESERVED_WORDS with RESERVED = 'Y'); names are never quoted, so none can be one. */
const reservedWords = `
  ACCESS ADD ALL ALTER AND ANY AS ASC AUDIT BETWEEN BY CHAR CHECK CLUSTER COLUMN COLUMN_VALUE COMMENT COMPRESS CONNECT
  CREATE CURRENT DATE DECIMAL DEFAULT DELETE DESC DISTINCT DROP ELSE EXCLUSIVE EXISTS FILE FLOAT FOR FROM GRANT GROUP
  HAVING IDENTIFIED IMMEDIATE IN INCREMENT INDEX INITIAL INSERT INTEGER INTERSECT INTO IS LEVEL LIKE LOCK LONG
  MAXEXTENTS MINUS MLSLABEL MODE MODIFY NESTED_TABLE_ID NOAUDIT NOCOMPRESS NOT NOWAIT NULL NUMBER OF OFFLINE ON ONLINE
  OPTION OR ORDER PCTFREE PRIOR PUBLIC RAW RENAME RESOURCE REVOKE ROW ROWID ROWNUM ROWS SELECT SESSION SET SHARE SIZE
  SMALLINT START SUCCESSFUL SYNONYM SYSDATE TABLE THEN TO TRIGGER UID UNION UNIQUE UPDATE USER VALIDATE VALUES VARCHAR
  VARCHAR2 VIEW WHENEVER WHERE WITH`

const physical = ['PCTFree', 'InitTrans', 'MinExtents', 'MaxExtents', 'PCTIncrease', 'Tablespace']

export const platform: Platform = {
  name: 'oracle',
  maxIdentifierLength: 30,
  schemas: 'none',
  sequences: true,
  indexPrefixes: false,
  longKeysNeedSize: false,
  indexScope: 'schema',
  foreignKeyScope: 'schema',
  autoIncrementNeedsPrimaryKey: false,
  indexesForeignKeys: false,
  referencedColumns: 'unique',
  strictReferenceTypes: false,
  foldsAllLetters: true,
  lowersUnquotedNames: false,
  unquotableNames: new Set(reservedWords.trim().split(/\s+/)),
  onDelete: { CASCADE: 'CASCADE', 'SET NULL': 'SET NULL' },
  onUpdate: {},
  refusesSeveralCascadePaths: false,
  nullsAreEqual: false,
  defaultSizes: { CHAR: 1, VARCHAR: 255, LONGVARCHAR: 2000, ARRAY: 2000, TINYINT: 3, SMALLINT: 5, BIGINT: 20 },
  sizes: {
    CHAR: 2000,
    VARCHAR: 2000,
    LONGVARCHAR: 2000,
    ARRAY: 2000,
    BINARY: 2000,
    NUMERIC: 38,
    DECIMAL: 38,
    TINYINT: 38,
    SMALLINT: 38,
    INTEGER: 38,
    BIGINT: 38,
    REAL: 38,
    FLOAT: 126,
    DOUBLE: 126,
    DATETIME: 9,
    TIMESTAMP: 9,
  },
  scales: new Set<SchemaType>(['NUMERIC', 'DECIMAL']),
  withoutLiteralDefault: new Set(),
  vendorParameters: {
    table: new Map([
      ...physical.map((name) => [name, 'text'] as const),
      ...physical.map((name) => [`PK${name}`, 'text'] as const),
      ['UuidSwapFlag', 'boolean'] as const,
    ]),
    index: new Map(physical.map((name) => [name, 'text'] as const)),
    unique: new Map(physical.map((name) => [name, 'text'] as const)),
  },
}
