import { defineBehavior } from '../define-behavior.js'
import { parameters, prepareTable } from './prepare-table.js'
import { collectionAttribute, collectionMethod, groupConstant } from './table-map.js'

const runtime = 'Orm\\Runtime\\Behavior\\OutputGroup'

/** Defines named subsets of columns and relations for export. */
export const outputGroup = defineBehavior({
  name: 'output_group',
  order: 95,
  parameters,
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
