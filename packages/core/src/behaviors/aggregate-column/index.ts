import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { attach } from './attach.js'
import { forgetInCopy, ownerMethods, ownerTraits } from './owner.js'

/** A column that holds an aggregate over the rows of another table. */
export const aggregateColumn = defineBehavior({
  name: 'aggregate_column',
  multiple: true,
  parameters: {
    name: p.column({ required: true, doc: 'column for the aggregate' }),
    foreign_table: p.table({ required: true, doc: 'the table with the rows' }),
    foreign_schema: p.string({ default: '', doc: 'the SQL schema of that table' }),
    expression: p.string({ required: true, doc: 'SQL over that table: COUNT(id)' }),
    condition: p.string({ default: '', doc: 'SQL condition for the rows to count' }),
    foreign_key: p.string({ default: '', doc: 'name or phpName of the foreign key, if there are several' }),
    keep_update_date: p.boolean({ default: false, doc: 'keep the timestamp of the last change' }),
  },
  modifyTable: ({ table, params, id }) =>
    attach(table, {
      ...params,
      behavior: 'aggregate_column',
      id,
      columns: [{ column_name: params.name, expression: params.expression }],
    }),
  object: {
    traits: ownerTraits,
    postCopy: (context) => forgetInCopy(context, [context.params.name]),
    methods: (context) => {
      const { foreign_table, foreign_schema } = context.params
      const { id } = context
      return ownerMethods(context, { behavior: 'aggregate_column', id, foreign_table, foreign_schema }, false)
    },
  },
})
