import { defineBehavior } from '../define-behavior.js'
import { askDelegates, modelConstants, queryMethods, tellDelegates } from './model.js'
import { prepareTable } from './prepare-table.js'
import { parameters } from './shape.js'

const runtime = 'Orm\\Runtime\\Behavior\\Delegate'

/** Passes method calls of an object on to related objects. */
export const delegate = defineBehavior({
  name: 'delegate',
  parameters,
  modifyTable: prepareTable,
  object: {
    traits: () => [`${runtime}\\DelegateTrait`],
    constants: modelConstants,
    call: askDelegates,
    filter: tellDelegates,
  },
  query: { traits: () => [`${runtime}\\DelegateQueryTrait`], methods: queryMethods },
})
