import { defineBehavior } from '../define-behavior.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { modelMethods, setDatesOfInsert, setDatesOfUpdate } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods, queryTraits, setDateOfQueryUpdate } from './query.js'
import { parameters } from './shape.js'

/** The dates of a row's creation and of its last change. */
export const timestampable = defineBehavior({
  name: 'timestampable',
  // It sees what other behaviors have changed.
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
