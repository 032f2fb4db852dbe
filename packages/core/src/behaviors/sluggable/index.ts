import { phpLiteral } from '../../escape/php-literal.js'
import { concernsColumn } from '../../model/index.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { forgetHistoryInCopy, historyQuery, modelMethods, queryMethods, treeConstants } from './code.js'
import { type Context, parameters, prepareTable, skipHistoryTables } from './prepare-table.js'

/** Adds a unique slug for URLs to each row, generated from other columns. */
export const sluggable = defineBehavior({
  name: 'sluggable',
  parameters,
  modifyDatabase: skipHistoryTables,
  modifyTable: prepareTable,
  object: {
    methods: modelMethods,
    ...unlessReadOnly({
      traits: () => ['Orm\\Runtime\\Behavior\\Sluggable\\SluggableTrait'],
      preInsertRow: () => php`$this->prepareSlug($con);`,
      preUpdateRow: ({ params }: Context) =>
        params.history
          ? php`
            $this->prepareSlug($con);
            $this->keepSlug($con);`
          : php`$this->prepareSlug($con);`,
      postCopy: forgetHistoryInCopy,
    }),
    // The unique index prevents duplicates, and the previous slug of a row is read with a locking read.
    plainTransaction: true,
    unchangedWork: () => '$this->wantsSlug()',
  },
  query: { methods: queryMethods },
  tableMap: {
    constants: (context) => {
      const { table, params, cls } = context
      const slug = table.col(params.slug_column).name
      const indexes = table.model.uniques.filter((index) => concernsColumn(index, slug))
      // Databases report the name of an unquoted index in lower case.
      const names = indexes.map(({ name }) => name.toLowerCase())
      return [
        cls.constant({ name: 'SLUG_INDEXES', value: phpLiteral(names) }),
        ...treeConstants(context),
        ...historyQuery(context),
      ]
    },
  },
})
