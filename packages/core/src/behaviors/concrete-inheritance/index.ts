import { p } from '../behavior-parameters.js'
import { readWithRow } from '../companion-table.js'
import { defineBehavior } from '../define-behavior.js'
import { methods } from '../methods.js'
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
import { prepareTable } from './prepare-table.js'
import { refuseConflicts } from './refuse-conflicts.js'
import { saveReferrersOfParent } from './save-referrers.js'
import { parameters } from './shape.js'

/** Gives a table the columns of another table, and classes that extend the classes of that table. */
export const concreteInheritance = defineBehavior({
  name: 'concrete_inheritance',
  // Runs early, so that other behaviors see the columns.
  order: 20,
  // Copies to the parent what other behaviors have set.
  layer: 85,
  parameters,
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

/** The behavior of the parent table, whose rows store the class of their child row. */
export const concreteInheritanceParent = defineBehavior({
  name: 'concrete_inheritance_parent',
  parameters: {
    descendant_column: p.column({ default: 'descendant_class', doc: 'column for the class of the child' }),
  },
  modifyTable: ({ table, params }) => {
    table.ensureColumn({ name: params.descendant_column, type: 'VARCHAR', size: 100 })
    readWithRow(table, [params.descendant_column])
  },
  object: {
    traits: () => ['Orm\\Runtime\\Behavior\\ConcreteInheritance\\ConcreteInheritanceParentTrait'],
    methods: ({ table, params, cls }) => {
      const descendant = `$this->${table.col(params.descendant_column).getter}()`
      const anyObject = cls.use('Orm\\Runtime\\ActiveRecord\\ActiveRecordInterface')
      return methods(cls, [
        ['hasChildObject(): bool', `return ${descendant} !== null;`, 'Returns whether the row has a child row.'],
        [
          `getChildObject(): ?${anyObject}`,
          `return $this->childOf(${descendant});`,
          'Returns the object of the most derived child table.',
        ],
      ])
    },
  },
})
