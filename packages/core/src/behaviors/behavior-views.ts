import { type Column, concernsColumn, type Database, primaryKeyOf, type Table } from '../model/index.js'
import { archivable } from './archivable/index.js'
import { archiveTableName } from './archivable/prepare-table.js'
import { closureTable } from './closure-table/index.js'
import { closureNameOf } from './closure-table/shape.js'
import { withTokens } from './companion-table.js'
import { parametersOf } from './host.js'
import { i18n } from './i18n/index.js'
import { nestedSet } from './nested-set/index.js'
import { sortable } from './sortable/index.js'
import { versionable } from './versionable/index.js'
import { versionTableName } from './versionable/prepare-table.js'

/** What behaviors mean for the rows of a table, for programs that display rows. */
export interface BehaviorViews {
  readonly list?: ListView
  readonly tree?: NestedTreeView | ClosureTreeView
  readonly versions?: VersionsView
  readonly translations?: TranslationsView
  /** The archive table, which has the same columns. */
  readonly archive?: Table
}

/** Rows with ranks in lists. */
export interface ListView {
  readonly rank: Column
  readonly scopes: readonly Column[]
  /** The rank of the first row of a list. */
  readonly start: number
  /** Whether ranks only define an order and are not consecutive numbers. */
  readonly isFractional: boolean
  /** Whether a unique index contains the rank. */
  readonly isUnique: boolean
  /** Whether a move also updates the dates of all rows whose ranks change. */
  readonly touches: boolean
}

export interface NestedTreeView {
  readonly kind: 'nested set'
  readonly left: Column
  readonly right: Column
  readonly level: Column
  readonly scopes: readonly Column[]
}

export interface ClosureTreeView {
  readonly kind: 'closure'
  readonly key: Column
  readonly parent: Column
  /** The table with the pairs of ancestors and descendants. */
  readonly closure: Table
}

export interface VersionsView {
  readonly table: Table
  /** The column with the version number, in both tables. */
  readonly version: string
  readonly createdAt?: string
  readonly createdBy?: string
  readonly comment?: string
}

export interface TranslationsView {
  readonly table: Table
  readonly locale: Column
  /** The columns of the other table that contain the main table's key. */
  readonly keys: readonly Column[]
}

export function behaviorViewsOf(table: Table, { tables }: Database): BehaviorViews {
  const companion = (name: string): Table | undefined =>
    tables.find(({ commonName, schema }) => isSame(commonName, name) && schema === table.schema)
  const list = listOf(table)
  const tree = nestedTreeOf(table) ?? closureTreeOf(table, companion)
  const versions = versionsOf(table, companion)
  const translations = translationsOf(table, companion)
  const archived = parametersOf(archivable, table)
  const archive =
    archived && !archived.archive_class && companion(archiveTableName(table.commonName, text(archived.archive_table)))
  return {
    ...(list && { list }),
    ...(tree && { tree }),
    ...(versions && { versions }),
    ...(translations && { translations }),
    ...(archive && { archive }),
  }
}

function listOf(table: Table): ListView | undefined {
  const values = parametersOf(sortable, table)
  const rank = values && columnOf(table, values.rank_column)
  if (!values || !rank) return undefined
  const isFractional = values.rank_type === 'fractional'
  return {
    rank,
    scopes: values.use_scope ? columnsOf(table, values.scope_column as readonly string[]) : [],
    start: Number(values.start ?? 1),
    isFractional,
    isUnique: table.uniques.some((index) => concernsColumn(index, rank.name)),
    touches: values.touch === true,
  }
}

function nestedTreeOf(table: Table): NestedTreeView | undefined {
  const values = parametersOf(nestedSet, table)
  if (!values) return undefined
  const [left, right, level] = columnsOf(table, [values.left_column, values.right_column, values.level_column])
  return {
    kind: 'nested set',
    left: left!,
    right: right!,
    level: level!,
    scopes: values.use_scope ? columnsOf(table, [values.scope_column]) : [],
  }
}

type Companion = (name: string) => Table | undefined

function closureTreeOf(table: Table, companion: Companion): ClosureTreeView | undefined {
  const values = parametersOf(closureTable, table)
  const closure = values && companion(closureNameOf(table, values as { closure_table?: string }))
  const parent = values && columnOf(table, values.parent_column)
  return closure && parent ? { kind: 'closure', key: primaryKeyOf(table)[0]!, parent, closure } : undefined
}

function versionsOf(table: Table, companion: Companion): VersionsView | undefined {
  const values = parametersOf(versionable, table)
  const versions = values && companion(versionTableName(table.commonName, text(values.version_table)))
  const version = versions && columnOf(versions, values.version_column)
  if (!version) return undefined
  const logged = (isLogged: unknown, name: unknown): string | undefined =>
    isLogged ? columnOf(versions, name)?.name : undefined
  const createdAt = logged(values.log_created_at, values.version_created_at_column)
  const createdBy = logged(values.log_created_by, values.version_created_by_column)
  const comment = logged(values.log_comment, values.version_comment_column)
  return {
    table: versions,
    version: version.name,
    ...(createdAt && { createdAt }),
    ...(createdBy && { createdBy }),
    ...(comment && { comment }),
  }
}

function translationsOf(table: Table, companion: Companion): TranslationsView | undefined {
  const values = parametersOf(i18n, table)
  const translations = values && companion(withTokens(text(values.i18n_table), table))
  const locale = translations && columnOf(translations, values.locale_column)
  const relation = table.relations.find(
    ({ isLocal, table: other, columns }) =>
      !isLocal && other === translations && columns.every((pair) => pair.other.primaryKey),
  )
  return locale && relation
    ? { table: translations, locale, keys: relation.columns.map(({ other }) => other) }
    : undefined
}

const text = (value: unknown): string => String(value ?? '')

/** Compares names ignoring case, as SQL does. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const columnOf = ({ columns }: Table, wanted: unknown): Column | undefined =>
  columns.find(({ name, writtenName }) => isSame(name, text(wanted)) || writtenName === wanted)

const columnsOf = (table: Table, wanted: readonly unknown[]): Column[] =>
  wanted.flatMap((name) => columnOf(table, name) ?? [])
