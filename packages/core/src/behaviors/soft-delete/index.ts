import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { deletedColumn, deleteSoftly, modelMethods } from './code.js'
import { parameters, prepareTable } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\SoftDelete'

/** Marks rows as deleted with a date instead of deleting them. Queries skip these rows. */
export const softDelete = defineBehavior({
  name: 'soft_delete',
  // For other behaviors, a soft delete is an update: their delete code must not run.
  layer: 110,
  parameters,
  modifyTable: prepareTable,
  object: unlessReadOnly({ methods: modelMethods, preDelete: deleteSoftly }),
  query: {
    traits: () => [`${runtime}\\SoftDeleteQueryTrait`],
    preSelect: () => php`$this->hideDeleted();`,
    ...unlessReadOnly({ preUpdate: () => php`$this->hideDeleted();` }),
  },
  tableMap: { constants: deletedColumn },
})
