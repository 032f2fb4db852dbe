import type { Config } from '../../config/index.js'
import {
  type CatalogCheck,
  type CatalogColumn,
  type CatalogExclusion,
  type CatalogForeignKey,
  type CatalogIndex,
  type CatalogIndexColumn,
  type CatalogTable,
  type CatalogValueType,
  type CatalogView,
  type Dialect,
  significantTokens,
  unquotedName,
} from '../../dialects/index.js'
import {
  type Column,
  type ColumnDefault,
  type Extension,
  expressionOfWord,
  fittedName,
  foreignKeyIndexName,
  generatedName,
  indexAbout,
  lobTypes,
  namedColumns,
  type PlainPartition,
  readList,
  type SchemaType,
  type Sequence,
  tellingMethod,
  valueConstant,
  writeList,
  writtenType,
} from '../../model/index.js'
import type { Draft } from './draft.js'
import { phpNameFor, tableMapNameFor } from './php-names.js'

export interface ReverseOptions {
  /** `name` of the `<database>`. */
  readonly database: string
  readonly namespace?: string
  /** What the server has besides itself. */
  readonly extensions?: readonly Extension[]
  /** Sequences that belong to no column. */
  readonly sequences?: readonly Sequence[]
  /** Whether views become read-only tables without their SQL. @default false */
  readonly viewsAsTables?: boolean
  readonly config: Pick<Config, 'adapters' | 'excludeTables' | 'migrations'>
}

export interface ReversedSchema {
  /** The text of a `schema.xml`. */
  readonly schema: string
  readonly tables: number
  /** What could not be taken over as it is, one sentence each. */
  readonly notices: readonly string[]
}

/** Tables of a catalog in the terms of a schema; whether that builds is for the compiler to say. */
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
  const reverse = new Reverse(dialect, config, known, notice)
  const domains = reverse.domains(tables)
  reverse.noteLostTypes(tables)
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

/** A sequence that only numbers keys, from 1 by 1, is made with their table. */
const sharedSequences = (sequences: readonly Sequence[], tables: readonly CatalogTable[]): readonly Sequence[] =>
  sequences.filter(
    ({ name, start, increment }) =>
      clean(name) === name &&
      (start !== undefined ||
        increment !== undefined ||
        tables.some(({ columns }) => columns.some(({ sequence }) => sequence === name)) ||
        !tables.some(({ sequence }) => sequence === name)),
  )

/** A key that takes its numbers of a sequence which others share is no auto-increment column. */
function withShared(table: CatalogTable, sequences: readonly Sequence[]): CatalogTable {
  const isShared = (name: string | undefined): boolean => sequences.some((sequence) => sequence.name === name)
  const { sequence, ...rest } = table
  return {
    ...rest,
    ...(sequence !== undefined && !isShared(sequence) && { sequence }),
    columns: table.columns.map((column) => {
      const isNumbered = column.autoIncrement && table.primaryKey.includes(column.name)
      if (isNumbered && sequence !== undefined && isShared(sequence))
        return { ...column, autoIncrement: false, sequence }
      return column
    }),
  }
}

/** A table without what has a name that no XML can hold; none where that is its own. */
function writable(table: CatalogTable, notice: (text: string) => void): CatalogTable[] {
  if (!isWritable(table.name)) {
    notice(`table ${clean(table.name)} is omitted: its name ${unwritable}`)
    return []
  }
  const columns = table.columns.filter(({ name, type }) => isWritable(name) && isWritable(type))
  for (const { name } of table.columns.filter((column) => !columns.includes(column))) {
    const what = isWritable(name) ? 'type' : 'name'
    notice(`${table.name}.${clean(name)} is omitted: its ${what} ${unwritable}`)
  }
  return [
    {
      ...withoutOddComment(table, table.name, notice),
      columns: columns.map((column) => withoutOddComment(column, `${table.name}.${column.name}`, notice)),
    },
  ]
}

const isWritable = (text: string): boolean => clean(text) === text

const unwritable = 'contains a character that XML cannot represent'

function withoutOddComment<T extends { readonly comment?: string }>(
  described: T,
  place: string,
  notice: (text: string) => void,
): T {
  const { comment, ...rest } = described
  if (comment === undefined || isWritable(comment)) return described
  notice(`${place}: the comment ${unwritable} and is omitted`)
  return rest as T
}

