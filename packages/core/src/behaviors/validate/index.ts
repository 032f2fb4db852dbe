import { defineBehavior } from '../behavior.js'
import { checkTable } from './check-table.js'
import { modelAttributes, modelMethods, modelTraits } from './model.js'

/** Rules for columns, checked by Symfony's validator. */
export const validate = defineBehavior({
  name: 'validate',
  // Each parameter is a rule.
  freeParameters: true,
  modifyTable: checkTable,
  object: { traits: modelTraits, attributes: modelAttributes, methods: modelMethods },
})
