import type { CatalogColumn, CatalogForeignKey, CatalogIndex, CatalogIndexColumn } from 'orm-core/internal'
import type { Row } from '../../session/session.js'
import { action, byTable, type CatalogReader, optional, runs, text } from '../catalog-reader.js'

// https://docs.oracle.com/en/database/oracle/oracle-database/19/refrn/static-data-dictionary-views.html. Result column names
// are quoted, because the server would change them to upper case otherwise.

export const readOracle: CatalogReader = async ({ query, settings }) => {
  const tables = await query(
    `SELECT o.OBJECT_NAME AS "name", o.OBJECT_TYPE AS "type", c.COMMENTS AS "comment"
     FROM USER_OBJECTS o LEFT JOIN USER_TAB_COMMENTS c ON c.TABLE_NAME = o.OBJECT_NAME
     WHERE o.OBJECT_TYPE IN ('TABLE', 'VIEW') AND INSTR(o.OBJECT_NAME, '$') = 0 ORDER BY o.OBJECT_NAME`,
  )
  const columns = byTable(
    await query(
      `SELECT t.TABLE_NAME AS "table", t.COLUMN_NAME AS "name", t.DATA_TYPE AS "type", t.DATA_LENGTH AS "length",
         t.CHAR_LENGTH AS "characters", t.DATA_PRECISION AS "precision", t.DATA_SCALE AS "scale", t.NULLABLE AS "nullable",
         t.DATA_DEFAULT AS "default", t.VIRTUAL_COLUMN AS "virtual", c.COMMENTS AS "comment"
       FROM USER_TAB_COLS t LEFT JOIN USER_COL_COMMENTS c ON c.TABLE_NAME = t.TABLE_NAME AND c.COLUMN_NAME = t.COLUMN_NAME
       WHERE t.HIDDEN_COLUMN = 'NO' ORDER BY t.TABLE_NAME, t.COLUMN_ID`,
    ),
  )
  const constraints = byTable(
    await query(
      `SELECT c.TABLE_NAME AS "table", c.CONSTRAINT_NAME AS "name", c.CONSTRAINT_TYPE AS "type", c.INDEX_NAME AS "index",
         c.DELETE_RULE AS "onDelete", c.DEFERRABLE AS "deferrable", c.DEFERRED AS "deferred", k.COLUMN_NAME AS "column", r.TABLE_NAME AS "target", r.COLUMN_NAME AS "foreignColumn"
       FROM USER_CONSTRAINTS c
       JOIN USER_CONS_COLUMNS k ON k.CONSTRAINT_NAME = c.CONSTRAINT_NAME
       LEFT JOIN USER_CONS_COLUMNS r ON r.CONSTRAINT_NAME = c.R_CONSTRAINT_NAME AND r.POSITION = k.POSITION
       WHERE c.CONSTRAINT_TYPE IN ('P', 'R', 'U') ORDER BY c.TABLE_NAME, c.CONSTRAINT_NAME, k.POSITION`,
    ),
  )
  // The condition is a LONG, which cannot be used in a server-side expression.
  const checks = byTable(
    await query(
      `SELECT c.TABLE_NAME AS "table", c.CONSTRAINT_NAME AS "name", c.SEARCH_CONDITION AS "expression"
       FROM USER_CONSTRAINTS c WHERE c.CONSTRAINT_TYPE = 'C' ORDER BY c.TABLE_NAME, c.CONSTRAINT_NAME`,
    ),
  )
  const indexes = byTable(
    await query(
      // The expression is a LONG. For a descending column it is the column itself.
      `SELECT i.TABLE_NAME AS "table", i.INDEX_NAME AS "name", i.UNIQUENESS AS "uniqueness", c.COLUMN_NAME AS "column",
         c.DESCEND AS "descend", e.COLUMN_EXPRESSION AS "expression"
       FROM USER_INDEXES i JOIN USER_IND_COLUMNS c ON c.INDEX_NAME = i.INDEX_NAME
       LEFT JOIN USER_IND_EXPRESSIONS e ON e.INDEX_NAME = i.INDEX_NAME AND e.COLUMN_POSITION = c.COLUMN_POSITION
       WHERE i.INDEX_TYPE IN ('NORMAL', 'FUNCTION-BASED NORMAL') ORDER BY i.TABLE_NAME, i.INDEX_NAME, c.COLUMN_POSITION`,
    ),
  )
  const sequences = new Set(
    (await query('SELECT SEQUENCE_NAME AS "name" FROM USER_SEQUENCES')).map(({ name }) => String(name)),
  )
  // The text is a LONG too.
  const views = new Map(
    (await query('SELECT VIEW_NAME AS "name", TEXT AS "text" FROM USER_VIEWS')).map(({ name, text: sql }) => [
      name,
      sql,
    ]),
  )
  return tables.map(({ name, type, comment }) => {
    const keys = runs(constraints(name), 'name')
    const primary = keys.filter(([key]) => key.type === 'P')
    const primaryKey = primary.flatMap((rows) => rows.map(({ column }) => String(column)))
    const sequence = settings.oracle.autoincrementSequencePattern.replaceAll('${table}', String(name))
    const isNumbered = primaryKey.length === 1 && sequences.has(sequence)
    const ofPrimary = new Set(primary.map(([key]) => String(key.index)))
    // The index of a deferrable unique key may contain duplicates temporarily, and is not marked as unique.
    const uniqueOf = new Map(
      keys
        .filter(([key]) => key.type === 'U')
        .map(([key]) => [String(key.index), { unique: true, ...deferralOf(key) }] as const),
    )
    return {
      name: String(name),
      ...(type === 'VIEW' && { view: { sql: String(views.get(name) ?? '') } }),
      ...optional('comment', comment),
      columns: columns(name).map((row) => columnOf(row, isNumbered && row.name === primaryKey[0])),
      primaryKey,
      indexes: runs(indexes(name), 'name')
        .filter(([index]) => !ofPrimary.has(String(index.name)))
        .map((rows) => ({
          ...indexOf(rows, (index) => uniqueOf.has(index)),
          ...uniqueOf.get(String(rows[0].name)),
        })),
      checks: checks(name)
        // Omits the checks that NOT NULL creates.
        .filter(({ expression }) => !/^"[^"]+" IS NOT NULL$/.test(String(expression)))
        .map((row) => ({ name: String(row.name), expression: String(row.expression) })),
      foreignKeys: keys.filter(([key]) => key.type === 'R').map(foreignKeyOf),
      ...(isNumbered && { sequence }),
    }
  })
}

