import { PhpClass } from '../code/php-class.js'
import { type ClassContribution, contribute } from '../contributions.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { tableMapView } from '../views/table-map.js'
import { classDoc } from './doc.js'

/** Builds the table map, which describes a table for the runtime. */
export function tableMap(scope: Scope, contribution?: ClassContribution): PhpClass {
  const { names, own, table } = scope
  const php = new PhpClass('class', own)
  templates.tableMap(tableMapView(scope), php)
  php.doc = classDoc(scope, `The table \`${table.name}\`.`)
  php.parent = names.TableMap
  php.traits = [names.TableMapTrait]
  return contribute(php, contribution)
}
