import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { foreignKeyItems } from '../foreign-key-items.js'
import { php } from '../php.js'
import { writeTransactions } from '../write-transactions.js'
import { archiveClasses, modelMethods, queryMethods } from './code.js'
import { prepareTable, skipArchiveTables } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\Archivable'

/** The last state of rows, in a table beside the main one, also when they are deleted. */
export const archivable = defineBehavior({
  name: 'archivable',
  // The archive has the columns that other behaviors add.
  order: 90,
  // It keeps a row as it was before a delete, and as it is after everything else.
  layer: 90,
  parameters: {
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
  },
  modifyDatabase: skipArchiveTables,
  modifyTable: prepareTable,
  object: {
    traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\ArchivableTrait`]),
    methods: modelMethods,
    postInsert: ({ table, params }) =>
      params.archive_on_insert && !table.model.readOnly ? php`$this->archiveAfterSave($con);` : null,
    postUpdate: ({ table, params }) =>
      params.archive_on_update && !table.model.readOnly ? php`$this->archiveAfterSave($con);` : null,
  },
  query: {
    traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\ArchivableQueryTrait`]),
    methods: queryMethods,
    preDelete: ({ table, params }) =>
      params.archive_on_delete && !table.model.readOnly ? php`$this->archiveBeforeDelete($con);` : null,
    preUpdate: ({ table, params }) =>
      params.archive_on_update && !table.model.readOnly
        ? php`$this->noteRowsToArchive($con, $forceIndividualSaves);`
        : null,
    postUpdate: ({ table, params }) =>
      params.archive_on_update && !table.model.readOnly ? php`$this->archiveNotedRows($con);` : null,
    filter: writeTransactions,
  },
  tableMap: { constants: archiveClasses },
})
