import { dialects } from '../dialects/index.js'
import { concernsColumn, type Database, primaryKeyOf, qualifiedName, type Table } from '../model/index.js'
import { parametersOf } from './host.js'
import { nestedSet } from './nested-set/index.js'
import { sortable } from './sortable/index.js'

interface Ordered {
  /** The name in messages. */
  readonly name: string
  /** The name in SQL, as are all names below. */
  readonly table: string
  readonly keys: readonly string[]
  readonly scopes: readonly string[]
}

/** A table whose rows have a rank in lists. */
export interface ListTable extends Ordered {
  readonly kind: 'list'
  readonly rank: string
  /** Whether a unique index contains the rank. */
  readonly isUnique: boolean
  /** The rank of the first row of a list. */
  readonly start: number
  /** The difference between two neighboring ranks. If it is not 1, gaps have no meaning. */
  readonly step: number
}

/** A table whose rows are nodes of trees. */
export interface TreeTable extends Ordered {
  readonly kind: 'tree'
  readonly left: string
  readonly right: string
  readonly level: string
}

/** Returns the tables of a database whose rows have positions in lists or trees that the runtime maintains. */
export const orderedTables = ({ platform, tables }: Database): (ListTable | TreeTable)[] =>
  tables
    .filter(({ readOnly, referenceOnly }) => !readOnly && !referenceOnly)
    .flatMap((table) => [
      ...listOf(table, dialects[platform].quote, dialects[platform].alter.tableName(table)),
      ...treeOf(table, dialects[platform].quote, dialects[platform].alter.tableName(table)),
    ])

/** The distance of fractional ranks in the runtime. */
const fractionalStep = 2 ** 32

type Quote = (name: string) => string

function listOf(table: Table, quote: Quote, written: string): ListTable[] {
  const values = parametersOf(sortable, table)
  if (!values) return []
  const { rank_column: rank, use_scope: isScoped, scope_column: scopes } = values
  return [
    {
      kind: 'list',
      ...sharedOf(table, quote, written, isScoped ? (scopes as readonly string[]) : []),
      rank: quote(String(rank)),
      start: values.rank_type === 'fractional' ? fractionalStep : Number(values.start ?? 1),
      step: values.rank_type === 'fractional' ? fractionalStep : 1,
      isUnique: table.uniques.some((index) => concernsColumn(index, String(rank))),
    },
  ]
}

function treeOf(table: Table, quote: Quote, written: string): TreeTable[] {
  const values = parametersOf(nestedSet, table)
  if (!values) return []
  const column = (name: string): string => quote(String(values[name]))
  return [
    {
      kind: 'tree',
      ...sharedOf(table, quote, written, values.use_scope ? [String(values.scope_column)] : []),
      left: column('left_column'),
      right: column('right_column'),
      level: column('level_column'),
    },
  ]
}

const sharedOf = (table: Table, quote: Quote, written: string, scopes: readonly string[]): Ordered => ({
  name: qualifiedName(table),
  table: written,
  keys: primaryKeyOf(table).map(({ name }) => quote(name)),
  scopes: scopes.map(quote),
})
