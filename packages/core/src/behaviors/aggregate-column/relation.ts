import { phpString } from '../../escape/php-literal.js'
import { columnReferences } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import { readWithRow } from '../companion-table.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { methods, requiredConnection } from '../methods.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { writeTransactions } from '../write-transactions.js'
import { aggregateName, runtime } from './owner.js'

const parameters = {
  foreign_table: p.table({ required: true, doc: 'the table that has the columns' }),
  aggregate_id: p.string({ required: true, doc: 'the id of its behavior' }),
  condition: p.string({ default: '', doc: 'which rows count' }),
  keep_update_date: p.boolean({ default: false, doc: 'keep the timestamp of the last change' }),
  agreed: p.boolean({
    default: false,
    doc: 'make cluster nodes agree on every change of a row',
  }),
  columns: p.list({ column_name: p.string(), expression: p.string() }, { required: true }),
  references: p.list(
    { local: p.column({ required: true }), foreign: p.column({ required: true }) },
    { required: true },
  ),
}

type Context = CodeContext<typeof parameters>

/** The behavior of the aggregated table: writing its rows updates the aggregates. */
const relationBehavior = (name: string) =>
  defineBehavior({
    name,
    multiple: true,
    parameters,
    modifyTable: ({ table, params }) =>
      readWithRow(
        table,
        params.references.map(({ local }) => local),
      ),
    object: unlessReadOnly({
      traits: () => [`${runtime}\\AggregateRowTrait`],
      attributes: (context: Context) => [
        context.cls.attribute({
          name: `old${suffix(context)}`,
          type: 'array',
          value: '[]',
          doc: '@var list<list<mixed>> keys of the owners that a save changes',
        }),
      ],
      methods: (context: Context) =>
        methods(context.cls, [
          [
            `protected updateRelated${suffix(context)}(${requiredConnection(context.cls)}): void`,
            php`
              $owners = $this->old${suffix(context)};
              $this->old${suffix(context)} = [];
              $this->refreshAggregateOwners(${id(context)}, $owners, $con);
            `,
          ],
        ]),
      preInsertRow: noteOwners,
      preUpdateRow: noteOwners,
      unchangedWork: () => '',
      postSave: (context: Context) => php`$this->updateRelated${suffix(context)}($con);`,
    }),
    query: unlessReadOnly({
      traits: () => [`${runtime}\\AggregateRowQueryTrait`],
      methods: (context: Context) => {
        const con = requiredConnection(context.cls)
        return methods(context.cls, [
          [
            `protected findRelated${suffix(context)}s(${con}, array $values = []): void`,
            `$this->noteAggregateOwners(${id(context)}, $con, $values);`,
          ],
          [
            `protected updateRelated${suffix(context)}s(${con}): void`,
            `$this->refreshAggregateOwners(${id(context)}, $con);`,
          ],
        ])
      },
      preDelete: (context: Context) => php`$this->findRelated${suffix(context)}s($con);`,
      postDelete: (context: Context) => php`$this->updateRelated${suffix(context)}s($con);`,
      preUpdate: (context: Context) => php`$this->findRelated${suffix(context)}s($con, $values);`,
      postUpdate: (context: Context) => php`$this->updateRelated${suffix(context)}s($con);`,
      filter: writeTransactions,
    }),
  })

export const aggregateColumnRelation = relationBehavior('aggregate_column_relation')
export const aggregateMultipleColumnsRelation = relationBehavior('aggregate_multiple_columns_relation')

/** The id, by which the runtime finds the parameters. */
const id = (context: Context): string => phpString(context.id)

/** Returns a method suffix such as `AuthorNbBooks`: the relation to the owner, and the aggregate. */
function suffix({ table, params }: Context): string {
  const { foreign_table, aggregate_id, references } = params
  const owner = table.other(foreign_table)!
  const relation = table.model.relations.find(
    ({ isLocal, table: other, foreignKey: key }) =>
      isLocal &&
      other === owner.model &&
      key.references.length === references.length &&
      columnReferences(key).every(({ local }, at) => local === references[at]!.local),
  )
  return relation!.name + aggregateName(owner, aggregate_id)
}

function noteOwners(context: Context) {
  return php`$this->old${suffix(context)} = $this->aggregateOwners(${id(context)}, $con);`
}
