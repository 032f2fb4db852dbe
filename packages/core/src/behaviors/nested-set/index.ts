import { BuildError } from '../../errors/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { writeTransactions } from '../write-transactions.js'
import { modelConstants, modelMethods } from './model.js'
import { prepareTable } from './prepare-table.js'
import { parameters } from './shape.js'

const runtime = 'Orm\\Runtime\\Behavior\\NestedSet'

const queryTrait = (hasScope: boolean): string =>
  `${runtime}\\${hasScope ? 'SeveralTreesQueryTrait' : 'SingleTreeQueryTrait'}`

/** Trees stored as numbers in each row that define what is below what, with methods that maintain the numbers. */
export const nestedSet = defineBehavior({
  name: 'nested_set',
  // Deletes the descendants before the row itself.
  layer: 20,
  parameters,
  modifyTable: prepareTable,
  object: {
    constants: modelConstants,
    traits: ({ params }) => [
      `${runtime}\\NestedSetTrait`,
      ...(params.method_proxies ? [`${runtime}\\NestedSetProxiesTrait`] : []),
    ],
    methods: modelMethods,
    unchangedWork: () => '$this->treeIntent !== null || $this->nestedSetQueries !== []',
    ...unlessReadOnly({
      preInsertRow: () => php`$this->processNestedSetQueries($con);`,
      preUpdateRow: () => php`$this->processNestedSetQueries($con);`,
      preDelete: () => php`$this->refuseToDeleteRoot($con);`,
      postCopy: () => php`$this->leaveTreeAsCopy();`,
      postClear: () => php`$this->forgetTreePlace();`,
    }),
    clearReferences: () => php`$this->clearTreeReferences();`,
  },
  query: {
    traits: ({ params }) => [queryTrait(params.use_scope)],
    ...unlessReadOnly({
      preDelete: () => php`$this->noteTreesToClose($con);`,
      postDelete: () => php`$this->closeTrees($affectedRows, $con);`,
    }),
    filter: (query, context) => {
      refuseTakenQueryNames(query)
      const trait = context.cls.use(queryTrait(context.params.use_scope))
      query.traitTags.set(trait, `@use ${trait}<${context.cls.model}>`)
      writeTransactions(query, context)
    },
  },
})

/** Methods of the trait, which a method of the class would silently replace. */
const queryMethods = `
  descendantsOf branchOf childrenOf siblingsOf ancestorsOf rootsOf orderByBranch orderByLevel findRoot findTree treeRoots
  inTree findRoots retrieveRoot retrieveRoots retrieveTree deleteTree fixLevels checkTree repairTree`

function refuseTakenQueryNames(query: PhpClass): void {
  const taken = queryMethods.match(/\w+/g)!.find((name) => query.findMethod(name))
  if (taken === undefined) return
  throw new BuildError(`the method ${taken}() of a column or relation is also a method of nested_set`, {
    hint: 'set another phpName for the column or the foreign key',
  })
}
