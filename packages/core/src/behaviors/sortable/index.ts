import { phpString } from '../../escape/php-literal.js'
import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { constants } from './constants.js'
import { modelMethods, watchRank } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods, replaceRankFilter } from './query.js'

const runtime = 'Orm\\Runtime\\Behavior\\Sortable'

/** Ordered lists: a rank in each row, and methods that keep ranks without gaps and duplicates. */
export const sortable = defineBehavior({
  name: 'sortable',
  // The rank of a row is read when nothing else will change it, and ranks are closed before others read them.
  layer: 10,
  parameters: {
    rank_column: p.column({ default: 'sortable_rank', doc: 'the column that holds the rank' }),
    use_scope: p.boolean({ default: false, doc: 'one list for each value of the scope columns' }),
    scope_column: p.columnList({ default: [], doc: 'columns that identify the list' }),
    lock: p.enum(['auto', 'table', 'none'], { default: 'auto', doc: 'what writers lock' }),
  },
  modifyTable: prepareTable,
  object: {
    traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\SortableTrait`]),
    methods: modelMethods,
    preInsertRow: ({ table }) => (table.model.readOnly ? null : php`$this->processSortableQueries($con);`),
    preUpdateRow: ({ table }) => (table.model.readOnly ? null : php`$this->processSortableQueries($con);`),
    unchangedWork: () => '$this->listIntent !== null || $this->sortableQueries !== []',
    postHydrate: ({ table }) => (table.model.readOnly ? null : php`$this->noteListPlace();`),
    postCopy: ({ table }) => (table.model.readOnly ? null : php`$this->leaveListAsCopy();`),
    postClear: ({ table }) => (table.model.readOnly ? null : php`$this->forgetListPlace();`),
    filter: watchRank,
  },
  query: {
    traits: () => [`${runtime}\\SortableQueryTrait`],
    methods: queryMethods,
    preDelete: ({ table }) => (table.model.readOnly ? null : php`$this->noteListsToClose($con);`),
    postDelete: ({ table }) => (table.model.readOnly ? null : php`$this->closeLists($affectedRows, $con);`),
    preUpdate: ({ table }) =>
      table.model.readOnly ? null : php`$this->noteListsToJoin($values, $con, $forceIndividualSaves);`,
    postUpdate: ({ table }) => (table.model.readOnly ? null : php`$this->closeJoinedLists($affectedRows, $con);`),
    filter: replaceRankFilter,
  },
  tableMap: { constants },
})

/** On the table that a scope column refers to: when its rows are deleted, the members of their lists stay in order. */
export const sortableParent = defineBehavior({
  name: 'sortable_parent',
  multiple: true,
  parameters: {
    children: p.table({ required: true, doc: 'the sortable table' }),
    columns: p.list({ local: p.column({ required: true }), foreign: p.column({ required: true }) }, { required: true }),
  },
  query: {
    preDelete: ({ table, params, cls }) => {
      const children = table.other(params.children)
      if (!children) return null
      const pairs = params.columns
        .map(({ local, foreign }) => `${phpString(local)} => ${phpString(foreign)}`)
        .join(', ')
      const query = cls.use(children.classes.query.fqcn, `Child${children.classes.query.short}`)
      return php`${cls.use(`${runtime}\\ListParent`)}::release($this, ${query}::create(), [${pairs}], $con);`
    },
    postDelete: ({ table, params, cls }) => {
      const children = table.other(params.children)
      if (!children) return null
      const query = cls.use(children.classes.query.fqcn, `Child${children.classes.query.short}`)
      return php`${cls.use(`${runtime}\\ListParent`)}::keepPool($this, ${query}::create(), $con);`
    },
  },
})
