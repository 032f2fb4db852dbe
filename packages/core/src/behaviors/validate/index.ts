import { defineBehavior } from '../define-behavior.js'
import { checkTable } from './check-table.js'
import { modelAttributes, modelMethods } from './model.js'

const validateWith = (isLenient: boolean) =>
  defineBehavior({
    name: 'validate',
    // It changes nothing, and rules may be for columns that any other behavior adds.
    order: 95,
    // Each parameter is a rule.
    freeParameters: true,
    modifyTable: checkTable(isLenient),
    object: {
      traits: () => ['Orm\\Runtime\\Behavior\\Validate\\ValidateTrait'],
      attributes: modelAttributes,
      methods: modelMethods,
    },
  })

/** Rules for columns, checked by Symfony's validator. */
export const validate = validateWith(false)

/** The same, with constraints that are not known: of newer versions of Symfony. */
export const validateLeniently = validateWith(true)