function columnOf(row: Row, autoIncrement: boolean): CatalogColumn {
  const value = text(row.default)?.trim()
  return {
    name: String(row.name),
    type: nativeTypeOf(row),
    nullable: row.nullable === 'Y',
    autoIncrement,
    ...(value !== undefined &&
      value !== '' &&
      (row.virtual === 'YES' ? { generated: { expression: value, stored: false } } : { default: value })),
    ...optional('comment', row.comment),
  }
}

function nativeTypeOf({ type, length, characters, precision, scale }: Row): string {
  const word = String(type)
  if (word === 'NUMBER') return precision === null ? 'NUMBER' : `NUMBER(${precision},${scale ?? 0})`
  if (word === 'FLOAT') return `FLOAT(${precision ?? 126})`
  if (/^N?(?:VARCHAR2|CHAR)$/.test(word)) return `${word}(${characters})`
  return word === 'RAW' ? `RAW(${length})` : word
}

function indexOf(rows: readonly [Row, ...Row[]], isConstraint: (index: string) => boolean): CatalogIndex {
  const name = String(rows[0].name)
  const unique = rows[0].uniqueness === 'UNIQUE'
  return {
    name,
    unique,
    columns: rows.map(({ column, descend, expression }): CatalogIndexColumn => {
      const written = text(expression)?.trim()
      const [, quoted] = /^"((?:[^"]|"")+)"$/.exec(written ?? '') ?? []
      return {
        ...(written === undefined || quoted !== undefined
          ? { name: quoted ?? String(column) }
          : { expression: written }),
        ...(descend === 'DESC' && { order: 'desc' }),
      }
    }),
    ...(unique && !isConstraint(name) && { method: 'btree' }),
  }
}

const foreignKeyOf = (rows: readonly [Row, ...Row[]]): CatalogForeignKey => ({
  name: String(rows[0].name),
  columns: rows.map(({ column }) => String(column)),
  foreignTable: String(rows[0].target),
  foreignColumns: rows.map(({ foreignColumn }) => String(foreignColumn)),
  ...action('onDelete', rows[0].onDelete, 'NO ACTION'),
  ...deferralOf(rows[0]),
})

const deferralOf = ({ deferrable, deferred }: Row): { readonly deferrable?: 'deferred' | 'immediate' } =>
  deferrable === 'DEFERRABLE' ? { deferrable: deferred === 'DEFERRED' ? 'deferred' : 'immediate' } : {}
