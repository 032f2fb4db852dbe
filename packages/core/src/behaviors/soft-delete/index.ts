import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { deletedColumn, deleteSoftly, modelMethods, unlessReadOnly } from './code.js'
import { prepareTable } from './prepare-table.js'

const runtime = 'Orm\\Runtime\\Behavior\\SoftDelete'

/** Rows that stay when they are deleted, with a date, and that queries do not find. */
export const softDelete = defineBehavior({
  name: 'soft_delete',
  // To other behaviors, a soft delete is an update: their code for deletes must not run.
  layer: 110,
  parameters: {
    deleted_column: p.column({ default: 'deleted_at', doc: 'column for the deletion date' }),
  },
  modifyTable: prepareTable,
  object: {
    methods: modelMethods,
    preDelete: deleteSoftly,
  },
  query: {
    traits: () => [`${runtime}\\SoftDeleteQueryTrait`],
    preSelect: () => php`$this->hideDeleted();`,
    preUpdate: (context) => unlessReadOnly(context, php`$this->hideDeleted();`),
  },
  tableMap: { constants: deletedColumn },
})
