import { phpString } from '../../escape/php-literal.js'
import { p } from '../behavior-parameters.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { constants } from './constants.js'
import { modelMethods, watchRank } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods, replaceRankFilter } from './query.js'
import { parameters } from './shape.js'

const runtime = 'Orm\\Runtime\\Behavior\\Sortable'

/** Ordered lists: a rank in each row, and methods that keep the ranks free of gaps and duplicates. */
export const sortable = defineBehavior({
  name: 'sortable',
  // The innermost layer: the rank is read after all other changes, and gaps are closed before other code reads the ranks.
  layer: 10,
  parameters,
  modifyTable: prepareTable,
  object: unlessReadOnly({
    traits: () => [`${runtime}\\SortableTrait`],
    methods: modelMethods,
    preInsertRow: () => php`$this->processSortableQueries($con);`,
    preUpdateRow: () => php`$this->processSortableQueries($con);`,
    unchangedWork: () => '$this->listIntent !== null || $this->sortableQueries !== []',
    postHydrate: () => php`$this->noteListPlace();`,
    postCopy: () => php`$this->leaveListAsCopy();`,
    postClear: () => php`$this->forgetListPlace();`,
    filter: watchRank,
  }),
  query: {
    traits: () => [`${runtime}\\SortableQueryTrait`],
    methods: queryMethods,
    ...unlessReadOnly({
      preDelete: () => php`$this->noteListsToClose($con);`,
      postDelete: () => php`$this->closeLists($affectedRows, $con);`,
      preUpdate: () => php`$this->noteListsToJoin($values, $con, $forceIndividualSaves);`,
      postUpdate: () => php`$this->closeJoinedLists($affectedRows, $con);`,
    }),
    filter: replaceRankFilter,
  },
  tableMap: { constants },
})

/** The behavior of a table that a scope column refers to: when its rows are deleted, their list members stay in order. */
export const sortableParent = defineBehavior({
  name: 'sortable_parent',
  multiple: true,
  parameters: {
    children: p.table({ required: true, doc: 'the sortable table' }),
    columns: p.list({ local: p.column({ required: true }), foreign: p.column({ required: true }) }, { required: true }),
  },
  query: {
    preDelete: (context) => {
      const pairs = context.params.columns.map(({ local, foreign }) => `${phpString(local)} => ${phpString(foreign)}`)
      return ofChildren(context, context.params, 'release', `[${pairs.join(', ')}], $con`)
    },
    postDelete: (context) => ofChildren(context, context.params, 'keepPool', '$con'),
  },
})

/** The behavior of tables whose deleted rows also delete list members, through cascading foreign keys. */
export const sortableCascade = defineBehavior({
  name: 'sortable_cascade',
  // Runs after the lists of the table itself have been closed.
  layer: 11,
  query: unlessReadOnly({
    preDelete: ({ cls }) => php`${cls.use(`${runtime}\\ListCascade`)}::note($this, $con);`,
    postDelete: ({ cls }) => php`${cls.use(`${runtime}\\ListCascade`)}::close($this, $affectedRows, $con);`,
  }),
})

/** Returns a call for the sortable table, with a query on it. */
function ofChildren({ table, cls }: CodeContext, params: { readonly children: string }, call: string, rest: string) {
  const children = table.other(params.children)
  if (!children) return null
  const query = cls.use(children.classes.query.fqcn, `Child${children.classes.query.short}`)
  return php`${cls.use(`${runtime}\\ListParent`)}::${call}($this, ${query}::create(), ${rest});`
}
