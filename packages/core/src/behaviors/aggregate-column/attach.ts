import { BuildError } from '../../errors/index.js'
import {
  asciiLower,
  columnReferences,
  type ForeignKey,
  foreignSchemaOf,
  isPolymorphic,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { nearTable, needsChangeable, needsWritable } from '../companion-table.js'

/** Columns of one table that contain aggregates over another table. */
export interface Aggregation {
  readonly behavior: 'aggregate_column' | 'aggregate_multiple_columns'
  readonly id: string
  readonly foreign_table: string
  readonly foreign_schema: string
  readonly foreign_key: string
  readonly condition: string
  readonly keep_update_date: boolean
  readonly columns: readonly { readonly column_name: string; readonly expression: string }[]
}

/** Adds the columns, and adds the behavior that updates them to the aggregated table. */
export function attach(table: TableEditor, aggregation: Aggregation): void {
  const { behavior, id, condition, keep_update_date, columns } = aggregation
  const names = columns.map(({ column_name }) => asciiLower(column_name))
  const twice = columns.find((_, at) => names.indexOf(names[at]!) !== at)
  if (twice) {
    throw new BuildError(`column "${twice.column_name}" holds two aggregates`, {
      parameter: 'columns',
      hint: 'give each a column of its own',
    })
  }
  for (const { expression } of columns) needsExpression(table, 'expression', expression)
  if (condition !== '') needsExpression(table, 'condition', condition)
  for (const { column_name } of columns) table.ensureColumn({ name: column_name, type: 'INTEGER' })
  const written = columns.map(({ column_name }) => column_name)
  needsWritable(table, written)
  needsChangeable(table, written)
  const child = childTable(table, aggregation)
  const key = keyOf(table, child, aggregation)
  table.database.edit(child).addBehavior({
    name: `${behavior}_relation`,
    id: relationId(child, table.table, behavior, id),
    parameters: new Map<string, string | readonly Readonly<Record<string, string>>[]>([
      ['foreign_table', qualifiedName(table.table)],
      ['aggregate_id', id],
      ['condition', condition],
      ['keep_update_date', String(keep_update_date)],
      ['agreed', String(!columns.every(({ expression }) => isSum(expression)))],
      ['columns', columns.map(({ column_name, expression }) => ({ column_name, expression }))],
      ['references', columnReferences(key).map(({ local, foreign }) => ({ local, foreign }))],
    ]),
  })
}

/** Rejects text that is not a single SQL expression, as it becomes part of a statement. */
function needsExpression({ database }: TableEditor, parameter: string, text: string): void {
  if (database.platform.sqlExpression(text) !== undefined) return
  throw new BuildError(`parameter "${parameter}" must be one SQL expression, not "${text}"`, { parameter })
}

/**
 * Whether a row that does not affect the value now cannot affect it after other rows change. True for a sum, but not for a
 * maximum or an average.
 */
const isSum = (expression: string): boolean => /^\s*(?:COUNT|SUM)\s*\((?!\s*DISTINCT\b)[^()]*\)\s*$/i.test(expression)

/** Returns a unique id, as behaviors of several owners may have the same id. */
function relationId(child: Table, owner: Table, behavior: string, id: string): string {
  const plain = `${behavior}_relation_${id}`
  return child.behaviors.some((use) => use.id === plain) ? `${plain}_${owner.name}` : plain
}

function childTable(editor: TableEditor, { foreign_table: name, foreign_schema }: Aggregation): Table {
  const { table, database } = editor
  const schema = foreign_schema || table.schema
  const found = database.findTable(name, schema)
  if (found) return found
  const elsewhere = database.findTable(name)
  if (elsewhere) {
    throw new BuildError(`the foreign table "${name}" does not exist in the SQL schema "${schema}"`, {
      parameter: foreign_schema ? 'foreign_schema' : 'foreign_table',
      hint:
        elsewhere.schema === undefined
          ? 'it is in no SQL schema: remove foreign_schema'
          : `set foreign_schema to "${elsewhere.schema}"`,
    })
  }
  throw new BuildError(`the foreign table "${name}" does not exist`, {
    parameter: 'foreign_table',
    hint: nearTable(editor, name),
  })
}

function keyOf({ table }: TableEditor, child: Table, { foreign_key: wanted }: Aggregation): ForeignKey {
  // A key without columns is one that is in error.
  const keys = child.foreignKeys.filter(
    (key) =>
      key.references.length > 0 && key.foreignTable === table.name && foreignSchemaOf(child, key) === table.schema,
  )
  const key = wanted ? keys.find(({ name, phpName }) => name === wanted || phpName === wanted) : keys[0]
  if (!key) {
    const which = wanted ? `no foreign key "${wanted}"` : 'no foreign key'
    const names = keys.map(({ name, phpName = name }) => phpName)
    throw new BuildError(`table "${child.name}" has ${which} to "${table.name}"`, {
      keysOf: child,
      parameter: wanted ? 'foreign_key' : 'foreign_table',
      hint:
        names.length === 0
          ? `declare a <foreign-key foreignTable="${table.commonName}">`
          : `it has: ${names.join(', ')}`,
    })
  }
  if (isPolymorphic(key)) {
    throw new BuildError(`foreign key "${key.name}" of table "${child.name}" refers to several tables`, { node: key })
  }
  return key
}
