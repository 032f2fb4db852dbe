import { autoIncrementOf, clipped, type Table } from '../../model/index.js'
import { stringLiteral } from '../clauses.js'
import { platform } from './platform.js'

/** Returns the sequence that `id-method-parameter` names. */
export const namedSequenceOf = (table: Table): string | undefined =>
  autoIncrementOf(table) && table.idMethodParameter?.toLowerCase()

/** Returns the sequence of the auto-increment column, as the string in `nextval('…')`. */
export function sequenceOf(table: Table): string | undefined {
  const column = autoIncrementOf(table)
  if (!column) return undefined
  const schema = table.schema ?? table.vendor.get('schema')
  return sequenceText(schema, namedSequenceOf(table) ?? serialSequence(table.name, column.name))
}

export const nextValueOf = (schema: string | undefined, sequence: string): string =>
  `nextval(${stringLiteral(sequenceText(schema, sequence))})`

/** Returns the names that the server chooses for the table's sequence and for the index of its key. */
export function impliedNames(table: Table): string[] {
  const counter = autoIncrementOf(table)
  const hasKey = table.columns.some(({ primaryKey }) => primaryKey)
  return [
    ...(hasKey ? [`${clipped(table.name, platform.maxIdentifierLength - '_pkey'.length)}_pkey`] : []),
    ...(counter && namedSequenceOf(table) === undefined ? [serialSequence(table.name, counter.name)] : []),
  ]
}

/** Quotes a name that the server would otherwise fold or misread. */
const sequenceText = (schema: string | undefined, name: string): string =>
  [...(schema === undefined ? [] : [schema]), name]
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`))
    .join('.')

/**
 * Returns the name that the server gives to the sequence of a serial column: `<table>_<column>_seq`, whose longer part is
 * truncated until the name fits. https://github.com/postgres/postgres/blob/REL_16_0/src/backend/commands/indexcmds.c
 * (makeObjectName)
 */
export function serialSequence(table: string, column: string): string {
  const room = platform.maxIdentifierLength - '__seq'.length
  let [first, second] = [Buffer.byteLength(table), Buffer.byteLength(column)]
  while (first + second > room) {
    if (first > second) first--
    else second--
  }
  return `${clipped(table, first)}_${clipped(column, second)}_seq`
}
