import { phpLiteral } from '../../escape/php-literal.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { modelMethods, queryMethods } from './code.js'
import { parameters, prepareTable } from './prepare-table.js'

/** A text for addresses in each row, made of other columns, that no other row has. */
export const sluggable = defineBehavior({
  name: 'sluggable',
  parameters,
  modifyTable: prepareTable,
  object: {
    methods: modelMethods,
    ...unlessReadOnly({
      traits: () => ['Orm\\Runtime\\Behavior\\Sluggable\\SluggableTrait'],
      preInsertRow: () => php`$this->prepareSlug($con);`,
      preUpdateRow: () => php`$this->prepareSlug($con);`,
    }),
    // The unique index decides, not what was seen before.
    plainTransaction: true,
    unchangedWork: () => '$this->wantsSlug()',
  },
  query: { methods: queryMethods },
  tableMap: {
    constants: ({ table, params, cls }) => {
      const slug = table.col(params.slug_column).name
      const indexes = table.model.uniques.filter(({ columns }) => columns.some(({ name }) => name === slug))
      // Databases tell the name of an index in lower case where nobody quoted it.
      const names = indexes.map(({ name }) => name.toLowerCase())
      return [cls.constant({ name: 'SLUG_INDEXES', value: phpLiteral(names) })]
    },
  },
})
