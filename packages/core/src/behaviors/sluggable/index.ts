import { phpLiteral } from '../../escape/php-literal.js'
import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { modelMethods } from './model.js'
import { prepareTable } from './prepare-table.js'
import { queryMethods } from './query.js'

/** A text for addresses in each row, made of other columns, that no other row has. */
export const sluggable = defineBehavior({
  name: 'sluggable',
  parameters: {
    slug_column: p.column({ default: 'slug', doc: 'the column that holds the slug' }),
    slug_pattern: p.string({ default: '', doc: 'text with the names of getters in braces: /books/{Title}' }),
    replace_pattern: p.string({ default: '/\\W+/', doc: 'regular expression of the characters to replace' }),
    replacement: p.string({ default: '-', doc: 'replacement for these characters' }),
    separator: p.string({ default: '-', doc: 'separator before the number of a duplicate slug' }),
    permanent: p.boolean({ default: false, doc: 'keep the slug when its sources change' }),
    scope_column: {
      ...p.string({ default: '', doc: 'column within whose values slugs are unique' }),
      ofColumns: true,
    },
    unique_constraint: p.boolean({ default: true, doc: 'add a unique index' }),
  },
  modifyTable: prepareTable,
  object: {
    traits: ({ table }) => (table.model.readOnly ? [] : ['Orm\\Runtime\\Behavior\\Sluggable\\SluggableTrait']),
    methods: modelMethods,
    preInsertRow: ({ table }) => (table.model.readOnly ? null : php`$this->prepareSlug($con);`),
    preUpdateRow: ({ table }) => (table.model.readOnly ? null : php`$this->prepareSlug($con);`),
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
