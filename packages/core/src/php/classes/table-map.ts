import { type ClassDraft, Members, type PhpClass } from '../code/members.js'
import { type ClassContribution, contribute } from '../contributions.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { tableMapView } from '../views/table-map.js'
import { classDoc } from './doc.js'

/** What the runtime knows of a table. */
export function tableMap(scope: Scope, contribution?: ClassContribution): ClassDraft | PhpClass {
  const { names, own, table } = scope
  const members = new Members()
  templates.tableMap(tableMapView(scope), members)
  const php: ClassDraft = {
    kind: 'class',
    name: own.short,
    namespace: own.namespace,
    doc: classDoc(scope, `The table \`${table.name}\`.`),
    parent: names.TableMap,
    interfaces: [],
    traits: [names.InstancePoolTrait, names.TableMapTrait],
    cases: [],
    members,
  }
  return contribute(php, contribution)
}
