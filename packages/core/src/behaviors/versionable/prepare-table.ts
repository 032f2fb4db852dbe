import { BuildError } from '../../errors/index.js'
import { isPhpIdentifier } from '../../escape/index.js'
import {
  columnReferences,
  type ForeignKey,
  foreignSchemaOf,
  integerTypes,
  isPolymorphic,
  phpNameOf,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { p } from '../behavior-parameters.js'
import {
  copyColumns,
  copyIndexes,
  ensureCompanion,
  ensureDate,
  followKey,
  needsChangeable,
  needsColumns,
  needsKey,
  needsWritable,
  readWithRow,
  referToMain,
  withTokens,
} from '../companion-table.js'
import type { CodeContext, DatabaseContext, TableContext } from '../define-behavior.js'

export const parameters = {
  version_column: p.column({ default: 'version', doc: 'column for the version number' }),
  version_table: p.string({ default: '', doc: 'version table' }),
  log_created_at: p.boolean({ default: false, doc: 'store the date of each version' }),
  log_created_by: p.boolean({ default: false, doc: 'store the author of each version' }),
  log_comment: p.boolean({ default: false, doc: 'store a comment for each version' }),
  version_created_at_column: p.column({ default: 'version_created_at', doc: 'the column for the date' }),
  version_created_by_column: p.column({ default: 'version_created_by', doc: 'the column for the author' }),
  version_comment_column: p.column({ default: 'version_comment', doc: 'the column for the comment' }),
  indices: p.boolean({ default: false, doc: 'copy the indexes to the version table' }),
  query_versions: p.boolean({ default: false, doc: 'whether update() of queries adds versions' }),
}

export type Context = CodeContext<typeof parameters>

export const versionTableName = (commonName: string, given: string): string => given || `${commonName}_version`

/** Returns the version table of a table, which it gets from the database behavior if it has none of its own. */
function versionTableOf({ behaviors, commonName }: Table): string {
  const use = behaviors.find(({ name }) => name === 'versionable')
  return versionTableName(commonName, String(use?.parameters.get('version_table') ?? ''))
}

/** Applies a database behavior to all tables except version tables. */
export function skipVersionTables({ db, applyTo }: DatabaseContext<typeof parameters>): void {
  const [first] = db.tables
  if (!first) return
  // For a table added later, `db` contains only that table, so the whole database is read through its editor.
  const versions = new Set(db.edit(first).database.tables.map(versionTableOf))
  for (const table of db.tables) if (!versions.has(table.commonName)) applyTo(table)
}

/** Adds the columns and the version table. */
export function prepareTable({ table, params }: TableContext<typeof parameters>): void {
  needsKey(table, 'versions need a primary key')
  refuseTextsWithoutVersions(table)
  const version = table.ensureColumn({ name: params.version_column, type: 'INTEGER', defaultValue: 0 })
  if (version && !integerTypes.has(version.type)) {
    throw new BuildError(`column "${version.name}" is ${version.type}, which cannot hold the number of a version`, {
      node: version,
      hint: `use ${[...integerTypes].join(', ')}`,
    })
  }
  readWithRow(table, [params.version_column])
  needsChangeable(table, [params.version_column])
  if (params.log_created_at) ensureDate(table, params.version_created_at_column, 'version_created_at_column')
  if (params.log_created_by) {
    table.ensureColumn({ name: params.version_created_by_column, type: 'VARCHAR', size: 100 })
  }
  if (params.log_comment) table.ensureColumn({ name: params.version_comment_column, type: 'VARCHAR', size: 255 })
  needsWritable(table, [params.version_column, ...(params.log_created_at ? [params.version_created_at_column] : [])])
  const { editor, declared } = ensureCompanion(table, {
    name: versionTableName(table.table.commonName, params.version_table),
    phpName: `${table.table.phpName}Version`,
  })
  if (declared) {
    const key = primaryKeyOf(table.table).map((column) => column.name)
    needsColumns(editor, [...key, params.version_column])
    return
  }
  for (const column of table.table.columns) {
    const { inheritance: _inheritance, ...plain } = column
    const isKey = column.primaryKey || column.name === params.version_column
    // SQLite allows NULL in key columns without NOT NULL.
    copyColumns([plain], editor, { primaryKey: isKey, ...(isKey && { required: true }) })
  }
  referToMain(table, editor, followKey(table.table))
  for (const key of versionedKeys(table.table, table.database.tables)) {
    editor.ensureColumn({ ...namesOf(`${key.references[0]!.local}_version`), type: 'INTEGER', defaultValue: 0 })
  }
  for (const prefix of versionedReferrers(table.table, table.database.tables)) {
    editor.ensureColumn({ ...namesOf(`${prefix}_ids`), type: 'ARRAY' })
    editor.ensureColumn({ ...namesOf(`${prefix}_versions`), type: 'ARRAY' })
  }
  if (params.indices) copyIndexes(table.table, editor, { uniqueAs: 'index' })
}

/** Texts of i18n are in another table, so that versions would silently lack them. */
function refuseTextsWithoutVersions({ table, database, conflict }: TableEditor): void {
  const use = table.behaviors.find(({ name }) => name === 'i18n')
  if (!use) return
  const name = withTokens(String(use.parameters.get('i18n_table')), table)
  const texts = database.tables.find((other) => other.commonName === name && other.schema === table.schema)
  if (texts && isVersioned(texts)) return
  conflict(
    `versions of the row do not contain the texts of behavior "i18n", which are in table "${name}"`,
    `add <table name="${name}"><behavior name="versionable"/></table>, so that each translation has its own versions`,
  )
}

/** Returns PHP names for a column whose name is not a valid one, as the schema cannot set them. */
const namesOf = (name: string): { name: string; phpName?: string; tableMapName?: string } =>
  isPhpIdentifier(name)
    ? { name }
    : { name, phpName: phpNameOf(name, 'clean'), tableMapName: name.replace(/[^\w\u0080-\uffff]/g, '_') }

const isVersioned = (table: Table): boolean => table.behaviors.some(({ name }) => name === 'versionable')

const refersTo = (from: Table, key: ForeignKey, to: Table): boolean =>
  key.foreignTable === to.name && foreignSchemaOf(from, key) === to.schema

/** Whether versions follow a foreign key. A node of a tree keeps its place and its children, which toVersion() cannot move. */
const isFollowed = ({ behaviors }: Table, key: ForeignKey): boolean =>
  !isPolymorphic(key) &&
  columnReferences(key).length === 1 &&
  !behaviors.some(
    ({ name, parameters }) =>
      name === 'closure_table' && parameters.get('parent_column') === columnReferences(key)[0]!.local,
  )

/** Returns the single-column foreign keys to tables that have versions. */
function versionedKeys(table: Table, tables: readonly Table[]): ForeignKey[] {
  return table.foreignKeys.filter(
    (key) => isFollowed(table, key) && tables.some((other) => isVersioned(other) && refersTo(table, key, other)),
  )
}

/** Returns the versioned tables that refer to a table. Further foreign keys of one table have their column in the name. */
function versionedReferrers(table: Table, tables: readonly Table[]): string[] {
  return tables
    .filter((other) => isVersioned(other) && primaryKeyOf(other).length === 1)
    .flatMap((other) =>
      other.foreignKeys
        .filter((key) => isFollowed(other, key) && refersTo(other, key, table))
        .map((key, index) => (index === 0 ? other.name : `${other.name}_${columnReferences(key)[0]!.local}`)),
    )
}