/** An element of the schema in its own terms; what is undefined is not written. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number | true | undefined>>
  readonly children?: readonly Element[]
  readonly text?: string
}

/** An element as a draft, without what has a character that no XML can hold. */
function written({ name, attributes, children = [], text }: Element, notice: (text: string) => void): Draft {
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
    ),
    children: children.flatMap((child) => {
      if (isWritableElement(child)) return [written(child, notice)]
      const place = name === 'database' ? '' : `${attributes.name}: `
      notice(clean(`${place}${child.name} ${child.attributes.name ?? ''} is omitted: it ${unwritable}`))
      return []
    }),
    ...(text !== undefined && { text }),
  }
}

/** A table or a view can do without one of its parts, which cannot do without one of theirs. */
const isWritableElement = ({ name, attributes, children = [], text = '' }: Element): boolean =>
  [...Object.values(attributes), text].every((value) => isWritable(String(value))) &&
  (name === 'table' || name === 'view' || children.every(isWritableElement))

/** XML has no way to write most control characters. */
const clean = (text: string): string => text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

/** Once a table is in another schema, all need theirs: a foreign key looks in the schema of its own table. */
function withoutDefaultSchema(tables: readonly CatalogTable[], usual: string | undefined): readonly CatalogTable[] {
  const own = tables.find(({ isInDefaultSchema }) => isInDefaultSchema)?.schema ?? usual
  if (own === undefined || tables.some(({ schema }) => schema !== own)) return tables
  return tables.map(({ schema: _, ...table }) => ({
    ...table,
    columns: table.columns.map((column) => withoutSchema(column, own)),
    foreignKeys: table.foreignKeys.map(({ foreignSchema, ...key }) =>
      foreignSchema === own || foreignSchema === undefined ? key : { ...key, foreignSchema },
    ),
  }))
}

function withoutSchema(column: CatalogColumn, own: string): CatalogColumn {
  const { valueType, domain } = column
  return {
    ...column,
    ...(valueType && { valueType: outOf(own, valueType) }),
    ...(domain && { domain: outOf(own, domain) }),
  }
}

function outOf<T extends { readonly schema?: string }>(own: string, type: T): T {
  const { schema, ...rest } = type
  return schema === own ? (rest as T) : type
}

