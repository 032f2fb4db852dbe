import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { attach } from './attach.js'
import { forgetInCopy, ownerMethods, ownerTraits } from './owner.js'

/** Several columns that hold aggregates over the rows of one other table. */
export const aggregateMultipleColumns = defineBehavior({
  name: 'aggregate_multiple_columns',
  multiple: true,
  parameters: {
    foreign_table: p.table({ required: true, doc: 'the table with the rows' }),
    foreign_schema: p.string({ default: '', doc: 'the SQL schema of that table' }),
    condition: p.string({ default: '', doc: 'SQL condition for the rows to count' }),
    columns: p.list(
      { column_name: p.column({ required: true }), expression: p.string({ required: true }) },
      { required: true, doc: 'the columns, and SQL over that table' },
    ),
    foreign_key: p.string({ default: '', doc: 'name or phpName of the foreign key, if there are several' }),
    keep_update_date: p.boolean({ default: false, doc: 'keep the timestamp of the last change' }),
  },
  modifyTable: ({ table, params, id }) => attach(table, { ...params, behavior: 'aggregate_multiple_columns', id }),
  object: {
    traits: ownerTraits,
    postCopy: (context) =>
      forgetInCopy(
        context,
        context.params.columns.map(({ column_name }) => column_name),
      ),
    methods: (context) => {
      const { foreign_table, foreign_schema } = context.params
      const { id } = context
      return ownerMethods(context, { behavior: 'aggregate_multiple_columns', id, foreign_table, foreign_schema }, true)
    },
  },
})
