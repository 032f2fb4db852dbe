import { autoIncrementOf, type Column, columnTypes, type Identity, type Table } from '../../model/index.js'
import type { AlterContext, ColumnChange, TableChange } from '../alter-rules.js'
import { counterLimit, identityClause, qualified, stringLiteral } from '../clauses.js'
import type { Script } from '../dialect.js'
import { defaultSql, explicitSequence, quote, schemaOf, serialOf, tableName } from './ddl.js'
import { reverse } from './reverse.js'
import { nextValueOf, serialSequence } from './sequences.js'

export interface SequenceChange {
  readonly first: readonly string[]
  /** The new default, if there is one. */
  readonly value?: string
  readonly last: readonly string[]
}

/** The sequence of a column: the one that the server created for a serial, or the one that the schema names. */
interface Numbering {
  readonly name: string
  readonly isOwned: boolean
  readonly sql: string
  readonly value: string
}

export function numberingOf(column: Column, table: Table): Numbering | undefined {
  if (!column.autoIncrement) return undefined
  const explicit = explicitSequence(table)
  if (explicit !== undefined)
    return { name: explicit, isOwned: false, sql: explicit, value: defaultSql(column, table)! }
  if (serialOf(column, table) === undefined) return undefined
  const name = serialSequence(table.name, column.name)
  return {
    name,
    isOwned: true,
    sql: qualified(schemaOf(table), name, quote),
    value: nextValueOf(schemaOf(table), name),
  }
}

/**
 * Returns the statements for a column that becomes an identity or stops being one. Sequences of serials are created before and
 * dropped after the column changes.
 */
export function sequenceChange(change: TableChange, column: ColumnChange, context: AlterContext): SequenceChange {
  const { first, last, ...rest } = serialChange(change, column, context)
  const [{ identity: old }, { identity: now }] = [column.before, column.after]
  const start = `ALTER TABLE ${tableName(change.after)} ALTER COLUMN ${quote(column.after.name)}`
  if (old && !now) return { ...rest, first: [`${start} DROP IDENTITY`, ...first], last }
  if (!now || !column.aspects.has('identity')) return { ...rest, first, last }
  if (!old)
    return {
      ...rest,
      first,
      last: [...last, `${start} ADD ${identityClause(now)}`, setIdentity(change.after, column.after, now)],
    }
  const by = now.increment ?? 1
  const turns = (old.increment ?? 1) > 0 !== by > 0
  const changes = [
    `SET GENERATED ${now.mode.toUpperCase()}`,
    `SET START WITH ${now.start ?? 1}`,
    `SET INCREMENT BY ${by}`,
    ...(turns || counterLimit(old) || counterLimit(now) ? widestLimits(column.after) : []),
  ]
  return {
    ...rest,
    first,
    last: [...last, `${start} ${changes.join(' ')}`, ...(turns ? [setIdentity(change.after, column.after, now)] : [])],
  }
}

/** Sets the limits of an identity to those of its type, because its last number may be outside of the usual ones. */
function widestLimits({ type }: Column): string[] {
  const bits = BigInt(Math.max(columnTypes[type].bits ?? 16, 16))
  const half = 2n ** (bits - 1n)
  return [`SET MINVALUE ${-half}`, `SET MAXVALUE ${half - 1n}`]
}

/** Sets the next number so that existing numbers are not used again. */
function setIdentity(table: Table, { name }: Column, { start = 1, increment = 1 }: Identity): string {
  const [choose, best] = increment > 0 ? ['GREATEST', 'MAX'] : ['LEAST', 'MIN']
  const next = `${choose}(${start}, (SELECT ${best}(${quote(name)}) + ${increment} FROM ${tableName(table)}))`
  return `SELECT setval(pg_get_serial_sequence(${stringLiteral(tableName(table))}, ${stringLiteral(name)}), ${next}, false)`
}

function serialChange(change: TableChange, column: ColumnChange, context: AlterContext): SequenceChange {
  const { before, after } = change
  const [old, now] = [numberingOf(column.before, before), numberingOf(column.after, after)]
  const type = reverse.canonical(serialOf(column.after, after) ?? 'bigint')
  // The sequence was renamed with its table, but not yet with its column.
  const name = serialSequence(after.name, column.before.name)
  if (old?.isOwned && now?.isOwned) {
    const isSameType = reverse.canonical(serialOf(column.before, before)!) === type
    return {
      first:
        name === now.name
          ? []
          : [`ALTER SEQUENCE ${qualified(schemaOf(after), name, quote)} RENAME TO ${quote(now.name)}`],
      last: isSameType ? [] : [`ALTER SEQUENCE ${now.sql} AS ${type}`],
    }
  }
  if (old?.name === now?.name) return { first: [], last: [] }
  const place = `${tableName(after)}.${quote(column.after.name)}`
  const isGone = old && (old.isOwned || !usesSequence(context.after, old.name))
  const isNew = now && (now.isOwned || !usesSequence(context.before, now.name))
  return {
    first: now && isNew ? [`CREATE SEQUENCE ${now.sql}${now.isOwned ? ` AS ${type}` : ''}`] : [],
    ...(now && { value: now.value }),
    last: [
      ...(now?.isOwned ? [`ALTER SEQUENCE ${now.sql} OWNED BY ${place}`] : []),
      ...(now && isNew
        ? [
            // An identity may have counted below zero, which the sequence of a serial cannot do. GREATEST ignores NULL.
            `SELECT setval(${stringLiteral(now.sql)}, GREATEST((SELECT MAX(${quote(column.after.name)}) FROM ${tableName(after)}), 0) + 1, false)`,
          ]
        : []),
      // The server does not drop its own sequence together with the default, unless the column is dropped as well.
      ...(old && isGone ? [`DROP SEQUENCE ${old.isOwned ? qualified(schemaOf(after), name, quote) : old.sql}`] : []),
    ],
  }
}

const usesSequence = ({ tables }: Script, name: string): boolean =>
  tables.some((table) => autoIncrementOf(table) && explicitSequence(table) === name)

/** Creates the sequences that new columns name and that no table used before. */
export function addedSequences({ addedColumns, after }: TableChange, context: AlterContext): string[] {
  const sequence = addedColumns.some(({ autoIncrement }) => autoIncrement) ? explicitSequence(after) : undefined
  return sequence !== undefined && !usesSequence(context.before, sequence) ? [`CREATE SEQUENCE ${sequence}`] : []
}
