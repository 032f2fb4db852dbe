import { BuildError } from '../../errors/index.js'
import { foreignSchemaOf, primaryKeyOf, type Table } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { mutable } from '../../schema/mutable.js'
import { followKey, nearTable } from '../companion-table.js'

/** Relates the delegates that are not related yet. */
export function prepareTable({
  table,
  params,
}: {
  table: TableEditor
  params: { readonly to: readonly string[] }
}): void {
  const main = table.table
  for (const name of params.to) {
    const delegate = table.database.findTable(name, main.schema) ?? table.database.findTable(name)
    if (!delegate) {
      throw new BuildError(`table "${main.name}" delegates to the table "${name}", which does not exist`, {
        parameter: 'to',
        hint: nearTable(table, name),
      })
    }
    if (delegate === main) throw new BuildError(`table "${main.name}" delegates to itself`, { parameter: 'to' })
    const refersTo = (from: Table, to: Table) =>
      from.foreignKeys.filter((key) => key.foreignTable === to.name && foreignSchemaOf(from, key) === to.schema)
    if (refersTo(main, delegate).length > 0) continue
    const keys = refersTo(delegate, main)
    if (keys.length === 0) relate(table, table.database.edit(delegate))
    else if (
      !keys.some((key) =>
        isWholeKey(
          delegate,
          key.references.map(({ local }) => local),
        ),
      )
    ) {
      throw new BuildError(
        `the foreign key from "${delegate.name}" to "${main.name}" is not over the primary key: an object could have many of them`,
        { node: keys[0]!, hint: 'a delegate is one object' },
      )
    }
  }
}

const isWholeKey = (table: Table, columns: readonly string[]): boolean => {
  const key = primaryKeyOf(table)
  return key.length === columns.length && key.every(({ name }) => columns.includes(name))
}

/** The key of a delegate is that of its main row. */
function relate({ table: main }: TableEditor, delegate: TableEditor): void {
  const key = primaryKeyOf(main)
  for (const column of key) {
    const own = delegate.findColumn(column.name)
    if (!own) delegate.copyColumn(column, { autoIncrement: false })
    else if (own.autoIncrement) mutable(own).autoIncrement = false
  }
  const names = key.map(({ name }) => name)
  if (names.length === 0 || !isWholeKey(delegate.table, names)) {
    throw new BuildError(`table "${delegate.table.name}" must have the same primary key as "${main.name}"`, {
      node: delegate.table,
      hint: 'or one of them needs a foreign key to the other',
    })
  }
  const { schema } = main
  delegate.addForeignKey(
    {
      foreignTable: main.commonName,
      ...(schema !== undefined && schema !== delegate.table.schema && { foreignSchema: schema }),
      onDelete: 'cascade',
      ...followKey(main),
      defaultJoin: 'LEFT JOIN',
    },
    names.map((name) => ({ local: name, foreign: name })),
  )
}
