import { BuildError, quoted } from '../../errors/index.js'
import {
  type BehaviorUse,
  foreignSchemaOf,
  indexText,
  numericTypes,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { mutable } from '../../schema/mutable.js'
import { nearTable } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import { mergeRules } from '../validation-rules.js'
import type { parameters } from './shape.js'

type Context = TableContext<typeof parameters>
type Parameters = Context['params']

/** Copies the parts of the parent to a table. */
export function prepareTable({ table, params }: Context): void {
  prepare(table, params, [])
}

/** Returns false if an ancestor extends itself, which is reported for the first table of the cycle. */
function prepare(table: TableEditor, params: Parameters, children: readonly Table[]): boolean {
  const child = table.table
  const { database } = table
  const parent = parentOf(table, params)
  const line = [...children, child]
  if (line.includes(parent)) {
    const cycle = line.slice(line.indexOf(parent))
    if (database.tables.find((one) => cycle.includes(one)) !== line[0]) return false
    const names = [...cycle, parent].map(({ name }) => name).join(' > ')
    throw new BuildError(`table "${parent.name}" extends itself: ${names}`, {
      node: parent,
      hint: 'let one of them extend another table, or none',
    })
  }
  const grandparent = parent.behaviors.find(({ name }) => name === 'concrete_inheritance')
  // The parent inherits first, if it has not done so yet. Doing it twice changes nothing.
  if (grandparent && !prepare(database.edit(parent), parametersOf(grandparent), line)) return false
  // A class that reloads its objects has a different save(), so its child classes need it too.
  if (parent.reloadOnInsert) mutable(child).reloadOnInsert = true
  if (parent.reloadOnUpdate) mutable(child).reloadOnUpdate = true
  // A table that is prepared early for its child warns when its own turn comes.
  if (children.length === 0) warnOfUnknown(parent, table, params.exclude_behaviors)
  copyColumns(parent, table, params)
  copyForeignKeys(parent, table, grandparent && String(grandparent.parameters.get('extends')))
  copyIndexes(parent, table)
  copyChecks(parent, table)
  copyBehaviors(parent, table, params.exclude_behaviors)
  if (params.copy_data_to_parent) linkToParent(parent, table, params)
  return true
}

function parentOf(table: TableEditor, { extends: name, schema }: Parameters): Table {
  const { database, table: child } = table
  const parent = database.findTable(name, schema || child.schema)
  const elsewhere = parent ?? database.findTable(name)
  if (!elsewhere) {
    throw new BuildError(`table "${child.name}" extends the table "${name}", which does not exist`, {
      parameter: 'extends',
      hint: nearTable(table, name),
    })
  }
  if (parent || schema === '') return elsewhere
  throw new BuildError(
    `table "${child.name}" extends the table "${name}", which is not in the SQL schema "${schema}"`,
    {
      parameter: 'schema',
    },
  )
}

const parametersOf = ({ parameters }: BehaviorUse): Parameters => {
  const text = (name: string): string => String(parameters.get(name) ?? '')
  return {
    extends: text('extends'),
    schema: text('schema'),
    descendant_column: text('descendant_column'),
    copy_data_to_parent: text('copy_data_to_parent') === 'true',
    copy_data_to_child: text('copy_data_to_child'),
    exclude_behaviors: text('exclude_behaviors').split(',').filter(Boolean),
  }
}

function warnOfUnknown(parent: Table, table: TableEditor, excluded: readonly string[]): void {
  const names = parent.behaviors.map(({ name }) => name)
  const unknown = excluded.filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  table.warn(`exclude_behaviors names ${quoted(unknown)}, which table "${parent.name}" does not have`)
}

function copyColumns(parent: Table, table: TableEditor, params: Parameters): void {
  const marker = parent.behaviors.find(({ name }) => name === 'concrete_inheritance_parent')
  const descendants = [params.descendant_column, marker?.parameters.get('descendant_column')]
  for (const column of parent.columns) {
    if (descendants.includes(column.name) || table.findColumn(column.name)) continue
    const keepsIds = column.autoIncrement && !params.copy_data_to_parent
    table.copyColumn(column, { autoIncrement: keepsIds })
  }
}

function copyForeignKeys(parent: Table, table: TableEditor, grandparent: string | undefined): void {
  const keys = new Set(primaryKeyOf(parent).map(({ name }) => name))
  for (const key of parent.foreignKeys) {
    const locals = key.references.map(({ local }) => local)
    // Skips the foreign key from the parent to its own parent.
    if (grandparent !== undefined && locals.every((name) => keys.has(name)) && key.onDelete === 'CASCADE') continue
    const isKnown = table.table.foreignKeys.some(
      (own) =>
        own.foreignTable === key.foreignTable && own.references.map(({ local }) => local).join() === locals.join(),
    )
    if (isKnown) continue
    const { refPhpName: _refPhpName, ...copied } = key
    const foreignSchema = foreignSchemaOf(parent, key)
    table.copyForeignKey(copied, foreignSchema === undefined ? {} : { foreignSchema })
  }
}

function copyIndexes(parent: Table, table: TableEditor): void {
  const over = (index: Table['indexes'][number]): string => `${index.unique} ${indexText(index)}`
  for (const index of [...parent.uniques, ...parent.indexes]) {
    if ([...table.table.uniques, ...table.table.indexes].some((own) => over(own) === over(index))) continue
    table.copyIndex(index)
  }
}

/** Copies the checks: a row of the child is also one of the parent, so the same conditions apply. */
function copyChecks({ checks }: Table, table: TableEditor): void {
  for (const check of checks) {
    if (!table.table.checks.some(({ expression }) => expression === check.expression)) table.copyCheck(check)
  }
}

/** Behaviors that concern relations of the parent to other tables, which the child does not have. */
const ofOneTable = /^(?:concrete_inheritance|sortable_(?:cascade|parent)$|aggregate_)/

function copyBehaviors(parent: Table, table: TableEditor, excluded: readonly string[]): void {
  for (const use of parent.behaviors) {
    if (ofOneTable.test(use.name) || excluded.includes(use.name)) continue
    const own = table.table.behaviors.find(({ id }) => id === use.id)
    if (!own) table.addBehavior(use)
    else if (own.name === 'validate') table.changeBehavior(own.id, mergeRules(own.parameters, use.parameters))
  }
}

/** Makes the child's key a foreign key to the parent's row. Deleting the parent row deletes the child row. */
function linkToParent(parent: Table, table: TableEditor, params: Parameters): void {
  const key = primaryKeyOf(parent)
  if (key.length === 0) throw new BuildError(`table "${parent.name}" has no primary key to inherit`, { node: parent })
  const { schema } = parent
  table.ensureForeignKey(
    {
      foreignTable: parent.commonName,
      ...(schema !== undefined && schema !== table.table.schema && { foreignSchema: schema }),
      onDelete: 'cascade',
    },
    key.map(({ name }) => ({ local: name, foreign: name })),
  )
  const editor = table.database.edit(parent)
  const marker = parent.behaviors.find(({ name }) => name === 'concrete_inheritance_parent')
  const known = marker?.parameters.get('descendant_column')
  if (known !== undefined && known !== params.descendant_column) {
    throw new BuildError(
      `descendant_column is "${params.descendant_column}", but other children of "${parent.name}" have "${String(known)}"`,
      { node: table.table },
    )
  }
  const descendant = editor.findColumn(params.descendant_column)
  if (descendant && numericTypes.has(descendant.type)) {
    throw new BuildError(`column "${descendant.name}" is ${descendant.type}, which cannot hold the name of a class`, {
      parameter: 'descendant_column',
      hint: 'use VARCHAR, or name another column',
    })
  }
  if (!marker) {
    const name = 'concrete_inheritance_parent'
    editor.addBehavior({ name, id: name, parameters: new Map([['descendant_column', params.descendant_column]]) })
  }
}
