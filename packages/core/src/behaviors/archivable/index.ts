import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { writeTransactions } from '../write-transactions.js'
import { archiveClasses, describeArchive, modelMethods, queryMethods } from './code.js'
import { type Context, parameters, prepareTable, skipArchiveTables } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\Archivable'

/** The last state of rows, in a table beside the main one, also when they are deleted. */
export const archivable = defineBehavior({
  name: 'archivable',
  // The archive has the columns that other behaviors add.
  order: 90,
  // It keeps a row as it was before a delete, and as it is after everything else.
  layer: 90,
  parameters,
  modifyDatabase: skipArchiveTables,
  modifyTable: prepareTable,
  object: unlessReadOnly({
    traits: () => [`${runtime}\\ArchivableTrait`],
    methods: modelMethods,
    postInsert: ({ params }: Context) => (params.archive_on_insert ? php`$this->archiveAfterSave($con);` : null),
    postUpdate: ({ params }: Context) => (params.archive_on_update ? php`$this->archiveAfterSave($con);` : null),
    filter: describeArchive,
  }),
  query: unlessReadOnly({
    traits: () => [`${runtime}\\ArchivableQueryTrait`],
    methods: queryMethods,
    preDelete: ({ params }: Context) => (params.archive_on_delete ? php`$this->archiveBeforeDelete($con);` : null),
    preUpdate: ({ params }: Context) =>
      params.archive_on_update ? php`$this->noteRowsToArchive($con, $forceIndividualSaves);` : null,
    postUpdate: ({ params }: Context) => (params.archive_on_update ? php`$this->archiveNotedRows($con);` : null),
    filter: writeTransactions,
  }),
  tableMap: { constants: archiveClasses },
})
