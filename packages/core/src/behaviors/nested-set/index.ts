import { p } from '../behavior-parameters.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import { writeTransactions } from '../write-transactions.js'
import { modelConstants, modelMethods } from './model.js'
import { prepareTable } from './prepare-table.js'
import { refuseTakenQueryNames } from './taken-names.js'

const runtime = 'Orm\\Runtime\\Behavior\\NestedSet'

const queryTrait = (hasScope: boolean): string =>
  `${runtime}\\${hasScope ? 'SeveralTreesQueryTrait' : 'SingleTreeQueryTrait'}`

const unlessReadOnly = ({ table }: CodeContext, code: Php): Php | null => (table.model.readOnly ? null : code)

/** Trees: numbers in each row that say what is below what, and methods that keep them right. */
export const nestedSet = defineBehavior({
  name: 'nested_set',
  // Its descendants are deleted before a row itself is.
  layer: 20,
  parameters: {
    left_column: p.column({ default: 'tree_left', doc: 'the column for the left number' }),
    right_column: p.column({ default: 'tree_right', doc: 'the column for the right number' }),
    level_column: p.column({ default: 'tree_level', doc: 'the column for the depth' }),
    use_scope: p.boolean({ default: false, doc: 'one tree for each value of the scope column' }),
    scope_column: p.column({ default: 'tree_scope', doc: 'column that identifies the tree' }),
    method_proxies: p.boolean({ default: false, doc: 'generate alias methods' }),
  },
  modifyTable: prepareTable,
  object: {
    constants: modelConstants,
    traits: ({ params }) => [
      `${runtime}\\NestedSetTrait`,
      ...(params.method_proxies ? [`${runtime}\\NestedSetProxiesTrait`] : []),
    ],
    methods: modelMethods,
    preInsertRow: (context) => unlessReadOnly(context, php`$this->processNestedSetQueries($con);`),
    preUpdateRow: (context) => unlessReadOnly(context, php`$this->processNestedSetQueries($con);`),
    unchangedWork: () => '$this->treeIntent !== null || $this->nestedSetQueries !== []',
    preDelete: (context) => unlessReadOnly(context, php`$this->refuseToDeleteRoot($con);`),
    postCopy: (context) => unlessReadOnly(context, php`$this->leaveTreeAsCopy();`),
    postClear: (context) => unlessReadOnly(context, php`$this->forgetTreePlace();`),
    clearReferences: () => php`$this->clearTreeReferences();`,
  },
  query: {
    traits: ({ params }) => [queryTrait(params.use_scope)],
    preDelete: (context) => unlessReadOnly(context, php`$this->noteTreesToClose($con);`),
    postDelete: (context) => unlessReadOnly(context, php`$this->closeTrees($affectedRows, $con);`),
    filter: (query, context) => {
      refuseTakenQueryNames(query)
      const trait = context.cls.use(queryTrait(context.params.use_scope))
      query.traitTags.set(trait, `@use ${trait}<${context.cls.model}>`)
      writeTransactions(query, context)
    },
  },
})
