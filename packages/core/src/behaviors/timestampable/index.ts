import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { modelMethods, setDatesOfInsert, setDatesOfUpdate } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods, queryTraits, setDateOfQueryUpdate } from './query.js'

/** The dates of a row's creation and of its last change. */
export const timestampable = defineBehavior({
  name: 'timestampable',
  // It sees what other behaviors have changed.
  layer: 70,
  parameters: {
    create_column: p.column({ default: 'created_at', doc: 'column for the creation date' }),
    update_column: p.column({ default: 'updated_at', doc: 'column for the date of the last change' }),
    disable_created_at: p.boolean({ default: false, doc: 'omit the creation date' }),
    disable_updated_at: p.boolean({ default: false, doc: 'omit the date of the last change' }),
    touch_on_query_update: p.boolean({
      default: false,
      doc: 'let query updates set the date of the last change',
    }),
  },
  modifyTable: prepareTable,
  object: {
    methods: modelMethods,
    preInsertRow: setDatesOfInsert,
    preUpdateRow: setDatesOfUpdate,
    setsOwnColumnsOnly: true,
    unchangedWork: () => '',
  },
  query: {
    traits: queryTraits,
    methods: queryMethods,
    preUpdate: setDateOfQueryUpdate,
  },
})
