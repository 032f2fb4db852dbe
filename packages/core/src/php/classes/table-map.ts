import { type ClassDraft, splitMembers } from '../code/members.js'
import { type ClassContribution, contribute } from '../contributions.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { tableMapView } from '../views/table-map.js'
import { classDoc } from './doc.js'

/** What the runtime knows of a table. */
export function tableMap(scope: Scope, contribution?: ClassContribution): ClassDraft {
  const { names, own, table } = scope
  const { constants, methods } = splitMembers(templates.tableMap(tableMapView(scope)))
  const php: ClassDraft = {
    kind: 'class',
    name: own.short,
    namespace: own.namespace,
    doc: classDoc(scope, [`The table \`${table.name}\`.`]),
    parent: names.TableMap,
    interfaces: [],
    traits: [names.InstancePoolTrait, names.TableMapTrait],
    cases: [],
    constants,
    properties: [],
    methods,
  }
  return contribute(php, contribution)
}
