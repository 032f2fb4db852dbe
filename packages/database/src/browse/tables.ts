import {
  type CrossRelation,
  type Database,
  dialects,
  hasConstraint,
  primaryKeyOf,
  qualifiedName,
  type Relation,
  type Table,
} from 'orm-core/internal'
import { BrowseError } from './browse-error.js'
import { accessTo, type ColumnAccess, type ColumnContext, type ValueKind } from './values.js'

/** How the rows of a table are reached. */
export interface TableAccess {
  readonly table: Table
  /** As requests name it. */
  readonly name: string
  /** As SQL writes it. */
  readonly written: string
  readonly columns: readonly ColumnAccess[]
  /** Columns that tell rows apart; none where the schema has none. */
  readonly key: readonly ColumnAccess[]
}

export interface ShownColumn {
  readonly name: string
  readonly type: string
  readonly kind: ValueKind
  readonly isKey: boolean
  readonly isRequired: boolean
  /** Whether the database gives the value. */
  readonly isGiven: boolean
  readonly isSortable: boolean
  readonly values?: readonly string[]
  readonly default?: string
  readonly description?: string
  /** The table that the value refers to. */
  readonly references?: string
}

/** A relation as a row shows it. */
export interface ShownRelation {
  readonly name: string
  readonly table: string
  readonly kind: 'one' | 'many' | 'many-to-many'
  /** The columns of this table and those of the other one. */
  readonly columns?: readonly (readonly [own: string, other: string])[]
  /** Values of a polymorphic foreign key: on this table where `isOwn`, else on the other. */
  readonly literals?: readonly (readonly [column: string, value: string])[]
  readonly isOwn?: boolean
  /** What happens to the rows of the other table when a row of this one is deleted. */
  readonly onDelete?: string
}

export interface ShownTable {
  readonly name: string
  readonly phpName: string
  readonly description?: string
  readonly isView: boolean
  readonly isReadOnly: boolean
  readonly key: readonly string[]
  readonly columns: readonly ShownColumn[]
  readonly relations: readonly ShownRelation[]
  readonly behaviors: readonly string[]
  /** The column that represents a row as text. */
  readonly title?: string
}

export function tableAccesses(
  database: Database,
  shared: Omit<ColumnContext, 'dialect'>,
): ReadonlyMap<string, TableAccess> {
  const context = { ...shared, dialect: dialects[database.platform] }
  const tables = database.tables.filter(({ referenceOnly, alias }) => !referenceOnly && alias === undefined)
  return new Map(tables.map((table) => [qualifiedName(table), accessOf(table, context)]))
}

function accessOf(table: Table, context: ColumnContext): TableAccess {
  const columns = table.columns.map((column) => accessTo(column, table, context))
  const primary = new Set(primaryKeyOf(table))
  const key = columns.filter(({ column }) => primary.has(column))
  return {
    table,
    name: qualifiedName(table),
    written: context.dialect.alter.tableName(table),
    columns,
    key: key.length > 0 ? key : uniqueKeyOf(table, columns),
  }
}

/** The columns of a unique key without NULL, in a table without a primary key. */
function uniqueKeyOf({ uniques }: Table, columns: readonly ColumnAccess[]): ColumnAccess[] {
  for (const unique of uniques) {
    if (unique.where !== undefined) continue
    const parts = unique.columns.map(({ name }) => columns.find(({ column }) => column.name === name))
    if (parts.every((part) => part?.column.required && part.isSortable)) return parts as ColumnAccess[]
  }
  return []
}

export function columnOf({ columns, name }: TableAccess, wanted: string): ColumnAccess {
  const column = columns.find(({ column }) => column.name === wanted)
  if (!column) throw new BrowseError(400, `table "${name}" has no column "${wanted}"`)
  return column
}

export function shownTable({ table, name, columns, key }: TableAccess): ShownTable {
  const title = table.columns.find(({ primaryString }) => primaryString)?.name
  return {
    name,
    phpName: table.phpName,
    ...(table.description && { description: table.description }),
    isView: table.view !== undefined,
    isReadOnly: table.readOnly,
    key: key.map(({ column }) => column.name),
    columns: columns.map((access) => shownColumn(access, table)),
    relations: [
      ...table.relations.filter(({ table: other }) => isShown(other)).map(shownRelation),
      ...table.crossRelations.filter(({ outgoing }) => isShown(outgoing[0]!.table)).map(shownCross),
    ],
    behaviors: table.behaviors.map((behavior) => behavior.name),
    ...(title !== undefined && { title }),
  }
}

const isShown = ({ referenceOnly, alias }: Table): boolean => !referenceOnly && alias === undefined

function shownColumn({ column, kind, type, isSortable }: ColumnAccess, table: Table): ShownColumn {
  const target = table.relations.find(
    ({ isLocal, columns, table: other }) => isLocal && isShown(other) && columns.some(({ own }) => own === column),
  )
  return {
    name: column.name,
    type,
    kind,
    isKey: column.primaryKey,
    isRequired: column.required,
    isGiven: column.autoIncrement || column.generated !== undefined,
    isSortable,
    ...(column.valueSet.length > 0 && { values: column.valueSet }),
    ...(column.default && { default: column.default.text }),
    ...(column.description && { description: column.description }),
    ...(target && { references: qualifiedName(target.table) }),
  }
}

function shownRelation(relation: Relation): ShownRelation {
  const { kind, isLocal, table, columns, literals, name, pluralName, foreignKey } = relation
  const isOne = kind !== 'one-to-many'
  return {
    name: isOne ? name : pluralName,
    table: qualifiedName(table),
    kind: isOne ? 'one' : 'many',
    columns: columns.map(({ own, other }) => [own.name, other.name]),
    ...(literals.length > 0 && { literals: literals.map(({ column, value }) => [column.name, value] as const) }),
    isOwn: isLocal,
    ...(!isLocal && hasConstraint(foreignKey) && { onDelete: foreignKey.onDelete ?? 'RESTRICT' }),
  }
}

const shownCross = ({ pluralName, outgoing }: CrossRelation): ShownRelation => ({
  name: pluralName,
  table: qualifiedName(outgoing[0]!.table),
  kind: 'many-to-many',
})
