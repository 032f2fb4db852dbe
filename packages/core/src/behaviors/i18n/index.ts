import { defineBehavior } from '../define-behavior.js'
import { unlessReadOnly } from '../unless-read-only.js'
import {
  addsTranslation,
  defaultLocale,
  modelAttributes,
  modelConstants,
  modelMethods,
  resetLocale,
  touchMain,
} from './model.js'
import { prepareTable, supplyLocale } from './prepare-table.js'
import { queryMethods } from './query.js'
import { parameters } from './shape.js'

const runtime = 'Orm\\Runtime\\Behavior\\I18n'

/** Stores texts in several languages in a second table. */
export const i18n = defineBehavior({
  name: 'i18n',
  order: 70,
  parameters,
  modifyDatabase: supplyLocale,
  modifyTable: prepareTable,
  object: {
    traits: () => [`${runtime}\\I18nTrait`],
    constants: modelConstants,
    attributes: modelAttributes,
    methods: modelMethods,
    ...unlessReadOnly({ preUpdate: touchMain }),
    // Changed translations already count as changed related objects.
    unchangedWork: () => '',
    postClear: resetLocale,
    // Adding the translations to the copy has set its locale to the last one.
    postCopy: resetLocale,
    clearReferences: resetLocale,
    filter: addsTranslation,
  },
  query: { traits: () => [`${runtime}\\I18nQueryTrait`], methods: queryMethods },
  tableMap: { constants: defaultLocale },
})
