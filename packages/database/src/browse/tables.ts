import {
  type BehaviorViews,
  behaviorViewsOf,
  type Config,
  type CrossRelation,
  concernsColumn,
  type Database,
  dialects,
  hasConstraint,
  primaryKeyOf,
  qualifiedName,
  type Relation,
  type Table,
} from 'orm-core/internal'
import type { BrowseRules } from '../session/browse-rules.js'
import { BrowseError } from './browse-error.js'
import { accessTo, type ColumnAccess, type ColumnContext, type ValueKind } from './values.js'

/** Access to the rows of a table. */
export interface TableAccess {
  readonly table: Table
  /** Name of the table in requests. */
  readonly name: string
  /** Name of the table in SQL. */
  readonly written: string
  readonly columns: readonly ColumnAccess[]
  /** Key columns; empty if the table has no key. */
  readonly key: readonly ColumnAccess[]
  /** Roles that behaviors give to the columns of the table. */
  readonly views: BehaviorViews
}

export interface ShownColumn {
  readonly name: string
  readonly type: string
  readonly kind: ValueKind
  readonly isKey: boolean
  readonly isRequired: boolean
  /** Whether the database supplies the value. */
  readonly isGiven: boolean
  readonly isSortable: boolean
  readonly values?: readonly string[]
  readonly default?: string
  readonly description?: string
  /** Table that the value refers to. */
  readonly references?: string
  /** Behavior that maintains the positions of rows in this column. */
  readonly keptBy?: string
}

/** Relation as shown for a row. */
export interface ShownRelation {
  readonly name: string
  readonly table: string
  readonly kind: 'one' | 'many' | 'many-to-many'
  /** Pairs of columns of this table and the other table. */
  readonly columns?: readonly (readonly [own: string, other: string])[]
  /** Values of a polymorphic foreign key, on this table if `isOwn`, otherwise on the other table. */
  readonly literals?: readonly (readonly [column: string, value: string])[]
  readonly isOwn?: boolean
  /** What happens to rows of the other table when a row of this table is deleted. */
  readonly onDelete?: string
}

/** Roles that behaviors give to the columns of a table, by table and column name. */
export interface ShownViews {
  readonly list?: Ordered & { readonly rank: string; readonly isFractional: boolean }
  readonly tree?:
    | (Ordered & { readonly kind: 'nested set'; readonly left: string; readonly right: string; readonly level: string })
    | (Ordered & { readonly kind: 'closure'; readonly parent: string })
  readonly versions?: { readonly table: string; readonly version: string; readonly about: readonly string[] }
  readonly translations?: { readonly table: string; readonly locale: string; readonly keys: readonly string[] }
  readonly archive?: string
}

interface Ordered {
  /** Columns that distinguish the lists or trees of the table. */
  readonly scopes: readonly string[]
  /** Why the studio cannot move rows. */
  readonly fixed?: string
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
  readonly views: ShownViews
  /** Column that represents a row as text. */
  readonly title?: string
}

export function tableAccesses(
  database: Database,
  { adapters, generator }: Config,
  rules: BrowseRules,
): ReadonlyMap<string, TableAccess> {
  const { objectClasses } = generator.objectModel
  const context: ColumnContext = { settings: adapters, rules, objectClasses, dialect: dialects[database.platform] }
  const tables = database.tables.filter(({ referenceOnly, alias }) => !referenceOnly && alias === undefined)
  return new Map(
    tables.map((table) => [qualifiedName(table), accessOf(table, context, behaviorViewsOf(table, database))]),
  )
}

function accessOf(table: Table, context: ColumnContext, views: BehaviorViews): TableAccess {
  const columns = table.columns.map((column) => accessTo(column, table, context))
  const primary = new Set(primaryKeyOf(table))
  const key = columns.filter(({ column }) => primary.has(column))
  return {
    table,
    name: qualifiedName(table),
    written: context.dialect.alter.tableName(table),
    columns,
    key: key.length > 0 ? key : uniqueKeyOf(table, columns),
    views,
  }
}

