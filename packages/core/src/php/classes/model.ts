import { phpLiteral } from '../../escape/php-literal.js'
import { PhpClass, type PhpMethod } from '../code/php-class.js'
import { contribute, fragmentLines, type ModelContribution } from '../contributions.js'
import { behaviorMethods, hookMethods, hooks } from '../hook-methods.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { columnViews } from '../views/column-view.js'
import { modelColumnsView } from '../views/model-columns.js'
import { modelCombinationsView } from '../views/model-combinations.js'
import { modelManyToManyView } from '../views/model-many-to-many.js'
import { modelManyToOneView } from '../views/model-many-to-one.js'
import { modelOneToManyView } from '../views/model-one-to-many.js'
import { modelOneToOneView } from '../views/model-one-to-one.js'
import { modelRowsView } from '../views/model-rows.js'
import { savesRows } from '../views/relation-view.js'
import { classDoc } from './doc.js'

/** Builds the base class of a table's model. */
export function baseModel(scope: Scope, contribution?: ModelContribution): PhpClass {
  const { table, names, settings } = scope
  const manyToOne = modelManyToOneView(scope)
  const oneToMany = modelOneToManyView(scope)
  const oneToOne = modelOneToOneView(scope)
  const manyToMany = modelManyToManyView(scope)
  const combinations = modelCombinationsView(scope)
  const columns = columnViews(scope)
  const rows = modelRowsView(
    scope,
    columns,
    { manyToOne: manyToOne.relations, oneToMany: oneToMany.relations, oneToOne: oneToOne.relations },
    fragmentLines(contribution?.postHydrate),
    Boolean(contribution?.parentTable),
  )
  const php = new PhpClass('abstract class', scope.own)
  const hasParent = table.baseClass !== undefined || contribution?.parent !== undefined
  templates.modelColumns(modelColumnsView(scope, columns, hasParent), php)
  templates.modelManyToOne(manyToOne, php)
  templates.modelOneToMany(oneToMany, php)
  templates.modelOneToOne(oneToOne, php)
  templates.modelManyToMany(manyToMany, php)
  templates.modelCombinations(combinations, php)
  templates.modelRows(rows, php)
  php.methods = publicFirst(php.methods)
  // The runtime's hooks have return types, so without native types the class gets its own hooks.
  if (settings.addHooks && !settings.nativeReturnTypes) php.methods.push(...hookMethods(scope, hasParent))
  php.doc = classDoc(scope, `A row of the table \`${table.name}\`.`)
  if (table.baseClass) php.parent = scope.imports.use(table.baseClass.replace(/^\\/, ''))
  php.interfaces.push(names.ActiveRecordInterface)
  if (table.interface) php.interfaces.push(scope.mentioned(table.interface))
  php.traits = traits(scope, contribution, {
    combinations: combinations.relations.length > 0,
    manyToMany: manyToMany.relations.length > 0,
    oneToMany: oneToMany.hasRelations,
    reloads: rows.reloads !== '',
    hasParent,
  })
  contribute(
    php,
    contribution && {
      ...contribution,
      methods: [...(contribution.methods ?? []), ...behaviorMethods(contribution, scope)],
    },
  )
  const replaced = replaceable.filter((name) => php.findMethod(name))
  if (replaced.length > 0) {
    php.constants.push({ name: 'REPLACED_METHODS', doc: [], modifiers: 'protected', value: phpLiteral(replaced) })
  }
  return php
}

/** Methods of runtime traits that the runtime does not call unless a class replaces them. */
const replaceable = ['__construct', 'archive', 'doSave']

/** Sorts public methods first, where a reader looks for them. */
function publicFirst(methods: readonly PhpMethod[]): PhpMethod[] {
  const sorted: PhpMethod[] = []
  const others: PhpMethod[] = []
  for (const method of methods) (method.modifiers.startsWith('public') ? sorted : others).push(method)
  sorted.push(...others)
  return sorted
}

interface Needs {
  readonly combinations: boolean
  readonly manyToMany: boolean
  readonly oneToMany: boolean
  readonly reloads: boolean
  readonly hasParent: boolean
}

/** The methods of GenericFieldsTrait that settings can omit. */
const accessors = [
  'getByName',
  'getByPosition',
  'toArray',
  'exportedRow',
  'exportTo',
  'toXML',
  'toYAML',
  'toJSON',
  'toCSV',
]
const mutators = ['setByName', 'setByPosition', 'fromArray', 'importFrom', 'fromXML', 'fromYAML', 'fromJSON', 'fromCSV']

function traits(scope: Scope, { clearReferences }: ModelContribution = {}, needs: Needs): string[] {
  const { names, settings, table } = scope
  const saves = savesRows(scope)
  // Methods that settings omit become private, so that a stub may use these names. Those of a parent stay public.
  const hidden = (methods: readonly string[]): string[] =>
    needs.hasParent ? [] : methods.map((method) => `${method} as private`)
  const reads = settings.addGenericAccessors
  const writes = settings.addGenericMutators && !table.readOnly
  const aliases = settings.addHooks ? [] : hidden(hooks)
  if (clearReferences) aliases.push('clearAllReferences as private clearRelatedObjects')
  const used = [withAliases(names.ActiveRecordTrait, aliases)]
  if (needs.combinations) used.push(names.CombinationTrait)
  if (reads || writes) {
    const left = [...(reads ? [] : accessors), ...(writes ? [] : mutators)]
    used.push(withAliases(names.GenericFieldsTrait, hidden(left)))
  }
  if (needs.manyToMany) used.push(names.ManyToManyTrait)
  if (needs.oneToMany) used.push(names.OneToManyTrait)
  if (saves) {
    const replaced = needs.reloads ? ['doSave as private doSaveOnce', 'save as private saveRowAndRelated'] : []
    used.push(withAliases(names.PersistenceTrait, replaced))
  }
  return used
}

/** Prints the use of a trait with aliases for some of its methods. */
const withAliases = (trait: string, aliases: readonly string[]): string =>
  aliases.length === 0 ? trait : `${trait} {\n${aliases.map((alias) => `        ${alias};\n`).join('')}    }`
