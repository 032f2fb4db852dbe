import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { askDelegates, modelConstants, modelTraits, tellDelegates } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods, queryTraits } from './query.js'

/** An object that passes calls on to related objects. */
export const delegate = defineBehavior({
  name: 'delegate',
  parameters: {
    to: p.columnList({ required: true, doc: 'the tables that calls are passed to' }),
  },
  modifyTable: prepareTable,
  object: {
    traits: modelTraits,
    constants: modelConstants,
    call: askDelegates,
    filter: tellDelegates,
  },
  query: { traits: queryTraits, methods: queryMethods },
})
