import type { ParameterItem, ParameterValue } from '../../model/index.js'
import { type Parameter, p } from '../behavior-parameters.js'
import { foreignKeyItems } from '../foreign-key-items.js'

const isItem = (value: ParameterValue[number]): value is ParameterItem => typeof value === 'object'

/** A list of items with arbitrary names. The code that reads the items reports what is wrong. */
const items = <const C extends { readonly default: readonly ParameterItem[]; readonly doc: string }>(options: C) => ({
  expects: 'a list of items',
  ...options,
  parse: (value: ParameterValue): readonly ParameterItem[] | undefined =>
    typeof value === 'string' ? undefined : value.filter(isItem),
  print: (): ParameterValue => [],
})

/** A string, or a list with one item. */
const textOrItem = <const C extends { readonly default: string; readonly doc: string }>(options: C) =>
  ({
    expects: 'text or a list with one item',
    ...options,
    parse: (value: ParameterValue): string | ParameterItem | undefined => {
      if (typeof value === 'string') return value.trim()
      const [item, further] = value.filter(isItem)
      return further === undefined ? item : undefined
    },
    print: (value: string | ParameterItem): ParameterValue => (typeof value === 'string' ? value : [value]),
  }) satisfies Parameter<string | ParameterItem>

export const parameters = {
  table_name: p.string({ default: '', doc: 'the name of the other table' }),
  synced_phpname: p.string({ default: '', doc: 'its PHP name' }),
  table_attributes: items({ default: [], doc: 'additional attributes of the other table' }),
  add_pk: p.string({ default: '', doc: 'separate primary key: true for "id", or a column name' }),
  columns: items({ default: [], doc: 'additional columns' }),
  foreign_keys: foreignKeyItems,
  inherit_from: textOrItem({ default: '', doc: 'table to extend with concrete_inheritance' }),
  sync: p.boolean({ default: true, doc: 'add missing columns to a declared table' }),
  column_prefix: p.string({
    default: '',
    doc: 'prefix of column names: true for the table name, or a string',
  }),
  relation: textOrItem({ default: '', doc: 'a relation to the main table: true, skipSql or attributes' }),
  inherit_foreign_key_relations: p.boolean({ default: false, doc: 'copy the relations' }),
  inherit_foreign_key_constraints: p.boolean({ default: false, doc: 'copy the foreign keys' }),
  sync_indexes: p.boolean({ default: false, doc: 'copy the indexes' }),
  sync_unique_as: p.enum(['', 'index', 'unique'], { default: '', doc: 'how to copy unique indexes' }),
  ignore_columns: p.columnList({ default: [], doc: 'columns to omit' }),
  empty_accessor_columns: p.columnList({
    default: [],
    doc: 'columns with accessors that have no effect: true for the omitted ones',
  }),
  sync_pk_only: p.boolean({ default: false, doc: 'copy only the primary key columns' }),
  on_skip_sql: p.enum(['omit', 'inherit', 'ignore'], {
    default: 'omit',
    doc: 'what to do if the main table has skipSql',
  }),
}
