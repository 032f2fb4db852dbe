import { BuildError } from '../../errors/index.js'
import { phpNameOf, primaryKeyOf } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import {
  companionPhpName,
  copyColumns,
  copyForeignKeys,
  copyIndexes,
  ensureCompanion,
  ensureDate,
  needsClass,
  needsColumns,
  needsKey,
} from '../companion-table.js'
import type { CodeContext, DatabaseContext, TableContext } from '../define-behavior.js'
import { addForeignKeyItems, foreignKeyItems, refuseClashes } from '../foreign-key-items.js'

export const parameters = {
  archive_table: p.string({ default: '', doc: 'the table of the archive' }),
  archive_phpname: p.string({ default: '', doc: 'the PHP name of that table' }),
  archive_class: p.string({ default: '', doc: 'existing model class to use instead of a separate table' }),
  sync: p.boolean({ default: false, doc: 'add missing columns to a declared archive table' }),
  inherit_foreign_key_relations: p.boolean({ default: false, doc: 'copy the relations to the archive' }),
  inherit_foreign_key_constraints: p.boolean({ default: false, doc: 'copy the foreign keys to the archive' }),
  foreign_keys: foreignKeyItems,
  log_archived_at: p.boolean({ default: true, doc: 'store the archive date' }),
  archived_at_column: p.column({ default: 'archived_at', doc: 'the column for the date' }),
  archive_on_insert: p.boolean({ default: false, doc: 'whether new rows are archived' }),
  archive_on_update: p.boolean({ default: false, doc: 'whether changed rows are archived' }),
  archive_on_delete: p.boolean({ default: true, doc: 'whether rows are archived before they are deleted' }),
}

type Parameters = typeof parameters
export type Context = CodeContext<Parameters>

export const archiveTableName = (commonName: string, given: string): string => given || `${commonName}_archive`

/** Applies a database behavior to all tables except archives and version tables. */
export function skipArchiveTables({ db, applyTo }: DatabaseContext<Parameters>): void {
  const [first] = db.tables
  if (!first) return
  const beside = new Set<string>()
  // For a table added later, `db` contains only that table, so the whole database is read through its editor.
  for (const { commonName, behaviors } of db.edit(first).database.tables) {
    beside.add(`${commonName}_archive`)
    for (const { name, parameters } of behaviors) {
      const table = parameters.get(name === 'archivable' ? 'archive_table' : 'version_table')
      if (name === 'archivable' && table) beside.add(String(table))
      if (name === 'versionable') beside.add(String(table || `${commonName}_version`))
    }
  }
  for (const table of db.tables) if (!beside.has(table.commonName)) applyTo(table)
}

/** Adds the archive table. */
export function prepareTable({ table, params }: TableContext<Parameters>): void {
  needsKey(table, 'an archive needs a primary key')
  if (params.archive_class) {
    if (params.archive_table) {
      throw new BuildError('archive_class and archive_table exclude each other', {
        parameter: 'archive_class',
        hint: 'remove one of them',
      })
    }
    needsClass('archive_class', params.archive_class)
    return
  }
  const name = archiveTableName(table.table.commonName, params.archive_table)
  const phpName = params.archive_phpname || (companionPhpName(table.table, name) ?? phpNameOf(name))
  const { editor, declared } = ensureCompanion(table, { name, phpName, unlogged: false })
  const items = params.foreign_keys
  refuseClashes(editor, items)
  if (declared && !params.sync) {
    const key = primaryKeyOf(table.table).map((column) => column.name)
    needsColumns(editor, key)
    return
  }
  for (const { inheritance: _inheritance, ...column } of table.table.columns) copyColumns([column], editor)
  if (params.log_archived_at) ensureDate(editor, params.archived_at_column, 'archived_at_column')
  addForeignKeyItems(editor, items)
  copyIndexes(table.table, editor, { uniqueAs: 'index' })
  if (params.inherit_foreign_key_relations || params.inherit_foreign_key_constraints) {
    copyForeignKeys(table.table, editor, {
      relationsOnly: !params.inherit_foreign_key_constraints,
      except: items.flatMap(({ name }) => name ?? []),
    })
  }
}
