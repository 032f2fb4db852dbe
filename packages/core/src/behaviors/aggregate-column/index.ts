import { p } from '../behavior-parameters.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { attach } from './attach.js'
import { forgetInCopy, ownerMethods, ownerTraits } from './owner.js'

// Shared by both behaviors, but listed separately: getBehaviors() of the table map keeps their order, which differs.
const foreign_table = p.table({ required: true, doc: 'the table with the rows' })
const foreign_schema = p.string({ default: '', doc: 'the SQL schema of that table' })
const condition = p.string({ default: '', doc: 'SQL condition for the rows to count' })
const foreign_key = p.string({ default: '', doc: 'name or phpName of the foreign key, if there are several' })
const keep_update_date = p.boolean({ default: false, doc: 'keep the timestamp of the last change' })

const single = {
  name: p.column({ required: true, doc: 'column for the aggregate' }),
  foreign_table,
  foreign_schema,
  expression: p.string({ required: true, doc: 'SQL over that table: COUNT(id)' }),
  condition,
  foreign_key,
  keep_update_date,
}

/** A column with an aggregate over the rows of another table. */
export const aggregateColumn = defineBehavior({
  name: 'aggregate_column',
  multiple: true,
  parameters: single,
  modifyTable: ({ table, params, id }) =>
    attach(table, {
      ...params,
      behavior: 'aggregate_column',
      id,
      columns: [{ column_name: params.name, expression: params.expression }],
    }),
  object: unlessReadOnly({
    traits: ownerTraits,
    postCopy: (context: CodeContext<typeof single>) => forgetInCopy(context, [context.params.name]),
    methods: (context: CodeContext<typeof single>) =>
      ownerMethods(context, { behavior: 'aggregate_column', ...context.params }, false),
  }),
})

const several = {
  foreign_table,
  foreign_schema,
  condition,
  columns: p.list(
    { column_name: p.column({ required: true }), expression: p.string({ required: true }) },
    { required: true, doc: 'the columns, and SQL over that table' },
  ),
  foreign_key,
  keep_update_date,
}

/** Several columns with aggregates over the rows of one other table. */
export const aggregateMultipleColumns = defineBehavior({
  name: 'aggregate_multiple_columns',
  multiple: true,
  parameters: several,
  modifyTable: ({ table, params, id }) => attach(table, { ...params, behavior: 'aggregate_multiple_columns', id }),
  object: unlessReadOnly({
    traits: ownerTraits,
    postCopy: (context: CodeContext<typeof several>) =>
      forgetInCopy(
        context,
        context.params.columns.map(({ column_name }) => column_name),
      ),
    methods: (context: CodeContext<typeof several>) =>
      ownerMethods(context, { behavior: 'aggregate_multiple_columns', ...context.params }, true),
  }),
})
