import {
  type CatalogColumn,
  type CatalogForeignKey,
  type CatalogTable,
  type CatalogView,
  type Dialect,
  significantTokens,
  unquotedName,
} from '../../dialects/index.js'
import {
  type Column,
  type ColumnDefault,
  expressionOfWord,
  generatedName,
  integerTypes,
  namedColumns,
  namePattern,
  type SchemaType,
  type Table,
  writeList,
  writtenType,
} from '../../model/index.js'
import {
  byName,
  idOf,
  idText,
  inKeyOrder,
  sharedSequences,
  withoutDefaultSchema,
  withShared,
  writable,
} from './catalog-tables.js'
import { Constraints } from './constraints.js'
import type { ReverseContext, ReverseOptions } from './context.js'
import type { Draft } from './draft.js'
import { type Element, isWritable, unwritable, written } from './element.js'
import { Expressions, hasReturn } from './expressions.js'
import { isKeyColumn, NamedTypes, shortType } from './named-types.js'
import { phpNameFor, tableMapNameFor } from './php-names.js'

export interface ReversedSchema {
  /** The text of `schema.xml`. */
  readonly schema: string
  readonly tables: number
  /** What could not be imported unchanged, one sentence each. */
  readonly notices: readonly string[]
}

/** Writes the tables of a catalog as a schema; only the compiler can tell whether it builds. */
export function draftSchema(
  catalog: readonly CatalogTable[],
  dialect: Dialect,
  options: ReverseOptions & { readonly notice: (text: string) => void },
): Draft {
  const { database, namespace, config, notice, viewsAsTables = false, extensions = [] } = options
  const own = (dialect.ownTables ?? []).map(({ name }) => name)
  const isLeftOut = namePattern([...config.excludeTables, config.migrations.tableName, ...own])
  const kept = catalog.filter(({ name }) => !isLeftOut(name)).sort(byName)
  const sequences = sharedSequences(options.sequences ?? [], kept)
  const tables = withoutDefaultSchema(
    kept.flatMap((table) => writable(table, notice)),
    dialect.defaultSchema,
  ).map((table) => withShared(table, sequences))
  const known = new Map(tables.map((table) => [idOf(table), table]))
  const context: ReverseContext = { dialect, config, known, notice, expressions: new Expressions(dialect, notice) }
  const types = new NamedTypes(context)
  const domains = types.domains(tables)
  types.noteLostTypes(tables)
  const reverse = new Reverse(context, types)
  const root: Element = {
    name: 'database',
    attributes: { name: database, defaultIdMethod: 'native', namespace: namespace || undefined },
    children: [
      ...extensions.map(({ name, schema }) => ({ name: 'extension', attributes: { name, schema } })),
      ...sequences.map(({ name, start, increment }) => ({ name: 'sequence', attributes: { name, start, increment } })),
      ...domains,
      ...tables.flatMap((table) =>
        table.view && !viewsAsTables ? reverse.view(table, table.view) : [reverse.table(table)],
      ),
    ],
  }
  return written(root, notice)
}

class Reverse {
  readonly #context: ReverseContext
  readonly #types: NamedTypes
  readonly #constraints: Constraints
  readonly #classNames = new Set<string>()

  constructor(context: ReverseContext, types: NamedTypes) {
    this.#context = context
    this.#types = types
    this.#constraints = new Constraints(context)
  }

