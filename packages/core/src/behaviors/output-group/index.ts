import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { prepareTable } from './prepare-table.js'
import { collectionAttribute, collectionMethod, groupConstant } from './table-map.js'

const runtime = 'Orm\\Runtime\\Behavior\\OutputGroup'

/** Named subsets of columns and relations for export. */
export const outputGroup = defineBehavior({
  name: 'output_group',
  order: 95,
  parameters: {
    object_collection_class: p.string({ default: '', doc: 'collection class with toOutputGroup()' }),
  },
  modifyTable: prepareTable,
  object: {
    traits: () => [`${runtime}\\OutputGroupTrait`],
    interfaces: () => [`${runtime}\\ObjectWithOutputGroupInterface`],
  },
  tableMap: {
    constants: groupConstant,
    attributes: collectionAttribute,
    methods: collectionMethod,
  },
})
