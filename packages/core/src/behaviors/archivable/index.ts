import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { writeTransactions } from '../write-transactions.js'
import { archiveClasses, describeArchive, modelMethods, queryMethods } from './code.js'
import { type Context, parameters, prepareTable, skipArchiveTables } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\Archivable'

/** Keeps the last state of rows, including deleted ones, in an archive table. */
export const archivable = defineBehavior({
  name: 'archivable',
  // The archive also contains the columns that other behaviors add.
  order: 90,
  // Archives a row as it was before its deletion, and as it is after the changes of other behaviors.
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
