import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import {
  addsTranslation,
  modelAttributes,
  modelConstants,
  modelMethods,
  modelTraits,
  resetLocale,
  touchMain,
} from './model.js'
import { prepareTable, supplyLocale } from './prepare-table.js'
import { queryMethods, queryTraits } from './query.js'
import { tableMapConstants } from './table-map.js'

/** Texts in several languages, in a table beside the main one. */
export const i18n = defineBehavior({
  name: 'i18n',
  order: 70,
  parameters: {
    i18n_table: p.string({ default: '%TABLE%_i18n', doc: 'translation table' }),
    i18n_phpname: p.string({ default: '%PHPNAME%I18n', doc: 'PHP name of the translation table' }),
    i18n_columns: p.columnList({ default: [], doc: 'columns to move to the translation table' }),
    i18n_pk_column: p.column({ doc: 'column of the translation table for the key of the main row' }),
    locale_column: p.column({ default: 'locale', doc: 'column of the translation table for the locale' }),
    locale_length: p.int({ default: 5, doc: 'the size of that column' }),
    default_locale: p.string({ doc: 'the locale of new objects' }),
    locale_alias: p.string({ default: '', doc: 'alias of getLocale() and setLocale()' }),
  },
  modifyDatabase: supplyLocale,
  modifyTable: prepareTable,
  object: {
    traits: modelTraits,
    constants: modelConstants,
    attributes: modelAttributes,
    methods: modelMethods,
    preUpdate: touchMain,
    // Changed translations are changed related objects.
    unchangedWork: () => '',
    postClear: resetLocale,
    // The translations were added to it, and it showed the last of them.
    postCopy: resetLocale,
    clearReferences: resetLocale,
    filter: addsTranslation,
  },
  query: { traits: queryTraits, methods: queryMethods },
  tableMap: { constants: tableMapConstants },
})