  table(read: CatalogTable): Element {
    const table = this.#withKeyOrder(this.#withOneNumber(read))
    const { name, schema, comment, columns, primaryKey, options = {}, sequence } = table
    const isView = table.view !== undefined
    const expressions = new Map(columns.map((column) => [column, this.#generated(table, column)]))
    const isComputed =
      !isView &&
      primaryKey.length > 0 &&
      columns.some((column) => column.isGenerated || (column.generated && !expressions.get(column)))
    const phpNames = new Set<string>()
    const foreignKeys = this.#constraints.keptKeys(table)
    return {
      name: 'table',
      attributes: {
        name,
        schema,
        phpName: phpNameFor(name, 'table', this.#classNames),
        skipSql: isView || undefined,
        readOnly: isView || undefined,
        ...Object.fromEntries((table.kinds ?? []).map((kind) => [kind, true as const])),
        // Objects only get values computed by the database when their row is reloaded.
        reloadOnInsert: isComputed || undefined,
        reloadOnUpdate: isComputed || undefined,
        isCrossRef: isLink(table, foreignKeys) || undefined,
        description: comment || undefined,
      },
      children: [
        ...columns.map((column) =>
          this.#column(table, column, primaryKey.includes(column.name), phpNames, expressions.get(column)),
        ),
        ...this.#constraints.elements(table, foreignKeys),
        ...(sequence === undefined ? [] : [{ name: 'id-method-parameter', attributes: { value: sequence } }]),
        ...this.#vendor(options),
      ],
    }
  }

  /** Writes a view with its query; returns an empty list if the query cannot be written. */
  view(table: CatalogTable, { sql, materialized, obstacle, callsFunction }: CatalogView): Element[] {
    const place = `${idText(table)}: the view`
    const query = this.#context.dialect.sqlQuery(sql)
    const call = callsFunction && 'it calls a function of the database'
    const problem = obstacle ?? call ?? this.#context.expressions.queryProblem(query, sql)
    if (query === undefined || problem !== undefined) {
      this.#context.notice(`${place} is omitted: ${problem}`)
      return []
    }
    const { name, schema, comment, columns } = table
    const identity = this.#identity(table, query)
    if (identity.length === 0)
      this.#context.notice(
        `${place} has no identity: name the columns that identify its rows, so that queries can find them by key`,
      )
    const own = generatedName(name, 'u', identity.join(), this.#context.dialect.maxIdentifierLength)
    for (const index of table.indexes) {
      const isIdentity = index.unique && namedColumns(index).join('\0') === identity.join('\0')
      if (!isIdentity) this.#context.notice(`${idText(table)}: the index ${index.name} of the view is omitted`)
      else if (index.name !== own)
        this.#context.notice(`${idText(table)}: the index ${index.name} of the view becomes ${own}`)
    }
    const phpNames = new Set<string>()
    // The columns that identify a row need types that a key can have.
    const keyed = { ...table, primaryKey: identity }
    const plain = columns.map(({ default: _, generated: __, domain: ___, ...column }) => ({
      ...column,
      autoIncrement: false,
    }))
    return [
      {
        name: 'view',
        attributes: {
          name,
          schema,
          phpName: phpNameFor(name, 'table', this.#classNames),
          identity: identity.length > 0 ? writeList(identity) : undefined,
          materialized,
          description: comment || undefined,
        },
        children: [
          ...plain.map((column) => this.#column(keyed, column, false, phpNames, undefined)),
          { name: 'sql', attributes: { vendor: this.#context.dialect.name }, text: query },
        ],
      },
    ]
  }

  /**
   * Returns the columns of a unique index, or else the key of the only table that the query reads, if the view has its columns.
   */
  #identity({ name: own, columns, indexes }: CatalogTable, query: string): readonly string[] {
    const has = (name: string): boolean => columns.some((column) => column.name === name)
    const unique = indexes.find(
      (index) =>
        index.unique &&
        index.where === undefined &&
        index.columns.every(({ name, collate }) => name !== undefined && has(name) && collate === undefined),
    )
    if (unique) return namedColumns(unique)
    const words = new Set(
      significantTokens(query, this.#context.dialect.lexicon).map((token) => unquotedName(token).toLowerCase()),
    )
    const read = [...this.#context.known.values()].filter(({ name }) => name !== own && words.has(name.toLowerCase()))
    const [table, another] = read
    if (!table || another || ['join', 'union', 'group'].some((word) => words.has(word))) return []
    return table.primaryKey.every(has) ? table.primaryKey : []
  }

  /** Turns off numbering that a schema cannot express: it only numbers one integer column in the primary key. */
  #withOneNumber(table: CatalogTable): CatalogTable {
    const { columns, primaryKey, sequence, ...rest } = table
    const numbered = columns.filter(({ autoIncrement }) => autoIncrement)
    const isInteger = (column: CatalogColumn): boolean => {
      const guess = this.#context.dialect.reverse.schemaTypeOf(column)
      return guess !== undefined && integerTypes.has(guess.type)
    }
    const chosen = numbered.find((column) => isInteger(column) && primaryKey.includes(column.name))
    for (const { name } of numbered.filter((column) => column !== chosen)) {
      this.#context.notice(`${idText(table)}.${name}: its numbering is omitted`)
    }
    return {
      ...rest,
      primaryKey,
      ...(sequence !== undefined && chosen && { sequence }),
      columns: columns.map((column) =>
        column.autoIncrement && column !== chosen ? { ...column, autoIncrement: false } : column,
      ),
    }
  }

  /** Returns the expression of a generated column, if a schema can express it. */
  #generated(table: CatalogTable, { name, generated }: CatalogColumn): string | undefined {
    if (!generated) return undefined
    const place = `${idText(table)}.${name}: the expression ${generated.expression} that generates its value`
    const isWritten = table.primaryKey.includes(name) || table.foreignKeys.some(({ columns }) => columns.includes(name))
    if (isWritten) this.#context.notice(`${place} is omitted, because the column is in a key`)
    return isWritten ? undefined : this.#context.expressions.expression(generated.expression, place)
  }

  #column(
    table: CatalogTable,
    column: CatalogColumn,
    primaryKey: boolean,
    phpNames: Set<string>,
    generated: string | undefined,
  ): Element {
    const { reverse } = this.#context.dialect
    const list = this.#types.valueList(table, column)
    const known = list ? { type: list.type } : reverse.schemaTypeOf(column)
    // A SQLite column may have no type.
    const isType = column.type === '' || this.#context.dialect.isSqlType(column.type)
    if (!isType)
      this.#context.notice(`${idText(table)}.${column.name}: ${column.type} is not a valid SQL type and is omitted`)
    else if (!known)
      this.#context.notice(
        `${idText(table)}.${column.name}: type ${column.type} has no schema type; it is used unchanged`,
      )
    const guess = known ?? { type: 'VARCHAR' as const }
    const isDefaulted = column.default !== undefined && !column.autoIncrement
    const type = shortType(guess.type, isDefaulted, isKeyColumn(table, column.name))
    const written = list
      ? column.type
      : this.#context.dialect.typeOf(
          { ...guess, type, valueSet: [] } as unknown as Column,
          this.#context.config.adapters,
        )
    const native = guess.unsigned ? column.type.replace(/\s*\b(?:unsigned|zerofill)\b/gi, '') : column.type
    const isSame = known && reverse.canonical(written) === reverse.canonical(native)
    const bare = isDefaulted ? reverse.defaultOf(column, type) : undefined
    // Unlike a string, an expression only becomes a value of an enum by a cast.
    const isCast = list !== undefined && bare?.kind === 'expression' && column.ownDefault !== undefined
    const own = isCast ? reverse.defaultOf({ ...column, default: column.ownDefault! }, type) : bare
    const given = this.#default(table, column, type, own)
    const domain = this.#types.domainName(table, column)
    const { samePhpName } = this.#context.config.migrations
    const phpName = phpNameFor(column.name, 'column', phpNames)
    return {
      name: 'column',
      attributes: {
        name: column.name,
        phpName: samePhpName ? column.name : phpName,
        tableMapName: tableMapNameFor(column.name, phpName),
        domain,
        ...(domain === undefined && {
          type: writtenType(type).type,
          size: isSame ? guess.size : undefined,
          scale: isSame ? guess.scale : undefined,
        }),
        array: guess.array,
        unsigned: guess.zerofill ? undefined : guess.unsigned,
        zerofill: guess.zerofill,
        srid: guess.srid,
        sqlType: isSame || native === '' || !isType || domain !== undefined ? undefined : native,
        primaryKey: primaryKey || undefined,
        autoIncrement: (column.autoIncrement && !column.identity) || undefined,
        identity: column.autoIncrement ? column.identity?.mode : undefined,
        start: column.autoIncrement ? column.identity?.start : undefined,
        increment: column.autoIncrement ? column.identity?.increment : undefined,
        sequence: column.sequence,
        onUpdate: column.changesOnUpdate ? 'CURRENT_TIMESTAMP' : undefined,
        required: (!column.nullable && !primaryKey) || undefined,
        generated,
        valueSet: list && writeList(list.values),
        native: list && true,
        enumName: list?.name,
        stored: generated === undefined ? undefined : String(column.generated!.stored),
        defaultValue: given?.kind === 'value' ? given.text : undefined,
        defaultExpr: given?.kind === 'expression' ? given.text : undefined,
        description: column.comment || undefined,
      },
      children: this.#vendor({ ...guess.vendor, ...column.options }),
    }
  }

  #default(
    table: CatalogTable,
    { name }: CatalogColumn,
    type: SchemaType,
    given: ColumnDefault | undefined,
  ): ColumnDefault | undefined {
    if (given?.kind === 'value' && given.text.includes('\r') && !this.#context.dialect.reverse.escapesReturns) {
      this.#context.notice(`${idText(table)}.${name}: the default ${hasReturn} and is omitted`)
      return undefined
    }
    if (given?.kind === 'value' && !isWritable(given.text)) {
      this.#context.notice(`${idText(table)}.${name}: the default ${unwritable} and is omitted`)
      return undefined
    }
    if (given?.kind === 'value') {
      // A few words have a special meaning in a schema; an SQL string does not.
      const isWord = /^null$/i.test(given.text) || expressionOfWord(given.text, type) !== undefined
      return isWord ? { kind: 'expression', text: this.#context.dialect.reverse.literal(given.text) } : given
    }
    if (!given) return given
    const text = this.#context.expressions.expression(given.text, `${idText(table)}.${name}: the default ${given.text}`)
    return text === undefined ? undefined : { kind: 'expression', text }
  }

  /** Puts columns in the order of the primary key if the schema's SQL would otherwise generate a different key. */
  #withKeyOrder(table: CatalogTable): CatalogTable {
    const { columns, primaryKey } = table
    const drafted = columns.map(({ name, autoIncrement }) => ({
      name,
      autoIncrement,
      primaryKey: primaryKey.includes(name),
    }))
    const made = this.#context.dialect.alter.primaryKey({ columns: drafted } as unknown as Table)
    if (made.join('\0') === primaryKey.join('\0')) return table
    this.#context.notice(`${idText(table)}: the columns of the primary key are in its order (${primaryKey.join(', ')})`)
    return inKeyOrder(table)
  }

  #vendor(parameters: Readonly<Record<string, string>>): Element[] {
    const children = Object.entries(parameters).map(([name, value]) => ({
      name: 'parameter',
      attributes: { name, value },
    }))
    return children.length === 0 ? [] : [{ name: 'vendor', attributes: { type: this.#context.dialect.name }, children }]
  }
}

/**
 * Returns whether a table only links the rows of two others: all its columns are in the key, and all of these in foreign keys.
 */
function isLink({ columns, primaryKey }: CatalogTable, foreignKeys: readonly CatalogForeignKey[]): boolean {
  const linked = new Set(foreignKeys.flatMap((key) => key.columns))
  const targets = new Set(foreignKeys.map(({ foreignSchema, foreignTable }) => `${foreignSchema}.${foreignTable}`))
  return (
    foreignKeys.length === 2 &&
    targets.size === 2 &&
    columns.length === primaryKey.length &&
    columns.every(({ name }) => linked.has(name))
  )
}
