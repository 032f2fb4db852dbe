import {
  type CatalogColumn,
  type CatalogForeignKey,
  type CatalogIndex,
  dialects,
  withoutParentheses,
} from 'orm-core/internal'
import type { Row } from '../../session/session.js'
import { action, byTable, type CatalogReader, optional, queryOfView, runs, text } from '../catalog-reader.js'

// https://learn.microsoft.com/sql/relational-databases/system-catalog-views/catalog-views-transact-sql

export const readMssql: CatalogReader = async ({ query }) => {
  const tables = await query(
    `SELECT o.object_id AS id, SCHEMA_NAME(o.schema_id) AS [schema], o.name, o.type, p.value AS comment,
       OBJECT_DEFINITION(o.object_id) AS definition
     FROM sys.objects o LEFT JOIN sys.extended_properties p
       ON p.major_id = o.object_id AND p.minor_id = 0 AND p.class = 1 AND p.name = 'MS_Description'
     WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0 AND o.name <> 'dtproperties' ORDER BY 2, 3`,
  )
  const columns = byTable(
    await query(
      `SELECT c.object_id AS [table], c.name, t.name AS type, c.max_length AS length, c.precision, c.scale, c.is_nullable AS nullable,
         c.is_identity AS [identity], CONVERT(BIGINT, n.seed_value) AS start, CONVERT(BIGINT, n.increment_value) AS increment,
         d.definition AS [default], g.definition AS expression, g.is_persisted AS stored, p.value AS comment
       FROM sys.columns c JOIN sys.types t ON t.user_type_id = c.system_type_id
       LEFT JOIN sys.default_constraints d ON d.object_id = c.default_object_id
       LEFT JOIN sys.computed_columns g ON g.object_id = c.object_id AND g.column_id = c.column_id
       LEFT JOIN sys.identity_columns n ON n.object_id = c.object_id AND n.column_id = c.column_id
       LEFT JOIN sys.extended_properties p
         ON p.major_id = c.object_id AND p.minor_id = c.column_id AND p.class = 1 AND p.name = 'MS_Description'
       ORDER BY c.object_id, c.column_id`,
    ),
  )
  const indexes = byTable(
    await query(
      `SELECT i.object_id AS [table], i.name, i.is_primary_key AS [primary], i.is_unique AS [unique], i.filter_definition AS condition,
         i.is_unique_constraint AS [constraint], k.is_descending_key AS descending, k.is_included_column AS included, c.name AS [column]
       FROM sys.indexes i JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id
       JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
       WHERE i.type IN (1, 2) ORDER BY i.object_id, i.index_id, k.is_included_column, k.key_ordinal, k.index_column_id`,
    ),
  )
  const foreignKeys = byTable(
    await query(
      `SELECT f.parent_object_id AS [table], f.name, SCHEMA_NAME(r.schema_id) AS [schema], r.name AS target,
         f.delete_referential_action_desc AS onDelete, f.update_referential_action_desc AS onUpdate,
         COL_NAME(k.parent_object_id, k.parent_column_id) AS [column],
         COL_NAME(k.referenced_object_id, k.referenced_column_id) AS foreignColumn
       FROM sys.foreign_keys f JOIN sys.objects r ON r.object_id = f.referenced_object_id
       JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
       ORDER BY f.parent_object_id, f.object_id, k.constraint_column_id`,
    ),
  )
  const checks = byTable(
    await query(
      `SELECT k.parent_object_id AS [table], k.name, k.definition AS expression
       FROM sys.check_constraints k WHERE k.is_ms_shipped = 0 ORDER BY k.parent_object_id, k.name`,
    ),
  )
  return tables.map(({ id, schema, name, type, comment, definition }) => {
    const keys = runs(indexes(id), 'name')
    return {
      name: String(name),
      schema: String(schema),
      ...(String(type).trim() === 'V' && { view: { sql: queryOfView(String(definition), dialects.mssql) } }),
      ...optional('comment', comment),
      columns: columns(id).map(columnOf),
      primaryKey: keys
        .filter(([row]) => isTrue(row.primary))
        .flatMap((rows) => rows.map(({ column }) => String(column))),
      indexes: keys.filter(([row]) => !isTrue(row.primary)).map(indexOf),
      checks: checks(id).map((row) => ({
        name: String(row.name),
        expression: plain(row.expression),
      })),
      foreignKeys: runs(foreignKeys(id), 'name').map(foreignKeyOf),
    }
  })
}

const plain = (expression: unknown): string => withoutParentheses(String(expression), dialects.mssql.lexicon)

const isTrue = (value: unknown): boolean => value === true || Number(value) === 1

/** Returns the start and increment of an identity, without defaults. */
function countingOf({ start, increment }: Row): Pick<CatalogColumn, 'identity'> {
  const [first, step] = [start, increment].map((value) => (text(value) === undefined ? 1 : Number(value)))
  if (first === 1 && step === 1) return {}
  return {
    identity: { mode: 'by default', ...(first !== 1 && { start: first! }), ...(step !== 1 && { increment: step! }) },
  }
}

function columnOf(row: Row): CatalogColumn {
  const value = text(row.default)
  return {
    name: String(row.name),
    type: nativeTypeOf(row),
    nullable: isTrue(row.nullable),
    autoIncrement: isTrue(row.identity),
    ...countingOf(row),
    ...(value !== undefined && { default: value }),
    ...(text(row.expression) !== undefined && {
      generated: { expression: plain(row.expression), stored: isTrue(row.stored) },
    }),
    ...optional('comment', row.comment),
  }
}

function nativeTypeOf({ type, length, precision, scale }: Row): string {
  const word = String(type)
  if (/^(?:n?varchar|varbinary)$/.test(word) && Number(length) === -1) return `${word}(max)`
  // Lengths are in bytes, and these types use two bytes per character.
  if (/^n(?:var)?char$/.test(word)) return `${word}(${Number(length) / 2})`
  if (/^(?:var)?(?:char|binary)$/.test(word)) return `${word}(${length})`
  if (/^(?:decimal|numeric)$/.test(word)) return `${word}(${precision},${scale})`
  if (/^(?:datetime2|time|datetimeoffset)$/.test(word)) return `${word}(${scale})`
  return word === 'float' ? `float(${precision})` : word
}

function indexOf(rows: readonly [Row, ...Row[]]): CatalogIndex {
  const [{ name, unique, condition, constraint }] = rows
  const included = rows.filter((row) => isTrue(row.included)).map(({ column }) => String(column))
  return {
    name: String(name),
    unique: isTrue(unique),
    columns: rows
      .filter((row) => !isTrue(row.included))
      .map(({ column, descending }) => ({
        name: String(column),
        ...(isTrue(descending) && { order: 'desc' as const }),
      })),
    ...(included.length > 0 && { included }),
    ...(text(condition) !== undefined && { where: plain(condition) }),
    ...(isTrue(unique) && !isTrue(constraint) && { method: 'btree' }),
  }
}

function foreignKeyOf(rows: readonly [Row, ...Row[]]): CatalogForeignKey {
  const [{ name, schema, target, onDelete, onUpdate }] = rows
  return {
    name: String(name),
    columns: rows.map(({ column }) => String(column)),
    foreignTable: String(target),
    foreignSchema: String(schema),
    foreignColumns: rows.map(({ foreignColumn }) => String(foreignColumn)),
    ...action('onDelete', onDelete, 'NO ACTION'),
    ...action('onUpdate', onUpdate, 'NO ACTION'),
  }
}
