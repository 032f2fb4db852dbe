import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { attach } from './attach.js'
import { ownerMethods, ownerTraits } from './owner.js'

/** Several columns that hold aggregates over the rows of one other table. */
export const aggregateMultipleColumns = defineBehavior({
  name: 'aggregate_multiple_columns',
  multiple: true,
  parameters: {
    foreign_table: p.table({ required: true, doc: 'the table with the rows' }),
    foreign_schema: p.string({ default: '', doc: 'the SQL schema of that table' }),
    condition: p.string({ default: '', doc: 'SQL that says which rows count' }),
    columns: p.list(
      { column_name: p.column({ required: true }), expression: p.string({ required: true }) },
      { required: true, doc: 'the columns, and SQL over that table' },
    ),
    foreign_key: p.string({ default: '', doc: 'the foreign key where there are several: its phpName or name' }),
    keep_update_date: p.boolean({ default: false, doc: 'whether the date of the last change stays' }),
  },
  modifyTable: ({ table, params, id }) => attach(table, { ...params, behavior: 'aggregate_multiple_columns', id }),
  object: {
    traits: ownerTraits,
    methods: (context) => {
      const { foreign_table, foreign_schema } = context.params
      const { id } = context
      return ownerMethods(context, { behavior: 'aggregate_multiple_columns', id, foreign_table, foreign_schema }, true)
    },
  },
})
