import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { writeTransactions } from '../write-transactions.js'
import {
  describeVersions,
  forgetVersionsInCopy,
  modelMethods,
  queryMethods,
  versionClasses,
  versionsUpdates,
} from './code.js'
import { parameters, prepareTable, skipVersionTables } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\Versionable'

/** Keeps all states of a row in a version table. */
export const versionable = defineBehavior({
  name: 'versionable',
  // Versions also contain the columns that other behaviors add.
  order: 80,
  // Runs after other behaviors, so that a version contains what they set.
  layer: 80,
  parameters,
  modifyDatabase: skipVersionTables,
  modifyTable: prepareTable,
  object: unlessReadOnly({
    traits: () => [`${runtime}\\VersionableTrait`],
    methods: modelMethods,
    preSave: () => php`$this->noteVersioning($con);`,
    preInsertRow: () => php`$this->numberVersion($con);`,
    preUpdateRow: () => php`$this->numberVersion($con);`,
    // The row is read with a locking read.
    plainTransaction: true,
    postCopy: forgetVersionsInCopy,
    unchangedWork: () => '$this->isVersioningNecessary()',
    postSave: () => php`$this->writeVersion($con);`,
    filter: describeVersions,
  }),
  query: {
    traits: (context) => [
      `${runtime}\\VersionableQueryTrait`,
      ...(versionsUpdates(context) ? [`${runtime}\\VersionableUpdateQueryTrait`] : []),
    ],
    methods: queryMethods,
    preUpdate: (context) =>
      versionsUpdates(context) ? php`$this->noteRowsToVersion($values, $con, $forceIndividualSaves);` : null,
    postUpdate: (context) => (versionsUpdates(context) ? php`$this->versionNotedRows($affectedRows, $con);` : null),
    filter: (query, context) => {
      if (versionsUpdates(context)) writeTransactions(query, context)
    },
  },
  tableMap: { constants: versionClasses },
})
