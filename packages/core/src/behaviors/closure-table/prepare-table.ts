import { BuildError } from '../../errors/index.js'
import { type Column, primaryKeyOf } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { ensureCompanion, followKey, needsColumns, plainColumn, readWithRow } from '../companion-table.js'
import type { DatabaseContext, TableContext } from '../define-behavior.js'
import { closureNameOf, type parameters } from './shape.js'

/**
 * Applies a database behavior to the tables of the schema that support it. It skips tables that other behaviors add, such as
 * archives, whose rows lose their parents, and tables with composite keys, such as a table of pairs.
 */
export function applyToTrees({ db, applyTo }: DatabaseContext<typeof parameters>): void {
  for (const table of db.tables) {
    if (table.origin.addedBy === undefined && primaryKeyOf(table).length < 2) applyTo(table)
  }
}

/** Adds the parent column, and the table with all ancestors of each row. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  const main = table.table
  if (main.behaviors.some(({ name }) => name === 'nested_set')) {
    throw new BuildError('a table cannot have both nested_set and closure_table: their methods have the same names')
  }
  const [key, ...more] = primaryKeyOf(main)
  if (!key || more.length > 0) {
    throw new BuildError(`table "${main.name}" needs a primary key of one column`, {
      node: main,
      hint: 'each row of a tree refers to its parent by that column',
    })
  }
  addParent(table, params.parent_column, key)
  const name = closureNameOf(main, params)
  const { editor, declared } = ensureCompanion(table, { name })
  if (declared) needsColumns(editor, ['ancestor_id', 'descendant_id', 'depth'])
  for (const [column, refPhpName, phpName] of [
    ['ancestor_id', 'ClosureBelow', 'Ancestor'],
    ['descendant_id', 'ClosureAbove', 'Descendant'],
  ] as const) {
    if (!declared) editor.copyColumn(plainColumn(key), { ...named(column), primaryKey: true, required: true })
    ensureRelation(table, editor, { column, phpName, refPhpName })
  }
  if (declared) return
  editor.addColumn({ name: 'depth', type: 'INTEGER', required: true, defaultValue: '0' })
  editor.addIndex(['descendant_id', 'depth'])
}

const named = (name: string): Partial<Column> => ({
  name,
  phpName: name === 'ancestor_id' ? 'AncestorId' : 'DescendantId',
  constantName: `COL_${name.toUpperCase()}`,
})

function addParent(table: TableEditor, name: string, key: Column): void {
  const declared = table.findColumn(name)
  if (!declared) {
    table.addColumn({ name, type: key.type, ...(key.size !== undefined && { size: key.size }) })
  } else if (declared.type !== key.type) {
    throw new BuildError(`column "${name}" is ${declared.type}, but the key that it refers to is ${key.type}`, {
      node: declared,
    })
  } else if (declared.required || declared.primaryKey) {
    throw new BuildError(`column "${name}" must be optional: roots have no parent`, { node: declared })
  }
  readWithRow(table, [name])
  ensureRelation(table, table, { column: name, phpName: 'Parent', refPhpName: 'Child' })
}

interface Names {
  readonly column: string
  readonly phpName: string
  readonly refPhpName: string
}

/** Adds a foreign key from a column to the main table's key. The runtime expects these relation names. */
function ensureRelation(
  { table: main, database }: TableEditor,
  editor: TableEditor,
  { column, phpName, refPhpName }: Names,
): void {
  const own = editor.table.foreignKeys.find(({ references }) => references.some(({ local }) => local === column))
  if (!own) {
    const [key] = primaryKeyOf(main)
    // If the server rejects several cascading keys between two tables, the runtime deletes pairs and children.
    const actions = database.platform.refusesSeveralCascadePaths
      ? {}
      : { onDelete: 'cascade' as const, ...followKey(main) }
    editor.addForeignKey({ foreignTable: main.commonName, phpName, refPhpName, ...actions }, [
      { local: column, foreign: key!.name },
    ])
  } else if (own.phpName !== phpName || own.refPhpName !== refPhpName) {
    throw new BuildError(`the foreign key of column "${column}" must have other names`, {
      node: own,
      hint: `phpName="${phpName}" refPhpName="${refPhpName}", or remove it, so that the behavior adds it`,
    })
  }
}
