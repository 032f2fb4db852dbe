import { type ClassDraft, Members, type PhpClass } from '../code/members.js'
import { contribute, fragmentLines, type ModelContribution } from '../contributions.js'
import { behaviorMethods, hookMethods } from '../hook-methods.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { columnViews } from '../views/column.js'
import { modelColumnsView } from '../views/model-columns.js'
import { modelCombinationsView } from '../views/model-combinations.js'
import { modelManyToManyView } from '../views/model-many-to-many.js'
import { modelManyToOneView } from '../views/model-many-to-one.js'
import { modelOneToManyView } from '../views/model-one-to-many.js'
import { modelOneToOneView } from '../views/model-one-to-one.js'
import { modelRowsView } from '../views/model-rows.js'
import { savesRows } from '../views/relation.js'
import { classDoc } from './doc.js'

/** The base class of a table's objects. */
export function baseModel(scope: Scope, contribution?: ModelContribution): ClassDraft | PhpClass {
  const { table, names } = scope
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
  )
  const members = new Members(true)
  templates.modelColumns(modelColumnsView(scope, columns), members)
  templates.modelManyToOne(manyToOne, members)
  templates.modelOneToMany(oneToMany, members)
  templates.modelOneToOne(oneToOne, members)
  templates.modelManyToMany(manyToMany, members)
  templates.modelCombinations(combinations, members)
  templates.modelRows(rows, members)
  if (writesHooks(scope)) members.lastMethods(hookMethods(scope))
  const php: ClassDraft = {
    kind: 'abstract class',
    name: scope.own.short,
    namespace: scope.own.namespace,
    doc: classDoc(scope, `A row of the table \`${table.name}\`.`),
    ...(table.baseClass && { parent: scope.imports.use(table.baseClass.replace(/^\\/, '')) }),
    interfaces: [names.ActiveRecordInterface, ...(table.interface ? [scope.mentioned(table.interface)] : [])],
    traits: traits(scope, contribution, {
      combinations: combinations.relations.length > 0,
      manyToMany: manyToMany.relations.length > 0,
      oneToMany: oneToMany.hasRelations,
      reloads: rows.reloads !== '',
    }),
    cases: [],
    members,
  }
  return contribute(
    php,
    contribution && {
      ...contribution,
      methods: [...(contribution.methods ?? []), ...behaviorMethods(contribution, scope)],
    },
  )
}

/** Hooks are written out where the runtime's own would not do: under a parent class, or without return types. */
const writesHooks = (scope: Scope): boolean =>
  scope.settings.addHooks &&
  savesRows(scope) &&
  (scope.table.baseClass !== undefined || !scope.settings.nativeReturnTypes)

interface Needs {
  readonly combinations: boolean
  readonly manyToMany: boolean
  readonly oneToMany: boolean
  readonly reloads: boolean
}

function traits(scope: Scope, { call, clearReferences }: ModelContribution = {}, needs: Needs): string[] {
  const { names, settings, table } = scope
  const renamed = (trait: string, methods: readonly (readonly [string, string])[]): string =>
    methods.length === 0
      ? trait
      : `${trait} {\n${methods.map(([method, name]) => `        ${method} as private ${name};\n`).join('')}    }`
  return [
    renamed(names.ActiveRecordTrait, [
      ...(call ? ([['__call', 'callByName']] as const) : []),
      ...(clearReferences ? ([['clearAllReferences', 'clearRelatedObjects']] as const) : []),
    ]),
    ...(needs.combinations ? [names.CombinationTrait] : []),
    ...(settings.addGenericAccessors ? [names.GenericAccessorsTrait] : []),
    ...(settings.addGenericMutators && !table.readOnly ? [names.GenericMutatorsTrait] : []),
    ...(settings.addHooks && savesRows(scope) && !writesHooks(scope) ? [names.HooksTrait] : []),
    ...(needs.manyToMany ? [names.ManyToManyTrait] : []),
    ...(needs.oneToMany ? [names.OneToManyTrait] : []),
    ...(savesRows(scope)
      ? [renamed(names.PersistenceTrait, needs.reloads ? [['save', 'saveRowAndRelated']] : [])]
      : []),
  ]
}
