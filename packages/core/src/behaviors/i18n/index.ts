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

/** Texts in several languages, in a table beside the main one. */
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
    // Changed translations are changed related objects.
    unchangedWork: () => '',
    postClear: resetLocale,
    // The translations were added to it, and it showed the last of them.
    postCopy: resetLocale,
    clearReferences: resetLocale,
    filter: addsTranslation,
  },
  query: { traits: () => [`${runtime}\\I18nQueryTrait`], methods: queryMethods },
  tableMap: { constants: defaultLocale },
})
