import { defineBehavior } from '../define-behavior.js'
import { checkTable } from './check-table.js'
import { modelAttributes, modelMethods } from './model.js'

const validateWith = (isLenient: boolean) =>
  defineBehavior({
    name: 'validate',
    // Runs late, as rules may concern columns that other behaviors add.
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

/** Rules for columns, checked by the Symfony validator. */
export const validate = validateWith(false)

/** Same as validate, but allows unknown constraints: those of newer Symfony versions. */
export const validateLeniently = validateWith(true)