/** Whole names, in which `*` stands for any characters. */
export function namePattern(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`, 's')
  })
  return (name) => expressions.some((expression) => expression.test(name))
}

const idOf = ({ schema = '', name }: { readonly schema?: string; readonly name: string }): string => `${schema}.${name}`

const byName = (a: CatalogTable, b: CatalogTable): number => (idOf(a) < idOf(b) ? -1 : 1)

/** The first function in an expression that a catalog must not make anybody call. */
function calledIn(expression: string, { lexicon, reverse }: Dialect): string | undefined {
  const tokens = significantTokens(expression, lexicon)
  return tokens
    .filter((_, index) => tokens[index + 1] === '(')
    .map((token) => unquotedName(token).toLowerCase())
    .find((name) => reverse.reachesOut?.test(name))
}

const hasReturn = 'has a carriage return in a string, which SQL files do not keep,'

/** Whether a string or a name has one; between them it is a blank. */
const hasQuotedReturn = (text: string, { lexicon }: Dialect): boolean =>
  text.includes('\r') && significantTokens(text, lexicon).some((token) => token.trim().includes('\r'))

/** A native ENUM or SET in the terms of a schema. */
interface ValueList {
  readonly type: 'ENUM_NATIVE' | 'SET_NATIVE'
  readonly values: readonly string[]
  readonly name?: string
}

/** A column of a domain, and what any of them is. */
interface DomainUse {
  readonly column: CatalogColumn
  readonly isDefaulted: boolean
  readonly isInKey: boolean
}

class Reverse {
  readonly #dialect: Dialect
  readonly #config: ReverseOptions['config']
  readonly #known: ReadonlyMap<string, CatalogTable>
  readonly #notice: (text: string) => void
  readonly #classNames = new Set<string>()
  /** Domains that the schema says. */
  readonly #domains = new Set<string>()
  /** Names of types that the schema does not have. */
  readonly #lostTypes = new Set<string>()

  constructor(
    dialect: Dialect,
    config: ReverseOptions['config'],
    known: ReadonlyMap<string, CatalogTable>,
    notice: (text: string) => void,
  ) {
    this.#dialect = dialect
    this.#config = config
    this.#known = known
    this.#notice = notice
  }

  /** The domains of all columns, as far as a schema can say them. */
  domains(tables: readonly CatalogTable[]): Element[] {
    const uses = new Map<string, DomainUse>()
    for (const table of tables.filter(({ view }) => !view)) {
      for (const column of table.columns.filter(({ domain }) => domain)) {
        const use = uses.get(idOf(column.domain!)) ?? { column, isDefaulted: false, isInKey: false }
        uses.set(idOf(column.domain!), {
          column: use.column,
          isDefaulted: use.isDefaulted || column.default !== undefined,
          isInKey: use.isInKey || isKeyColumn(table, column.name),
        })
      }
    }
    const names = new Set<string>()
    return [...uses].flatMap(([id, use]) => {
      const element = names.has(use.column.domain!.name) ? undefined : this.#domain(use)
      if (!element) return []
      names.add(use.column.domain!.name)
      this.#domains.add(id)
      return [element]
    })
  }

  /** Notes the types of columns that become others, so that no expression casts to them. */
  noteLostTypes(tables: readonly CatalogTable[]): void {
    for (const { valueType, domain } of tables.flatMap(({ columns }) => columns)) {
      if (valueType && !this.#isSaid(valueType.values, valueType.isSet, valueType)) this.#lostTypes.add(valueType.name)
      if (domain && !this.#domains.has(idOf(domain))) this.#lostTypes.add(domain.name)
    }
  }

  /** The first type that an expression casts to and that the schema does not have. */
  #lostTypeIn(expression: string): string | undefined {
    if (this.#lostTypes.size === 0) return undefined
    const tokens = significantTokens(expression, this.#dialect.lexicon)
    return tokens
      .filter((_, at) => /^::?$/.test(tokens[tokens[at - 1] === '.' ? at - 3 : at - 1] ?? ''))
      .map(unquotedName)
      .find((name) => this.#lostTypes.has(name))
  }

  #domain({ column, isDefaulted, isInKey }: DomainUse): Element | undefined {
    const { name, schema, checks, losses } = column.domain!
    const guess = this.#dialect.reverse.typeOf(column)
    const isSaid = clean(name) === name && clean(schema ?? '') === (schema ?? '')
    if (!guess || guess.array || guess.srid !== undefined || !isSaid) return undefined
    const conditions = checks.flatMap((check) => {
      const expression = this.#expression(check.expression, `domain ${name}: the check ${check.name}`)
      const own = expression && generatedName(name, 'c', expression, this.#dialect.maxIdentifierLength)
      return expression === undefined ? [] : [{ name: check.name === own ? undefined : check.name, expression }]
    })
    const [first] = conditions
    if (!first) return undefined
    for (const loss of losses) this.#notice(`domain ${name}: ${loss}`)
    const type = shortType(guess.type, isDefaulted, isInKey)
    const isShort = conditions.length === 1 && first.name === undefined
    return {
      name: 'domain',
      attributes: {
        name,
        schema,
        ...this.#nativeType({ ...guess, type }, column.type),
        expression: isShort ? first.expression : undefined,
      },
      children: isShort ? [] : conditions.map((attributes) => ({ name: 'check', attributes })),
    }
  }

  /** Type, size and scale; with the type of the server where these come to another one. */
  #nativeType(guess: NonNullable<ReturnType<Dialect['reverse']['typeOf']>>, native: string) {
    const { reverse } = this.#dialect
    const written = this.#dialect.typeOf({ ...guess, valueSet: [] } as unknown as Column, this.#config.adapters)
    const isSame = reverse.canonical(written) === reverse.canonical(native)
    return {
      type: guess.type,
      size: isSame ? guess.size : undefined,
      scale: isSame ? guess.scale : undefined,
      sqlType: isSame ? undefined : native,
    }
  }

  /** The name of the column's domain, where the schema has it. */
  #domainName(table: CatalogTable, { name, domain }: CatalogColumn): string | undefined {
    if (!domain) return undefined
    if (this.#domains.has(idOf(domain))) return domain.name
    this.#notice(`${idText(table)}.${name}: ${domain.loss}`)
    return undefined
  }

  table(read: CatalogTable): Element {
    const table = this.#withOneNumber(read)
    const { name, schema, comment, columns, primaryKey, options = {}, sequence } = table
    const isView = table.view !== undefined
    const expressions = new Map(columns.map((column) => [column, this.#generated(table, column)]))
    const isComputed =
      !isView &&
      primaryKey.length > 0 &&
      columns.some((column) => column.isGenerated || (column.generated && !expressions.get(column)))
    const phpNames = new Set<string>()
    this.#checkKeyOrder(table)
    const foreignKeys = table.foreignKeys.filter((key) => this.#isKept(table, key))
    return {
      name: 'table',
      attributes: {
        name,
        schema,
        phpName: phpNameFor(name, 'table', this.#classNames),
        skipSql: isView || undefined,
        readOnly: isView || undefined,
        ...Object.fromEntries((table.kinds ?? []).map((kind) => [kind, true as const])),
        // Objects know what the database has computed once their row is read again.
        reloadOnInsert: isComputed || undefined,
        reloadOnUpdate: isComputed || undefined,
        isCrossRef: isLink(table, foreignKeys) || undefined,
        description: comment || undefined,
      },
      children: [
        ...columns.map((column) =>
          this.#column(table, column, primaryKey.includes(column.name), phpNames, expressions.get(column)),
        ),
        ...foreignKeys.map((key) => this.#foreignKey(table, key)),
        ...table.indexes
          .filter((index) => !this.#isImplied(index, table))
          .flatMap((index) => this.#index(table, index)),
        ...(table.checks ?? []).flatMap((check) => this.#check(table, check)),
        ...(table.exclusions ?? []).flatMap((exclusion) => this.#exclusion(table, exclusion)),
        ...(table.partition ? this.#partition(table, table.partition) : []),
        ...(sequence === undefined ? [] : [{ name: 'id-method-parameter', attributes: { value: sequence } }]),
        ...this.#vendor(options),
      ],
    }
  }

  /** A view with its query; none where that cannot be written. */
  view(table: CatalogTable, { sql, materialized, obstacle }: CatalogView): Element[] {
    const place = `${idText(table)}: the view`
    const query = this.#dialect.sqlQuery(sql)
    const call = query === undefined ? undefined : calledIn(query, this.#dialect)
    const type = query === undefined ? undefined : this.#lostTypeIn(query)
    const problem =
      obstacle ??
      (query === undefined
        ? 'its text is not a single SELECT'
        : !isWritable(query)
          ? `its text ${unwritable}`
          : hasQuotedReturn(sql, this.#dialect)
            ? `its text ${hasReturn}`
            : call
              ? `it calls ${call}(), which reaches out of the database`
              : type && `it names the type ${type}, which is omitted`)
    if (query === undefined || problem !== undefined) {
      this.#notice(`${place} is omitted: ${problem}`)
      return []
    }
    const { name, schema, comment, columns } = table
    const identity = this.#identity(table, query)
    if (identity.length === 0)
      this.#notice(
        `${place} has no identity: name the columns that identify its rows, so that queries can find them by key`,
      )
    const own = generatedName(name, 'u', identity.join(), this.#dialect.maxIdentifierLength)
    for (const index of table.indexes) {
      const isIdentity = index.unique && namedColumns(index).join('\0') === identity.join('\0')
      if (!isIdentity) this.#notice(`${idText(table)}: the index ${index.name} of the view is omitted`)
      else if (index.name !== own) this.#notice(`${idText(table)}: the index ${index.name} of the view becomes ${own}`)
    }
    const phpNames = new Set<string>()
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
          ...plain.map((column) => this.#column(table, column, false, phpNames, undefined)),
          { name: 'sql', attributes: { vendor: this.#dialect.name }, text: query },
        ],
      },
    ]
  }

  /** The columns of a unique index; else the key of the only table that the query reads, if the view has its columns. */
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
      significantTokens(query, this.#dialect.lexicon).map((token) => unquotedName(token).toLowerCase()),
    )
    const read = [...this.#known.values()].filter(({ name }) => name !== own && words.has(name.toLowerCase()))
    const [table, another] = read
    if (!table || another || ['join', 'union', 'group'].some((word) => words.has(word))) return []
    return table.primaryKey.every(has) ? table.primaryKey : []
  }

  /** A schema numbers one column of a table, which is in its primary key and of an integer type. */
  #withOneNumber(table: CatalogTable): CatalogTable {
    const { columns, primaryKey, sequence, ...rest } = table
    const numbered = columns.filter(({ autoIncrement }) => autoIncrement)
    const isInteger = (column: CatalogColumn): boolean =>
      ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'].includes(this.#dialect.reverse.typeOf(column)?.type ?? '')
    const chosen = numbered.find((column) => isInteger(column) && primaryKey.includes(column.name))
    for (const { name } of numbered.filter((column) => column !== chosen)) {
      this.#notice(`${idText(table)}.${name}: its numbering is omitted`)
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

  /** The expression of a generated column that a schema can have. */
  #generated(table: CatalogTable, { name, generated }: CatalogColumn): string | undefined {
    if (!generated) return undefined
    const place = `${idText(table)}.${name}: the expression ${generated.expression} that generates its value`
    const isWritten = table.primaryKey.includes(name) || table.foreignKeys.some(({ columns }) => columns.includes(name))
    if (isWritten) this.#notice(`${place} is omitted, because the column is in a key`)
    return isWritten ? undefined : this.#expression(generated.expression, place)
  }

  #column(
    table: CatalogTable,
    column: CatalogColumn,
    primaryKey: boolean,
    phpNames: Set<string>,
    generated: string | undefined,
  ): Element {
    const { reverse } = this.#dialect
    const list = this.#valueList(table, column)
    const known = list ? { type: list.type } : reverse.typeOf(column)
    // A column of SQLite may have no type at all.
    const isType = column.type === '' || this.#dialect.isSqlType(column.type)
    if (!isType) this.#notice(`${idText(table)}.${column.name}: ${column.type} is not a valid SQL type and is omitted`)
    else if (!known)
      this.#notice(`${idText(table)}.${column.name}: type ${column.type} has no schema type; it is used unchanged`)
    const guess = known ?? { type: 'VARCHAR' as const }
    const isDefaulted = column.default !== undefined && !column.autoIncrement
    const type = shortType(guess.type, isDefaulted, isKeyColumn(table, column.name))
    const written = list
      ? column.type
      : this.#dialect.typeOf({ ...guess, type, valueSet: [] } as unknown as Column, this.#config.adapters)
    const native = guess.unsigned ? column.type.replace(/\s*\b(?:unsigned|zerofill)\b/gi, '') : column.type
    const isSame = known && reverse.canonical(written) === reverse.canonical(native)
    const given = isDefaulted ? this.#default(table, column, type, reverse.defaultOf(column, type)) : undefined
    const domain = this.#domainName(table, column)
    const { samePhpName } = this.#config.migrations
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

  /** The values of a native ENUM or SET, as far as a schema can say them. */
  #valueList(table: CatalogTable, column: CatalogColumn): ValueList | undefined {
    const { valueType } = column
    const values = valueType?.values ?? this.#dialect.reverse.valuesOf?.(column.type)
    const rules = this.#dialect.nativeEnums
    if (!values || !rules) return undefined
    const isSet = valueType?.isSet ?? /^set/i.test(column.type)
    if (!this.#isSaid(values, isSet, valueType)) {
      if (valueType) this.#notice(`${idText(table)}.${column.name}: ${valueType.loss}`)
      return undefined
    }
    const isNear = valueType && valueType.schema === table.schema
    const isOwn = isNear && valueType.name === fittedName(`${table.name}_${column.name}`, this.#dialect)
    return {
      type: isSet ? 'SET_NATIVE' : 'ENUM_NATIVE',
      values,
      ...(valueType && !isOwn && { name: isNear ? valueType.name : `${valueType.schema}.${valueType.name}` }),
    }
  }

  #isSaid(values: readonly string[], isSet: boolean, type: CatalogValueType | undefined): boolean {
    const setSize = this.#dialect.nativeEnums?.setSize ?? 0
    return (
      values.length > 0 &&
      // A dot in the name would end the SQL schema.
      !`${type?.schema}${type?.name}`.includes('.') &&
      readList(writeList(values)).join('\0') === values.join('\0') &&
      values.every((value) => isWritable(value) && !/[\r\n\t]/.test(value)) &&
      new Set(values.map((value) => valueConstant('', value))).size === values.length &&
      !(isSet && (values.length > setSize || values.some((value) => value === '' || value.includes(','))))
    )
  }

  #default(
    table: CatalogTable,
    { name }: CatalogColumn,
    type: SchemaType,
    given: ColumnDefault | undefined,
  ): ColumnDefault | undefined {
    if (given?.kind === 'value' && given.text.includes('\r') && !this.#dialect.reverse.escapesReturns) {
      this.#notice(`${idText(table)}.${name}: the default ${hasReturn} and is omitted`)
      return undefined
    }
    if (given?.kind === 'value' && !isWritable(given.text)) {
      this.#notice(`${idText(table)}.${name}: the default ${unwritable} and is omitted`)
      return undefined
    }
    if (given?.kind === 'value') {
      // A few words of a schema mean something else than their letters, which a string of SQL does not.
      const isWord = /^null$/i.test(given.text) || expressionOfWord(given.text, type) !== undefined
      return isWord ? { kind: 'expression', text: `'${given.text.replaceAll("'", "''")}'` } : given
    }
    if (!given) return given
    const text = this.#expression(given.text, `${idText(table)}.${name}: the default ${given.text}`)
    return text === undefined ? undefined : { kind: 'expression', text }
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

  #index(table: CatalogTable, read: CatalogIndex): Element[] {
    const { name, unique } = read
    const element = unique ? 'unique' : 'index'
    const place = `${idText(table)}: the ${element} ${name ?? ''}`.trim()
    // Without one of its expressions or its condition, it would be another index.
    const where = read.where === undefined ? undefined : this.#expression(read.where, place)
    const columns = read.columns.flatMap((column): CatalogIndexColumn[] => {
      if (column.expression === undefined) return [column]
      const expression = this.#expression(column.expression, place)
      return expression === undefined ? [] : [{ ...column, expression }]
    })
    if (where === undefined && read.where !== undefined) return []
    if (columns.length < read.columns.length) return []
    const contents = {
      columns,
      ...(read.included && { included: read.included.map((column) => ({ name: column })) }),
      ...(where !== undefined && { where }),
    }
    // Of an index that is not unique, the catalog has no other than a telling one.
    const method = unique
      ? tellingMethod({ ...contents, unique, ...(read.method && { method: read.method }) })
      : read.method
    const about = indexAbout({ ...contents, ...(method && { method }) })
    const own = generatedName(table.name, unique ? 'u' : 'i', about, this.#dialect.maxIdentifierLength)
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

  #check(table: CatalogTable, { name, expression: text }: CatalogCheck): Element[] {
    const place = `${idText(table)}: the check ${name ?? text}`
    const expression = this.#expression(text, place)
    if (expression === undefined) return []
    const own = generatedName(table.name, 'c', expression, this.#dialect.maxIdentifierLength)
    return [{ name: 'check', attributes: { name: name === own ? undefined : name, expression } }]
  }

  #exclusion(table: CatalogTable, { name, method, parts, where, deferrable }: CatalogExclusion): Element[] {
    const place = `${idText(table)}: the exclusion constraint ${name}`
    const read = parts.map(({ column, expression, operator }) => ({
      name: column,
      expression: expression === undefined ? undefined : this.#expression(expression, place),
      operator,
    }))
    const condition = where === undefined ? undefined : this.#expression(where, place)
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

  /** Partitions whose columns and values a schema can have. */
  #partition(table: CatalogTable, { by, columns, count, parts }: PlainPartition): Element[] {
    const typeOf = (name: string): SchemaType | undefined => {
      const column = table.columns.find((each) => each.name === name)
      return column && this.#dialect.reverse.typeOf(column)?.type
    }
    const types: readonly (SchemaType | undefined)[] = this.#dialect.partitions?.types ?? []
    const lists = [columns, ...parts.flatMap(({ from, to, values }) => [from, to, values])]
    const isSaid =
      (by === 'hash' || columns.every((name) => types.includes(typeOf(name)))) &&
      lists.every((list) => list.length === 0 || readList(writeList(list)).join('\0') === list.join('\0'))
    if (!isSaid) {
      this.#notice(`${idText(table)}: the partitions by ${by} of ${columns.join(', ')} are omitted`)
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

  /** What a catalog writes as one expression that harms nobody. */
  #expression(text: string, place: string): string | undefined {
    const expression = this.#dialect.sqlExpression(text)
    const call = expression === undefined ? undefined : calledIn(expression, this.#dialect)
    const type = expression === undefined ? undefined : this.#lostTypeIn(expression)
    if (!isWritable(text)) this.#notice(`${place} ${unwritable} and is omitted`)
    else if (hasQuotedReturn(text, this.#dialect)) this.#notice(`${place} ${hasReturn} and is omitted`)
    else if (expression === undefined) this.#notice(`${place} is not a single SQL expression and is omitted`)
    else if (call !== undefined) this.#notice(`${place} calls ${call}(), which reaches out of its row, and is omitted`)
    else if (type !== undefined) this.#notice(`${place} names the type ${type}, which is omitted, and is omitted too`)
    else return expression
    return undefined
  }

  #foreignKeyName({ name, schema }: CatalogTable, key: CatalogForeignKey): string {
    const written = key.foreignSchema === schema ? '' : (key.foreignSchema ?? '')
    const about = `${written}.${key.foreignTable}:${key.columns.join(',')}:${key.foreignColumns.join(',')}`
    return generatedName(name, 'fk', about, this.#dialect.maxIdentifierLength)
  }

  /** Whether the build makes the index by itself, behind a foreign key. */
  #isImplied({ name, unique, columns, method }: CatalogIndex, table: CatalogTable): boolean {
    if (!this.#dialect.indexesForeignKeys || name === undefined) return false
    if (unique || method !== undefined || columns.some((column) => column.order || !column.name || column.size))
      return false
    return (
      name.startsWith('i_referenced_') ||
      table.foreignKeys.some((key) => key.name !== undefined && foreignKeyIndexName(key.name) === name)
    )
  }

  #isKept(table: CatalogTable, { foreignTable, foreignSchema, columns }: CatalogForeignKey): boolean {
    const target = { name: foreignTable, ...(foreignSchema !== undefined && { schema: foreignSchema }) }
    if (this.#known.has(idOf(target))) return true
    this.#notice(
      `${idText(table)}: the foreign key on ${columns.join(', ')} is omitted, because its table ${idText(target)} is`,
    )
    return false
  }

  /** A schema has the columns of a key in the order of the table. */
  #checkKeyOrder(table: CatalogTable): void {
    const order = table.columns.map(({ name }) => name).filter((name) => table.primaryKey.includes(name))
    if (order.join() !== table.primaryKey.join()) {
      this.#notice(`${idText(table)}: the primary key (${table.primaryKey.join(', ')}) becomes (${order.join(', ')})`)
    }
  }

  #vendor(parameters: Readonly<Record<string, string>>): Element[] {
    const children = Object.entries(parameters).map(([name, value]) => ({
      name: 'parameter',
      attributes: { name, value },
    }))
    return children.length === 0 ? [] : [{ name: 'vendor', attributes: { type: this.#dialect.name }, children }]
  }
}

/** Large objects take no default and are in no key, long texts are in no key; the server gets its own type in any case. */
function shortType(type: SchemaType, isDefaulted: boolean, isInKey: boolean): SchemaType {
  if ((isDefaulted || isInKey) && lobTypes.has(type)) return 'BINARY'
  return isInKey && (type === 'LONGVARCHAR' || type === 'CLOB') ? 'VARCHAR' : type
}

const isKeyColumn = ({ primaryKey, foreignKeys }: CatalogTable, name: string): boolean =>
  primaryKey.includes(name) || foreignKeys.some(({ columns }) => columns.includes(name))

/** Whether a table does nothing but link the rows of others: all of it is its key, and all of that are foreign keys. */
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

const idText = ({ schema, name }: { readonly schema?: string; readonly name: string }): string =>
  schema === undefined ? name : `${schema}.${name}`
