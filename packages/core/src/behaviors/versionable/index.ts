import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { forgetVersionsInCopy, modelMethods, queryMethods, versionClasses } from './code.js'
import { prepareTable, skipVersionTables } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\Versionable'

/** All states of a row, in a table beside the main one. */
export const versionable = defineBehavior({
  name: 'versionable',
  // Versions have the columns that other behaviors add.
  order: 80,
  // A version has what other behaviors set.
  layer: 80,
  parameters: {
    version_column: p.column({ default: 'version', doc: 'column for the version number' }),
    version_table: p.string({ default: '', doc: 'version table' }),
    log_created_at: p.boolean({ default: false, doc: 'store the date of each version' }),
    log_created_by: p.boolean({ default: false, doc: 'store the author of each version' }),
    log_comment: p.boolean({ default: false, doc: 'store a comment for each version' }),
    version_created_at_column: p.column({ default: 'version_created_at', doc: 'the column for the date' }),
    version_created_by_column: p.column({ default: 'version_created_by', doc: 'the column for the author' }),
    version_comment_column: p.column({ default: 'version_comment', doc: 'the column for the comment' }),
    indices: p.boolean({ default: false, doc: 'copy the indexes to the version table' }),
  },
  modifyDatabase: skipVersionTables,
  modifyTable: prepareTable,
  object: {
    traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\VersionableTrait`]),
    methods: modelMethods,
    preSave: ({ table }) => (table.model.readOnly ? null : php`$this->noteVersioning($con);`),
    preInsertRow: ({ table }) => (table.model.readOnly ? null : php`$this->numberVersion($con);`),
    preUpdateRow: ({ table }) => (table.model.readOnly ? null : php`$this->numberVersion($con);`),
    // The row is read by a locking read.
    plainTransaction: true,
    postCopy: forgetVersionsInCopy,
    unchangedWork: () => '$this->isVersioningNecessary()',
    postSave: ({ table }) => (table.model.readOnly ? null : php`$this->writeVersion($con);`),
  },
  query: {
    traits: () => [`${runtime}\\VersionableQueryTrait`],
    methods: queryMethods,
  },
  tableMap: { constants: versionClasses },
})
