import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import {
  deleteParentRows,
  forgetKeyInCopy,
  modelConstants,
  modelMethods,
  modelTraits,
  noteChildRows,
  noteParentValues,
  parentModel,
  parentQuery,
  queryTraits,
  syncOnInsert,
  syncOnUpdate,
  updateParentRows,
} from './model.js'
import { parentMethods, parentTraits } from './parent.js'
import { prepareTable } from './prepare-table.js'
import { refuseConflicts } from './refuse-conflicts.js'
import { saveReferrersOfParent } from './save-referrers.js'

/** A table that has the columns of another one, and classes that extend those of the other one. */
export const concreteInheritance = defineBehavior({
  name: 'concrete_inheritance',
  // Other behaviors need to see the columns.
  order: 20,
  // The parent gets what other behaviors set.
  layer: 85,
  parameters: {
    extends: p.table({ required: true, doc: 'parent table' }),
    schema: p.string({ default: '', doc: 'its SQL schema' }),
    descendant_column: p.column({
      default: 'descendant_class',
      doc: 'column of the parent table for the class of the child',
    }),
    copy_data_to_parent: p.boolean({ default: true, doc: 'keep a parent row for every child row' }),
    copy_data_to_child: p.string({
      default: 'false',
      doc: 'columns to copy back: true for all, or their names',
    }),
    exclude_behaviors: p.columnList({ default: [], doc: 'parent behaviors that the child does not inherit' }),
  },
  modifyTable: prepareTable,
  object: {
    parentClass: parentModel,
    traits: modelTraits,
    constants: modelConstants,
    methods: modelMethods,
    preInsertRow: syncOnInsert,
    preUpdateRow: syncOnUpdate,
    plainTransaction: true,
    unchangedWork: () => '',
    postCopy: forgetKeyInCopy,
    filter: (model, context) => {
      refuseConflicts(model, context)
      saveReferrersOfParent(model, context)
    },
  },
  query: {
    parentClass: parentQuery,
    traits: queryTraits,
    preDelete: noteChildRows,
    postDelete: deleteParentRows,
    preUpdate: noteParentValues,
    postUpdate: updateParentRows,
  },
})

/** The parent of tables that inherit from it: its rows know the class of their children. */
export const concreteInheritanceParent = defineBehavior({
  name: 'concrete_inheritance_parent',
  parameters: {
    descendant_column: p.column({ default: 'descendant_class', doc: 'column for the class of the child' }),
  },
  modifyTable: ({ table, params }) => {
    table.ensureColumn({ name: params.descendant_column, type: 'VARCHAR', size: 100 })
  },
  object: { traits: parentTraits, methods: parentMethods },
})
