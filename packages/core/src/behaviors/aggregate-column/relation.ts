import { phpString } from '../../escape/php-literal.js'
import { columnReferences } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import type { Member } from '../class-builder.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { type Php, php } from '../php.js'
import { writeTransactions } from '../write-transactions.js'
import { aggregateName, runtime } from './owner.js'

/** On the table whose rows count: writing them updates the aggregates. */
const relationBehavior = (name: string) =>
  defineBehavior({
    name,
    multiple: true,
    parameters: {
      foreign_table: p.table({ required: true, doc: 'the table that has the columns' }),
      aggregate_id: p.string({ required: true, doc: 'the id of its behavior' }),
      condition: p.string({ default: '', doc: 'which rows count' }),
      keep_update_date: p.boolean({ default: false, doc: 'keep the timestamp of the last change' }),
      agreed: p.boolean({
        default: false,
        doc: 'make cluster nodes agree on every change of a row',
      }),
      columns: p.list({ column_name: p.string(), expression: p.string() }, { required: true }),
      references: p.list({ local: p.column(), foreign: p.column() }, { required: true }),
    },
    object: {
      traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\AggregateRowTrait`]),
      attributes: (context) => (context.table.model.readOnly ? [] : [owners(context)]),
      methods: (context) => (context.table.model.readOnly ? [] : [updateOwners(context)]),
      preInsertRow: noteOwners,
      preUpdateRow: noteOwners,
      unchangedWork: () => '',
      postSave: (context) => code(context, php`$this->updateRelated${suffix(context)}($con);`),
    },
    query: {
      traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\AggregateRowQueryTrait`]),
      methods: (context) =>
        context.table.model.readOnly
          ? []
          : [find(context), update(context, 's', php`$this->refreshAggregateOwners(${id(context)}, $con);`)],
      preDelete: (context) => code(context, php`$this->findRelated${suffix(context)}s($con);`),
      postDelete: (context) => code(context, php`$this->updateRelated${suffix(context)}s($con);`),
      preUpdate: (context) => code(context, php`$this->findRelated${suffix(context)}s($con, $values);`),
      postUpdate: (context) => code(context, php`$this->updateRelated${suffix(context)}s($con);`),
      filter: writeTransactions,
    },
  })

export const aggregateColumnRelation = relationBehavior('aggregate_column_relation')
export const aggregateMultipleColumnsRelation = relationBehavior('aggregate_multiple_columns_relation')

interface Values {
  readonly foreign_table: string
  readonly aggregate_id: string
  readonly references: readonly { readonly local: string; readonly foreign: string }[]
}

const code = ({ table }: CodeContext, fragment: Php): Php | null => (table.model.readOnly ? null : fragment)

/** By it the runtime finds the parameters. */
const id = (context: CodeContext): string => phpString(context.id)

/** `AuthorNbBooks`: the relation to the owner and what that holds. */
function suffix({ table, params }: CodeContext): string {
  const { foreign_table, aggregate_id, references } = params as unknown as Values
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

const owners = (context: CodeContext): Member =>
  context.cls.attribute({
    name: `old${suffix(context)}`,
    type: 'array',
    value: '[]',
    doc: '@var list<list<mixed>> keys of the owners that a save changes',
  })

function noteOwners(context: CodeContext): Php | null {
  return code(context, php`$this->old${suffix(context)} = $this->aggregateOwners(${id(context)}, $con);`)
}

function updateOwners(context: CodeContext): Member {
  const attribute = `old${suffix(context)}`
  return update(
    context,
    '',
    php`
      $owners = $this->${attribute};
      $this->${attribute} = [];
      $this->refreshAggregateOwners(${id(context)}, $owners, $con);`,
  )
}

const connection = (context: CodeContext): string =>
  `${context.cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con`

const update = (context: CodeContext, plural: string, body: Php): Member =>
  context.cls.method({
    name: `updateRelated${suffix(context)}${plural}`,
    visibility: 'protected',
    params: [connection(context)],
    returns: 'void',
    body,
  })

const find = (context: CodeContext): Member =>
  context.cls.method({
    name: `findRelated${suffix(context)}s`,
    visibility: 'protected',
    params: [connection(context), 'array $values = []'],
    returns: 'void',
    body: php`$this->noteAggregateOwners(${id(context)}, $con, $values);`,
  })
