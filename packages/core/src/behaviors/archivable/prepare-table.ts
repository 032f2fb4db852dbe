import { BuildError } from '../../errors/index.js'
import { phpNameOf, primaryKeyOf } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
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
import type { DatabaseContext } from '../define-behavior.js'
import { addForeignKeyItems, type ForeignKeyItem, refuseClashes } from '../foreign-key-items.js'

interface Parameters {
  readonly archive_table: string
  readonly archive_phpname: string
  readonly archive_class: string
  readonly sync: boolean
  readonly inherit_foreign_key_relations: boolean
  readonly inherit_foreign_key_constraints: boolean
  readonly foreign_keys: readonly ForeignKeyItem[]
  readonly log_archived_at: boolean
  readonly archived_at_column: string
}

export const archiveTableName = (commonName: string, given: string): string => given || `${commonName}_archive`

/** A database gives the behavior to all its tables but archives and tables of versions. */
export function skipArchiveTables({ db, applyTo }: Pick<DatabaseContext, 'db' | 'applyTo'>): void {
  const [first] = db.tables
  if (!first) return
  const beside = new Set<string>()
  // For a table that was added meanwhile, only that one is seen at database level.
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

/** Adds the table of the archive. */
export function prepareTable({ table, params }: { table: TableEditor; params: Parameters }): void {
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
  const { editor, declared } = ensureCompanion(table, { name, phpName })
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
