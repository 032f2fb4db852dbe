import type {
  CatalogCheck,
  CatalogExclusion,
  CatalogForeignKey,
  CatalogIndex,
  CatalogIndexColumn,
  CatalogTable,
} from '../../dialects/index.js'
import {
  foreignKeyIndexName,
  generatedName,
  indexAbout,
  type PlainPartition,
  readList,
  type SchemaType,
  tellingMethod,
  writeList,
} from '../../model/index.js'
import { idOf, idText } from './catalog-tables.js'
import type { ReverseContext } from './context.js'
import type { Element } from './element.js'

/** Writes the parts of a table other than columns: keys, indexes, checks, exclusions and partitions. */
export class Constraints {
  readonly #context: ReverseContext

  constructor(context: ReverseContext) {
    this.#context = context
  }

  /** Returns the foreign keys whose tables are in the schema. */
  keptKeys(table: CatalogTable): readonly CatalogForeignKey[] {
    return table.foreignKeys.filter((key) => this.#isKept(table, key))
  }

  elements(table: CatalogTable, foreignKeys: readonly CatalogForeignKey[]): Element[] {
    return [
      ...foreignKeys.map((key) => this.#foreignKey(table, key)),
      ...table.indexes.filter((index) => !this.#isImplied(index, table)).flatMap((index) => this.#index(table, index)),
      ...(table.checks ?? []).flatMap((check) => this.#check(table, check)),
      ...(table.exclusions ?? []).flatMap((exclusion) => this.#exclusion(table, exclusion)),
      ...(table.partition ? this.#partition(table, table.partition) : []),
    ]
  }

  #isKept(table: CatalogTable, { foreignTable, foreignSchema, columns }: CatalogForeignKey): boolean {
    const target = { name: foreignTable, ...(foreignSchema !== undefined && { schema: foreignSchema }) }
    if (this.#context.known.has(idOf(target))) return true
    this.#context.notice(
      `${idText(table)}: the foreign key on ${columns.join(', ')} is omitted, because its table ${idText(target)} is`,
    )
    return false
  }

  #foreignKey(table: CatalogTable, key: CatalogForeignKey): Element {
    const { columns, foreignColumns, foreignTable, foreignSchema, onDelete, onUpdate, deferrable, matchFull } = key
    return {
      name: 'foreign-key',
      attributes: {
        name: key.name === this.#foreignKeyName(table, key) ? undefined : key.name,
        foreignTable,
        foreignSchema: foreignSchema === table.schema ? undefined : foreignSchema,
        onDelete,
        onUpdate,
        deferrable: deferrable && `initially ${deferrable}`,
        match: matchFull && 'full',
      },
      children: [
        ...columns.map((local, position) => ({
          name: 'reference',
          attributes: { local, foreign: foreignColumns[position] },
        })),
      ],
    }
  }

  #foreignKeyName({ name, schema }: CatalogTable, key: CatalogForeignKey): string {
    const written = key.foreignSchema === schema ? '' : (key.foreignSchema ?? '')
    const about = `${written}.${key.foreignTable}:${key.columns.join(',')}:${key.foreignColumns.join(',')}`
    return generatedName(name, 'fk', about, this.#context.dialect.maxIdentifierLength)
  }

  #index(table: CatalogTable, read: CatalogIndex): Element[] {
    const { name, unique } = read
    const element = unique ? 'unique' : 'index'
    const place = `${idText(table)}: the ${element} ${name ?? ''}`.trim()
    // Without one of its expressions or its condition, it would be a different index.
    const where = read.where === undefined ? undefined : this.#context.expressions.expression(read.where, place)
    const columns = read.columns.flatMap((column): CatalogIndexColumn[] => {
      if (column.expression === undefined) return [column]
      const expression = this.#context.expressions.expression(column.expression, place)
      return expression === undefined ? [] : [{ ...column, expression }]
    })
    if (where === undefined && read.where !== undefined) return []
    if (columns.length < read.columns.length) return []
    const contents = {
      columns,
      ...(read.included && { included: read.included.map((column) => ({ name: column })) }),
      ...(where !== undefined && { where }),
    }
    // For an index that is not unique, the catalog only contains significant methods.
    const method = unique
      ? tellingMethod({ ...contents, unique, ...(read.method && { method: read.method }) })
      : read.method
    const about = indexAbout({ ...contents, ...(method && { method }) })
    const own = generatedName(table.name, unique ? 'u' : 'i', about, this.#context.dialect.maxIdentifierLength)
    return [
      {
        name: element,
        attributes: {
          name: name === own ? undefined : name,
          where,
          method,
          deferrable: read.deferrable && `initially ${read.deferrable}`,
          nullsNotDistinct: read.nullsNotDistinct,
        },
        children: [
          ...columns.map((attributes) => ({ name: `${element}-column`, attributes })),
          ...(read.included ?? []).map((column) => ({ name: 'index-include', attributes: { name: column } })),
        ],
      },
    ]
  }

  /** Returns whether the build adds the index automatically for a foreign key. */
  #isImplied({ name, unique, columns, method }: CatalogIndex, table: CatalogTable): boolean {
    if (!this.#context.dialect.indexesForeignKeys || name === undefined) return false
    if (unique || method !== undefined || columns.some((column) => column.order || !column.name || column.size))
      return false
    return (
      name.startsWith('i_referenced_') ||
      table.foreignKeys.some((key) => key.name !== undefined && foreignKeyIndexName(key.name) === name)
    )
  }

  #check(table: CatalogTable, { name, expression: text }: CatalogCheck): Element[] {
    const place = `${idText(table)}: the check ${name ?? text}`
    const expression = this.#context.expressions.expression(text, place)
    if (expression === undefined) return []
    const own = generatedName(table.name, 'c', expression, this.#context.dialect.maxIdentifierLength)
    return [{ name: 'check', attributes: { name: name === own ? undefined : name, expression } }]
  }

  #exclusion(table: CatalogTable, { name, method, parts, where, deferrable }: CatalogExclusion): Element[] {
    const place = `${idText(table)}: the exclusion constraint ${name}`
    const read = parts.map(({ column, expression, operator }) => ({
      name: column,
      expression: expression === undefined ? undefined : this.#context.expressions.expression(expression, place),
      operator,
    }))
    const condition = where === undefined ? undefined : this.#context.expressions.expression(where, place)
    const isWhole = read.every((part) => part.name ?? part.expression) && (where === undefined || condition)
    if (!isWhole) return []
    return [
      {
        name: 'exclude',
        attributes: { name, using: method, where: condition, deferrable: deferrable && `initially ${deferrable}` },
        children: read.map((attributes) => ({ name: 'exclude-column', attributes })),
      },
    ]
  }

  /** Writes the partitions if a schema can express their columns and values. */
  #partition(table: CatalogTable, { by, columns, count, parts }: PlainPartition): Element[] {
    const columnTypeOf = (name: string): SchemaType | undefined => {
      const column = table.columns.find((each) => each.name === name)
      return column && this.#context.dialect.reverse.schemaTypeOf(column)?.type
    }
    const types: readonly (SchemaType | undefined)[] = this.#context.dialect.partitions?.types ?? []
    const lists = [columns, ...parts.flatMap(({ from, to, values }) => [from, to, values])]
    const isSaid =
      (by === 'hash' || columns.every((name) => types.includes(columnTypeOf(name)))) &&
      lists.every((list) => list.length === 0 || readList(writeList(list)).join('\0') === list.join('\0'))
    if (!isSaid) {
      this.#context.notice(`${idText(table)}: the partitions by ${by} of ${columns.join(', ')} are omitted`)
      return []
    }
    const listOf = (list: readonly string[]): string | undefined => (list.length > 0 ? writeList(list) : undefined)
    return [
      {
        name: 'partition',
        attributes: { by, columns: writeList(columns), parts: count },
        children: parts.map(({ name, from, to, values }) => ({
          name: 'part',
          attributes: { name, from: listOf(from), to: listOf(to), values: listOf(values) },
        })),
      },
    ]
  }
}
