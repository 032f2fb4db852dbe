import { defineBehavior } from '../define-behavior.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { modelMethods, setDatesOfInsert, setDatesOfUpdate } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods, queryTraits, setDateOfQueryUpdate } from './query.js'
import { parameters } from './shape.js'

/** Stores when a row was created and when it was last changed. */
export const timestampable = defineBehavior({
  name: 'timestampable',
  // Runs after the changes of other behaviors.
  layer: 70,
  parameters,
  modifyTable: prepareTable,
  object: unlessReadOnly({
    methods: modelMethods,
    preInsertRow: setDatesOfInsert,
    preUpdateRow: setDatesOfUpdate,
    setsOwnColumnsOnly: true,
    unchangedWork: () => '',
  }),
  query: {
    traits: queryTraits,
    methods: queryMethods,
    preUpdate: setDateOfQueryUpdate,
  },
})