/** Returns the NOT NULL columns of a unique key, for a table without a primary key. */
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

export function shownTable({ table, name, columns, key, views }: TableAccess): ShownTable {
  const title = table.columns.find(({ primaryString }) => primaryString)?.name
  return {
    name,
    phpName: table.phpName,
    ...(table.description && { description: table.description }),
    isView: table.view !== undefined,
    isReadOnly: table.readOnly,
    key: key.map(({ column }) => column.name),
    columns: columns.map((access) => shownColumn(access, table, keptColumns({ views }))),
    relations: [
      ...table.relations.filter(({ table: other }) => isShown(other)).map(shownRelation),
      ...table.crossRelations.filter(({ outgoing }) => isShown(outgoing[0]!.table)).map(shownCross),
    ],
    behaviors: table.behaviors.map((behavior) => behavior.name),
    views: shownViews(table, views),
    ...(title !== undefined && { title }),
  }
}

function shownViews(table: Table, views: BehaviorViews): ShownViews {
  const { list, tree, versions, translations, archive } = views
  const names = (columns: readonly { readonly name: string }[]): string[] => columns.map(({ name }) => name)
  const fixed = whyFixed(table, views)
  return {
    ...(list && {
      list: {
        rank: list.rank.name,
        isFractional: list.isFractional,
        scopes: names(list.scopes),
        ...(fixed.list && { fixed: fixed.list }),
      },
    }),
    ...(tree && {
      tree: {
        ...(tree.kind === 'closure'
          ? { kind: tree.kind, parent: tree.parent.name, scopes: [] }
          : {
              kind: tree.kind,
              left: tree.left.name,
              right: tree.right.name,
              level: tree.level.name,
              scopes: names(tree.scopes),
            }),
        ...(fixed.tree && { fixed: fixed.tree }),
      },
    }),
    ...(versions && {
      versions: {
        table: qualifiedName(versions.table),
        version: versions.version,
        about: [versions.createdAt, versions.createdBy, versions.comment].flatMap((name) => name ?? []),
      },
    }),
    ...(translations && {
      translations: {
        table: qualifiedName(translations.table),
        locale: translations.locale.name,
        keys: names(translations.keys),
      },
    }),
    ...(archive && { archive: qualifiedName(archive) }),
  }
}

/** Maps columns that position rows in lists and trees to their behaviors. No single statement can change them. */
export function keptColumns({ views: { list, tree } }: Pick<TableAccess, 'views'>): Readonly<Record<string, string>> {
  const ofTree = !tree
    ? []
    : tree.kind === 'closure'
      ? [tree.parent]
      : [tree.left, tree.right, tree.level, ...tree.scopes]
  return Object.fromEntries([
    ...(list ? [list.rank, ...list.scopes] : []).map(({ name }) => [name, 'sortable'] as const),
    ...ofTree.map(({ name }) => [name, tree!.kind === 'closure' ? 'closure_table' : 'nested_set'] as const),
  ])
}

/** Returns why rows cannot be moved, if plain SQL cannot do what the runtime does. */
export function whyFixed(
  { readOnly, uniques }: Table,
  { list, tree }: BehaviorViews,
): { readonly list?: string; readonly tree?: string } {
  if (readOnly) return { list: 'this table is read-only', tree: 'this table is read-only' }
  const isUniqueTree =
    tree?.kind === 'nested set' &&
    [tree.left, tree.right].some(({ name }) => uniques.some((index) => concernsColumn(index, name)))
  return {
    ...(list?.touches && { list: 'a move sets the dates of other rows, which only the library does' }),
    ...(isUniqueTree && { tree: 'a unique index contains the numbers of the tree' }),
  }
}

const isShown = ({ referenceOnly, alias }: Table): boolean => !referenceOnly && alias === undefined

function shownColumn(
  { column, kind, type, isSortable }: ColumnAccess,
  table: Table,
  kept: Readonly<Record<string, string>>,
): ShownColumn {
  const keptBy = kept[column.name]
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
    ...(keptBy !== undefined && { keptBy }),
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
