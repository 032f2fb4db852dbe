import { dialects } from 'orm-core'
import { type ColumnKind, columnKinds, extensionStatements } from './column-kinds.js'
import type { DatabaseName } from './databases.js'
import type { BenchOptions } from './migration-bench.js'

/** Interfaces of a schema that can be changed at random and written as XML. */
interface RandomColumn {
  name: string
  type: string
  attributes: Record<string, string>
  /** Vendor parameters. */
  vendor?: Record<string, string> | undefined
}

interface RandomKey {
  readonly name?: string | undefined
  readonly table: string
  readonly references: readonly { readonly local: string; readonly foreign: string }[]
  onDelete?: string | undefined
  onUpdate?: string | undefined
  vendor?: Record<string, string> | undefined
}

interface RandomIndex {
  name?: string | undefined
  columns: string[]
  /** The length of the first column's prefix, where the vendor requires one. */
  size?: string | undefined
  /** The form of the index, besides its columns. */
  form?: IndexForm | undefined
  vendor?: Record<string, string> | undefined
}

/** The index forms of each vendor. */
const indexForms: Readonly<Record<DatabaseName, readonly IndexForm[]>> = {
  mysql: ['desc'],
  pgsql: ['desc', 'where', 'btree', 'expression', 'brin', 'nulls'],
  sqlite: ['desc', 'where', 'btree', 'expression'],
}

type IndexForm = 'desc' | 'where' | 'btree' | 'expression' | 'brin' | 'nulls'

interface RandomBehavior {
  readonly name: string
  parameters: Readonly<Record<string, string>>
}

interface RandomTable {
  name: string
  /** SQL schema. */
  schema?: string | undefined
  /** The sequence that generates its ids. */
  sequence?: string | undefined
  vendor?: Record<string, string> | undefined
  heavyIndexing?: boolean
  /** Whether it has an auto-increment column that is not the primary key. */
  isNumbered?: boolean
  description?: string | undefined
  /** The columns of the primary key, then the others. */
  columns: RandomColumn[]
  indexes: RandomIndex[]
  uniques: RandomIndex[]
  keys: RandomKey[]
  behaviors: RandomBehavior[]
}

/** The properties of a schema that apply to all tables. */
interface RandomDatabase {
  schema?: string | undefined
  tablePrefix?: string | undefined
  heavyIndexing?: string | undefined
  behavior?: string | undefined
  vendor?: Record<string, string> | undefined
}

/** Two schemas, and the renames between them. */
export interface SchemaPair {
  readonly before: string
  readonly after: string
  readonly renames: readonly string[]
  /** The changes that were made, for messages. */
  readonly steps: readonly string[]
}

const kindOf = (type: string): ColumnKind => columnKinds[type as keyof typeof columnKinds]

/** Returns the types of columns on this vendor with their properties. */
export const columnTypes = (vendor: DatabaseName) =>
  Object.entries<ColumnKind>(columnKinds)
    .filter(([, { not }]) => !not?.includes(vendor))
    .map(([type, { defaults, expressions = [], becomes = [] }]) => ({
      type,
      hasDefault: defaults.length > 0,
      hasExpression: expressions.length > 0,
      becomes: becomes.filter((other) => other !== type),
    }))

const actions = [undefined, 'CASCADE', 'SET NULL', 'RESTRICT', 'NO ACTION']
/** Behaviors with possible parameters. */
const behaviors: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  timestampable: [{}, { disable_created_at: 'true' }, { create_column: 'made', update_column: 'changed' }],
  sortable: [{}, { rank_column: 'place' }, { use_scope: 'true', scope_column: 'translated' }],
  sluggable: [{}, { slug_column: 'url' }, { unique_constraint: 'false' }],
  nested_set: [{}, { use_scope: 'true' }, { level_column: 'depth' }],
  versionable: [{}, { log_created_at: 'true', log_comment: 'true' }, { indices: 'true' }],
  archivable: [{}, { log_archived_at: 'false' }, { inherit_foreign_key_constraints: 'true' }],
  i18n: [{ i18n_columns: 'translated' }, { i18n_columns: 'translated', locale_column: 'lang' }],
  soft_delete: [{}, { deleted_column: 'gone' }],
  blameable: [{}, { disable_created_by: 'true' }],
}
/** Returns whether a behavior requires a column. */
const isNeeded = ({ name }: RandomBehavior): boolean => name === 'i18n' || name === 'sortable'

const names =
  'title|body|price|unit price|order|Group|count_of|a-b|ünï|key|state|first|last|born|colour|weight|notes'.split('|')
const tableNames = 'author|book|order|review|Shelf|line item|publisher|tag|user|loan'.split('|')

/** Changes that are drawn more often, because they have many variants or often do not apply. */
const likely = [
  'drop column',
  'drop behavior',
  'drop behavior',
  'change behavior',
  'change default',
  'change primary key',
  'change primary key',
  'move primary key',
  'rename table',
  'drop unique',
]

/** Preparations of the database for the tables of random schemas. */
export const benchOptions: Readonly<Record<DatabaseName, BenchOptions>> = {
  sqlite: {},
  pgsql: {
    sqlSchemas: ['stock', 'side'],
    setUp: [
      ...extensionStatements,
      "CREATE TYPE mood AS ENUM ('sad', 'glad')",
      "CREATE TYPE side.mood AS ENUM ('low', 'high')",
      'CREATE DOMAIN posint AS integer CHECK (VALUE > 0)',
    ],
  },
  mysql: {},
}

/** Native types of each vendor, in groups whose types accept each other's values, each with values for rows. */
export const nativeKinds: Readonly<
  Record<
    DatabaseName,
    readonly {
      readonly types: readonly string[]
      readonly values: readonly string[]
      readonly defaults?: readonly string[]
    }[]
  >
> = {
  sqlite: [
    { types: ['TEXT COLLATE NOCASE', 'VARCHAR ( 20 )', 'NVARCHAR(30)'], values: ["'a'", "'b'"], defaults: ['x'] },
    { types: ['UNSIGNED BIG INT', 'INT8', 'MEDIUMINT'], values: ['1', '2'], defaults: ['7'] },
    { types: ['NUMERIC(5,2)', 'money(3)'], values: ['1.5', '2.5'] },
  ],
  pgsql: [
    { types: ['TEXT[]', 'varchar(10)[]'], values: ["'{a,b}'", "'{}'"] },
    { types: ['INTEGER ARRAY', 'bigint[]'], values: ["'{1,2}'", "'{}'"] },
    { types: ['float(24)', 'float8', 'double precision'], values: ['1.5', '2.5'], defaults: ['1'] },
    { types: ['mood'], values: ["'sad'", "'glad'"], defaults: ['sad'] },
    { types: ['side.mood'], values: ["'low'", "'high'"] },
    { types: ['posint'], values: ['1', '2'], defaults: ['7'] },
    { types: ['jsonb'], values: [`'{"a": 1}'`, "'[]'"], defaults: ['[]'] },
    { types: ['timestamptz(3)', 'TIMESTAMP WITH TIME ZONE'], values: ["'2021-02-03 04:05:06+00'"] },
    { types: ['inet', 'cidr'], values: ["'10.0.0.1'", "'10.0.0.2'"] },
    { types: ['interval'], values: ["'1 day'", "'2 hours'"], defaults: ['1 day'] },
    { types: ['CHARACTER VARYING(20)', 'character varying (30)', 'text'], values: ["'a'", "'b'"], defaults: ['x'] },
    { types: ['bit(3)', 'bit varying(8)'], values: ["B'101'", "B'010'"] },
    { types: ['numeric(6,2)', 'DECIMAL(8, 2)'], values: ['1.25', '2.5'], defaults: ['0.50'] },
  ],
  mysql: [
    {
      types: ["ENUM('a','b')", "enum( 'a' , 'b', 'c' )", "ENUM('a','b') CHARACTER SET latin1"],
      values: ["'a'", "'b'"],
      defaults: ['b'],
    },
    { types: ["SET('x', 'y')", "set('x','y','z')"], values: ["'x,y'", "'y'"], defaults: ['x'] },
    { types: ['MEDIUMINT', 'INT8', 'INT(5) UNSIGNED', 'int4', 'BIGINT UNSIGNED'], values: ['1', '2'], defaults: ['7'] },
    { types: ['DECIMAL(9,3) UNSIGNED', 'DOUBLE PRECISION', 'float(7,3)'], values: ['1.5', '2.5'], defaults: ['1.5'] },
    {
      types: ['VARCHAR(20) CHARACTER SET latin1', 'NVARCHAR(20)', 'CHARACTER VARYING(30)', 'LONG', 'TINYTEXT'],
      values: ["'a'", "'b'"],
    },
    { types: ['DATETIME(6)', 'TIMESTAMP(3) NULL'], values: ["'2021-02-03 04:05:06'"] },
    { types: ['BOOL', 'TINYINT(1)'], values: ['1', '0'], defaults: ['1'] },
    { types: ['YEAR'], values: ['2001', '2002'], defaults: ['1999'] },
    { types: ['BIT(3)', 'BIT(8)'], values: ["b'101'", "b'010'"] },
    { types: ['INET6'], values: ["'::1'", "'::2'"] },
    { types: ['UUID'], values: ["'6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a01'"] },
  ],
}

const charsets: readonly Record<string, string>[] = [
  { Charset: 'latin1' },
  { Charset: 'utf8mb4' },
  { Charset: 'utf8' },
  { Collate: 'utf8mb4_bin' },
  { Collate: 'latin1_german1_ci' },
  { Charset: 'utf8mb4', Collate: 'utf8mb4_unicode_ci' },
  { Charset: 'ascii', Collate: 'ascii_bin' },
]
const tableOptions: readonly Record<string, string>[] = [
  { Engine: 'MyISAM' },
  { Engine: 'Aria' },
  { Engine: 'InnoDB' },
  { RowFormat: 'Compressed', KeyBlockSize: '4' },
  { RowFormat: 'COMPACT' },
  { RowFormat: 'dynamic' },
  { MaxRows: '1000', MinRows: '10' },
  { AvgRowLength: '50', Checksum: '1' },
  { AutoIncrement: '100' },
  { PackKeys: '1', DelayKeyWrite: '1' },
]
const prefixes = [undefined, 'app_', 'x']
const sqlSchemas = [undefined, 'public', 'stock', 'side']

/** Returns two schemas of one project, the same for the same seed. */
export function randomSchemas(vendor: DatabaseName, seed: number, options: RandomOptions = {}): SchemaPair {
  return new Maker(vendor, seed, options).pair()
}

export interface RandomOptions {
  /** Whether columns may have native types of the vendor. @default true */
  readonly native?: boolean
}

class Maker {
  readonly #vendor: DatabaseName
  readonly #hasNative: boolean
  readonly #seed: number
  #state: number
  #tables: RandomTable[] = []
  readonly #renamed = new Set<RandomTable>()
  /** Names of columns that may have few distinct values because their type was changed. */
  readonly #retyped = new Set<string>()
  /** By table object, so that renaming the table does not matter. */
  readonly #renamedColumns = new Map<RandomTable, [string, string][]>()
  readonly #oldNames = new Map<RandomTable, string>()
  readonly #used = new Set<string>()
  readonly #steps: string[] = []
  readonly #database: RandomDatabase = {}

  constructor(vendor: DatabaseName, seed: number, { native = true }: RandomOptions) {
    this.#vendor = vendor
    this.#hasNative = native
    this.#seed = seed
    this.#state = seed * 2654435761
    for (let warm = 0; warm < 5; warm++) this.#random()
  }

  pair(): SchemaPair {
    const count = 1 + this.#below(4)
    for (let index = 0; index < count; index++) this.#tables.push(this.#table())
    const [first] = this.#tables as [RandomTable]
    // Sometimes creates a cycle of references.
    if (this.#chance(0.2)) this.#addKey(first, this.#tables.at(-1))
    this.#drawDatabase()
    this.#prepareTurn(first)
    const before = this.#written()
    for (const table of this.#tables) this.#oldNames.set(table, this.#idOf(table))
    const steps = 2 + this.#below(8)
    this.#takeTurn(first)
    for (let step = 0; step < steps; step++) this.#change(step === 0 ? this.#seed : undefined)
    if (this.#chance(0.15)) this.#drawDatabase()
    const renames = [
      ...[...this.#oldNames].flatMap(([table, old]) =>
        this.#tables.includes(table) && old !== this.#idOf(table) ? [`${old}:${this.#idOf(table)}`] : [],
      ),
      ...[...this.#renamedColumns].flatMap(([table, list]) =>
        this.#tables.includes(table) ? list.map(([from, to]) => `${this.#oldNames.get(table)}.${from}:${to}`) : [],
      ),
    ]
    return { before, after: this.#written(), renames, steps: this.#steps }
  }

  /** Returns the table name as in a snapshot. */
  #idOf({ schema = this.#database.schema, name }: RandomTable): string {
    const full = `${this.#database.tablePrefix ?? ''}${name}`
    return schema === undefined ? full : `${schema}.${full}`
  }

  #drawDatabase(): void {
    const sometimes = <T>(part: number, value: () => T): T | undefined => (this.#chance(part) ? value() : undefined)
    this.#database.tablePrefix = sometimes(0.1, () => this.#pick(prefixes))
    this.#database.heavyIndexing = sometimes(0.1, () => 'true')
    this.#database.behavior = sometimes(0.1, () => this.#pick(['timestampable', 'soft_delete', 'versionable']))
    if (this.#vendor === 'pgsql') this.#database.schema = sometimes(0.15, () => this.#pick(sqlSchemas))
    if (this.#vendor === 'mysql')
      this.#database.vendor = sometimes(0.1, () => this.#pick([{ RowFormat: 'Dynamic' }, { Engine: 'InnoDB' }]))
  }

  /** https://en.wikipedia.org/wiki/Linear_congruential_generator */
  #random(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return this.#state / 2 ** 32
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  #chance(part: number): boolean {
    return this.#random() < part
  }

  #freeName(list: readonly string[], taken: (name: string) => boolean): string {
    for (let attempt = 0; ; attempt++) {
      const name = attempt < 10 ? this.#pick(list) : `${this.#pick(list)}_${this.#below(1000)}`
      if (!taken(name.toLowerCase())) return name
    }
  }

  #table(): RandomTable {
    const name = this.#freeName(tableNames, (each) => this.#used.has(each))
    this.#used.add(name.toLowerCase())
    const table: RandomTable = { name, columns: this.#primaryKey(), indexes: [], uniques: [], keys: [], behaviors: [] }
    if (this.#chance(0.3)) table.description = `About ${name}; it's "x"`
    const count = 1 + this.#below(5)
    for (let index = 0; index < count; index++) table.columns.push(this.#column(table))
    if (this.#chance(0.5)) this.#addIndex(table)
    if (this.#chance(0.3)) this.#addUnique(table)
    if (this.#chance(0.5)) this.#addKey(table)
    if (this.#chance(0.35)) this.#addBehavior(table)
    this.#drawOptions(table)
    if (
      this.#vendor !== 'sqlite' &&
      this.#chance(0.05) &&
      !table.columns.some(({ attributes }) => attributes.autoIncrement)
    ) {
      table.isNumbered = true
      table.columns.push({ name: 'number', type: 'INTEGER', attributes: { autoIncrement: 'true', required: 'true' } })
    }
    return table
  }

  /** Draws options that only this vendor supports. */
  #drawOptions(table: RandomTable): void {
    if (this.#chance(0.1)) table.heavyIndexing = !table.heavyIndexing
    if (this.#vendor === 'pgsql') {
      if (this.#chance(0.3)) table.schema = this.#pick(sqlSchemas)
      if (this.#chance(0.1))
        table.sequence = this.#pick([
          undefined,
          'numbers',
          'Numbers_of_all',
          `of_${table.name.toLowerCase().replace(/\W/g, '_')}`,
        ])
    }
    if (this.#vendor === 'mysql' && this.#chance(0.3)) {
      const charset = this.#chance(0.6) ? this.#pick(charsets) : {}
      table.vendor = { ...charset, ...(this.#chance(0.6) && this.#pick(tableOptions)) }
    }
  }

  #primaryKey(): RandomColumn[] {
    const key = (name: string, type: string, more: Record<string, string> = {}): RandomColumn => ({
      name,
      type,
      attributes: { primaryKey: 'true', ...more },
    })
    const dice = this.#random()
    if (dice < 0.6) return [key('id', this.#pick(['INTEGER', 'BIGINT', 'SMALLINT']), { autoIncrement: 'true' })]
    if (dice < 0.75) return [key('id', 'INTEGER')]
    if (dice < 0.85) return [key('code', 'VARCHAR', { size: '30' })]
    return [key('first_id', 'INTEGER'), key('second_id', 'INTEGER')]
  }

  #column(table: RandomTable): RandomColumn {
    const name = this.#freeName(names, (each) => this.#isTaken(table, each))
    if (this.#hasNative && this.#chance(0.2)) return this.#native({ name, type: 'VARCHAR', attributes: {} })
    const { type } = this.#pick(columnTypes(this.#vendor))
    return this.#typed({ name, type, attributes: {} })
  }

  /** Returns the column with a native type of the vendor; for a native type, another one of the same group. */
  #native(column: RandomColumn): RandomColumn {
    const kinds = nativeKinds[this.#vendor]
    const own = kinds.find(({ types }) => types.includes(column.attributes.sqlType ?? ''))
    const { types, defaults = [] } = own ?? this.#pick(kinds)
    column.attributes = {
      ...(column.attributes.required && { required: 'true' }),
      sqlType: this.#pick(types),
      ...(defaults.length > 0 && this.#chance(0.4) && { defaultValue: this.#pick(defaults) }),
    }
    return column
  }

  /** Returns the column with a size, a default and other attributes of its type. */
  #typed(column: RandomColumn): RandomColumn {
    const { attributes = [{}], defaults, expressions = [] } = kindOf(column.type)
    column.attributes = { ...this.#pick(attributes) }
    const choices = [
      ...defaults.map((value) => ['defaultValue', value]),
      ...expressions.map((value) => ['defaultExpr', value]),
    ]
    if (choices.length > 0 && this.#chance(0.5)) {
      const [attribute, value] = this.#pick(choices) as [string, string]
      column.attributes[attribute] = value
      // Existing rows get the default.
      if (this.#chance(0.5)) column.attributes.required = 'true'
    }
    if (this.#chance(0.15)) column.attributes.description = `What ${column.name} is; it's "y"`
    column.vendor = this.#columnOptions(column)
    return column
  }

  #columnOptions({ type, attributes }: RandomColumn): Record<string, string> | undefined {
    if (this.#vendor !== 'mysql' || !this.#chance(0.2)) return undefined
    if (/^(?:VARCHAR|CHAR|LONGVARCHAR|CLOB)$/.test(type)) return this.#pick(charsets)
    const isPositive = !/^-/.test(attributes.defaultValue ?? '')
    return isPositive && /INT|DECIMAL|NUMERIC|FLOAT|DOUBLE|REAL/.test(type) ? { Unsigned: 'true' } : undefined
  }

  #others({ columns }: RandomTable): RandomColumn[] {
    return columns.filter(({ attributes }) => !attributes.primaryKey)
  }

  #keyOf({ columns }: RandomTable): RandomColumn[] {
    return columns.filter(({ attributes }) => attributes.primaryKey)
  }

  #isReferring(table: RandomTable, name: string): boolean {
    return table.keys.some(({ references }) => references.some(({ local }) => local === name))
  }

  #isReferenced(table: RandomTable): boolean {
    return this.#tables.some(({ keys }) => keys.some((key) => key.table === table.name))
  }

  /** Returns the columns that nothing but their own definition depends on. */
  #free(table: RandomTable): RandomColumn[] {
    const used = new Set([...table.indexes, ...table.uniques].flatMap(({ columns }) => columns))
    return this.#others(table).filter(
      ({ name }) =>
        !used.has(name) && !this.#isReferring(table, name) && !this.#isTarget(table, name) && name !== 'number',
    )
  }

  /** Returns whether a foreign key references the column. */
  #isTarget(table: RandomTable, name: string): boolean {
    return this.#tables.some(({ keys }) =>
      keys.some((key) => key.table === table.name && key.references.some(({ foreign }) => foreign === name)),
    )
  }

  #indexable(table: RandomTable): RandomColumn[] {
    return this.#others(table).filter(
      ({ type, name, attributes }) => kindOf(type).isIndexable && name !== 'number' && !attributes.sqlType,
    )
  }

  #index(table: RandomTable, list: readonly RandomColumn[]): RandomIndex | undefined {
    if (list.length === 0) return undefined
    const [first, second] = [this.#pick(list), this.#pick(list)]
    const columns = [...new Set([first, this.#chance(0.4) ? second : first].map(({ name }) => name))]
    const isKnown = [...table.indexes, ...table.uniques].some((each) => each.columns.join() === columns.join())
    if (isKnown) return undefined
    const name = this.#chance(0.3) ? `own_${this.#below(100_000)}` : undefined
    // For a foreign key, the server creates a separate index beside one of another kind.
    const isReferring = columns.some((each) => this.#isReferring(table, each))
    const vendor =
      this.#vendor === 'mysql' && this.#chance(0.2) && !isReferring
        ? { Index_type: this.#pick(['BTREE', 'HASH', 'btree']) }
        : undefined
    const form = !isReferring && !vendor && this.#chance(0.3) ? this.#pick(indexForms[this.#vendor]) : undefined
    return { columns, name, size: first.type === 'VARCHAR' && this.#chance(0.3) ? '12' : undefined, form, vendor }
  }

  #addIndex(table: RandomTable): boolean {
    const index = this.#index(table, this.#indexable(table))
    if (index) table.indexes.push(index)
    return index !== undefined
  }

  #addUnique(table: RandomTable): boolean {
    // The values of these columns are different in every row.
    const list = this.#indexable(table).filter(
      ({ name, type, attributes }) =>
        /^(?:VARCHAR|INTEGER|BIGINT)$/.test(type) &&
        !this.#retyped.has(name) &&
        // A new column has the same default in every row.
        (attributes.defaultValue === undefined || !this.#first.has(table) || this.#existed(table, name)),
    )
    const index = this.#index(table, list)
    // Other forms would treat different values as equal or do not support unique keys.
    const form = ['desc', 'where', 'btree'].includes(index?.form ?? '') ? index?.form : undefined
    if (index) table.uniques.push({ ...index, form, size: undefined })
    return index !== undefined
  }

  #addKey(table: RandomTable, given?: RandomTable): boolean {
    const target = given ?? (this.#chance(0.25) ? table : this.#pick([...this.#tables, table]))
    if (this.#chance(0.2) && this.#addSecondKey(table, target)) return true
    if (this.#chance(0.15) && this.#addKeyToUnique(table, target)) return true
    const references = this.#keyOf(target).map(({ name, type, attributes }) => {
      const local = this.#freeName([`${target.name}_${name}`], (each) => this.#isTaken(table, each))
      table.columns.push({ name: local, type, attributes: attributes.size ? { size: attributes.size } : {} })
      return { local, foreign: name }
    })
    table.keys.push(this.#key(target, references))
    return true
  }

  #key(target: RandomTable, references: RandomKey['references']): RandomKey {
    const deferred = { deferrable: 'true', ...(this.#chance(0.5) && { initiallyDeferred: 'true' }) }
    return {
      ...(this.#chance(0.3) && { name: `key_${this.#below(100_000)}` }),
      table: target.name,
      references,
      onDelete: this.#pick(actions),
      onUpdate: this.#pick(actions),
      vendor: this.#vendor === 'pgsql' && this.#chance(0.15) ? deferred : undefined,
    }
  }

  /** Adds another foreign key to a column that already has one. */
  #addSecondKey(table: RandomTable, target: RandomTable): boolean {
    const [key, ...more] = this.#keyOf(target)
    const [first] = table.keys.filter(
      ({ references, table: other }) => references.length === 1 && other !== target.name,
    )
    const local = table.columns.find(({ name }) => name === first?.references[0]?.local)
    if (more.length > 0 || !local || local.type !== key!.type || local.attributes.size !== key!.attributes.size)
      return false
    table.keys.push(this.#key(target, [{ local: local.name, foreign: key!.name }]))
    return true
  }

  /** Adds a foreign key that references a unique column outside the primary key. */
  #addKeyToUnique(table: RandomTable, target: RandomTable): boolean {
    const unique = target.uniques.find(({ columns }) => columns.length === 1)
    const column = target.columns.find(({ name }) => name === unique?.columns[0])
    if (!column || column.vendor || this.#retyped.has(column.name)) return false
    const local = this.#freeName([`${target.name}_${column.name}`], (each) => this.#isTaken(table, each))
    const { size } = column.attributes
    table.columns.push({ name: local, type: column.type, attributes: size ? { size } : {} })
    table.keys.push(this.#key(target, [{ local, foreign: column.name }]))
    return true
  }

  #addBehavior(table: RandomTable): boolean {
    const candidates = Object.keys(behaviors).filter(
      (name) => this.#keyOf(table).length === 1 || name === 'timestampable',
    )
    const behavior = { name: this.#pick(candidates), parameters: {} }
    behavior.parameters = this.#pick(behaviors[behavior.name]!)
    if (table.behaviors.some(({ name }) => name === behavior.name)) return false
    // The scope of a list must be in the same table, and so must the texts of versions.
    const all = [...table.behaviors, behavior].map(({ name }) => name)
    if (all.includes('i18n') && (all.includes('sortable') || all.includes('versionable'))) return false
    if (isNeeded(behavior) && !table.columns.some(({ name }) => name === 'translated'))
      table.columns.push({ name: 'translated', type: 'VARCHAR', attributes: { size: '50' } })
    table.behaviors.push(behavior)
    return true
  }

  /** Ensures that every type change and default change, and every type of an added or dropped column gets its turn. */
  #inTurn() {
    const all = columnTypes(this.#vendor)
    const turn = <T>(list: readonly T[]): T => list[this.#seed % list.length]!
    const [from, to] = turn(all.flatMap(({ type, becomes }) => becomes.map((other) => [type, other] as const)))
    const { type: defaulted } = turn(all.filter(({ hasDefault }) => hasDefault))
    return { from, to, defaulted, added: turn(all).type, dropped: turn([...all].reverse()).type }
  }

  #prepareTurn({ columns }: RandomTable): void {
    const { from, defaulted, dropped } = this.#inTurn()
    columns.push(this.#typed({ name: 'typed', type: from, attributes: {} }))
    columns.push(this.#typed({ name: 'dropped', type: dropped, attributes: {} }))
    const value = { defaultValue: kindOf(defaulted).defaults[0]! }
    columns.push({ name: 'defaulted', type: defaulted, attributes: { ...kindOf(defaulted).attributes?.[0], ...value } })
  }

  #takeTurn({ columns }: RandomTable): void {
    const { from, to, defaulted, added } = this.#inTurn()
    const typed = columns.find(({ name }) => name === 'typed')!
    this.#retyped.add(typed.name)
    const isRequired = typed.attributes.required
    this.#typed(Object.assign(typed, { type: to }))
    if (!isRequired) delete typed.attributes.required
    delete columns.find(({ name }) => name === 'defaulted')!.attributes.defaultValue
    const gone = columns.findIndex(({ name }) => name === 'dropped')
    columns.splice(gone, 1, this.#typed({ name: 'added', type: added, attributes: {} }))
    this.#steps.push(`${from} becomes ${to}, default of ${defaulted} goes, ${added} is added`)
  }

  /** Makes a random change, or the one whose turn it is. */
  #change(turn?: number): void {
    const table = this.#pick(this.#tables)
    const all = Object.keys(this.#changes)
    const name = turn === undefined ? this.#pick([...all, ...likely]) : all[turn % all.length]!
    if (this.#changes[name]!(table)) this.#steps.push(`${name} in ${table.name}`)
  }

  /** Renames a column in its table and in everything that refers to it. */
  #renameColumn(table: RandomTable, from: string, to: string): void {
    if (this.#retyped.has(from)) this.#retyped.add(to)
    for (const column of table.columns) if (column.name === from) column.name = to
    for (const index of [...table.indexes, ...table.uniques])
      index.columns = index.columns.map((name) => (name === from ? to : name))
    for (const other of this.#tables) {
      other.keys = other.keys.map((key) => ({
        ...key,
        references: key.references.map(({ local, foreign }) => ({
          local: other === table && local === from ? to : local,
          foreign: key.table === table.name && foreign === from ? to : foreign,
        })),
      }))
    }
    this.#renamedColumns.set(table, [...(this.#renamedColumns.get(table) ?? []), [from, to]])
  }

  /** Returns the columns that can be renamed: those that existed before and have not been renamed yet. */
  #renamable(table: RandomTable): RandomColumn[] {
    return table.columns.filter(
      (column) => this.#existed(table, column.name) && !this.#isNamed(table, column) && column.name !== 'translated',
    )
  }

  #renameTable(table: RandomTable, to: string): void {
    const old = table.name
    for (const other of this.#tables)
      other.keys = other.keys.map((key) => (key.table === old ? { ...key, table: `${to}\0` } : key))
    table.name = to
    this.#renamed.add(table)
  }

  readonly #changes: Readonly<Record<string, (table: RandomTable) => boolean>> = {
    'add column': (table) => {
      table.columns.push(this.#column(table))
      return true
    },
    'add index': (table) => this.#addIndex(table),
    'add unique': (table) => this.#addUnique(table),
    'add foreign key': (table) => this.#addKey(table),
    'add behavior': (table) => this.#addBehavior(table),
    'drop behavior': (table) => table.behaviors.pop() !== undefined,
    'change behavior': (table) => {
      const [behavior] = this.#shuffled(table.behaviors)
      if (!behavior) return false
      behavior.parameters = this.#pick(behaviors[behavior.name]!)
      return true
    },
    'change options': (table) => {
      this.#drawOptions(table)
      return true
    },
    'change vendor of column': (table) => {
      const [column] = this.#shuffled(
        this.#others(table).filter(
          ({ name, attributes }) =>
            !attributes.sqlType && !this.#isReferring(table, name) && !this.#isTarget(table, name),
        ),
      )
      if (!column) return false
      column.vendor = this.#columnOptions(column)
      return this.#vendor === 'mysql'
    },
    'change native type': (table) => {
      const [column] = this.#shuffled(table.columns.filter(({ attributes }) => attributes.sqlType))
      if (!column) return false
      const isRequired = column.attributes.required
      this.#native(column)
      if (isRequired && column.attributes.defaultValue === undefined) delete column.attributes.required
      return true
    },
    'change description of column': (table) => {
      const column = this.#pick(table.columns)
      if (column.attributes.description) delete column.attributes.description
      else column.attributes.description = `It's ${column.name}`
      return true
    },
    'change case': (table) => {
      const [column] = this.#shuffled(this.#renamable(table).filter(({ name }) => name.toUpperCase() !== name))
      if (!column) return false
      this.#renameColumn(table, column.name, column.name.toUpperCase())
      return true
    },
    'change kind of index': (table) => {
      const [index] = this.#shuffled(table.indexes)
      if (!index || index.columns.some((each) => this.#isReferring(table, each))) return false
      if (this.#vendor !== 'mysql' || index.form) {
        index.form = index.form ? undefined : this.#pick(indexForms[this.#vendor])
        return true
      }
      index.vendor = index.vendor ? undefined : { Index_type: 'HASH' }
      return true
    },
    'change deferral': (table) => {
      const [key] = this.#shuffled(table.keys)
      if (!key || this.#vendor !== 'pgsql') return false
      key.vendor = key.vendor ? undefined : { deferrable: 'true' }
      return true
    },
    'move primary key': (table) => {
      const key = this.#keyOf(table)
      if (this.#isReferenced(table) || key.length !== 1 || table.behaviors.length > 0 || this.#database.behavior)
        return false
      const [other] = this.#shuffled(
        this.#others(table).filter(
          ({ name, type, attributes, vendor }) =>
            /^(?:INTEGER|BIGINT|VARCHAR|UUID)$/.test(type) &&
            !attributes.sqlType &&
            !vendor &&
            attributes.defaultValue === undefined &&
            name !== 'translated' &&
            name !== 'number' &&
            !this.#retyped.has(name) &&
            !this.#isReferring(table, name) &&
            this.#existed(table, name),
        ),
      )
      if (!other) return false
      delete key[0]!.attributes.primaryKey
      delete key[0]!.attributes.autoIncrement
      other.attributes.primaryKey = 'true'
      return true
    },
    'drop column': (table) => {
      const [column] = this.#shuffled(this.#free(table))
      if (!column || this.#isNamed(table, column) || column.name === 'translated') return false
      table.columns = table.columns.filter((each) => each !== column)
      return true
    },
    'drop index': (table) => table.indexes.pop() !== undefined,
    'drop unique': (table) => {
      const last = table.uniques.at(-1)
      if (!last || last.columns.some((name) => this.#isTarget(table, name))) return false
      table.uniques.pop()
      return true
    },
    'drop foreign key': (table) => table.keys.pop() !== undefined,
    'rename index': (table) => {
      const [index] = this.#shuffled([...table.indexes, ...table.uniques])
      if (index) index.name = `own_${this.#below(100_000)}`
      return index !== undefined
    },
    'change actions': (table) => {
      const [key] = this.#shuffled(table.keys)
      if (!key) return false
      key.onDelete = this.#pick(actions)
      key.onUpdate = this.#pick(actions)
      return true
    },
    'rename column': (table) => {
      const [column] = this.#shuffled(this.#renamable(table))
      if (!column) return false
      this.#renameColumn(
        table,
        column.name,
        this.#freeName(names, (each) => this.#isTaken(table, each)),
      )
      return true
    },
    'swap columns': (table) => {
      const [first, second] = this.#shuffled(this.#renamable(table)).map(({ name }) => name)
      if (first === undefined || second === undefined) return false
      this.#renameColumn(table, first, `${first}\0`)
      this.#renameColumn(table, second, first)
      this.#renameColumn(table, `${first}\0`, second)
      const own = this.#renamedColumns.get(table)!
      this.#renamedColumns.set(table, [...own.slice(0, -3), [first, second], [second, first]])
      return true
    },
    'take the name of a dropped column': (table) => {
      const [gone] = this.#shuffled(
        this.#free(table).filter(({ name }) => this.#existed(table, name) && name !== 'translated'),
      )
      const [column] = this.#shuffled(this.#renamable(table).filter((each) => each !== gone))
      if (!gone || !column || this.#isNamed(table, gone)) return false
      table.columns = table.columns.filter((each) => each !== gone)
      this.#renameColumn(table, column.name, gone.name)
      return true
    },
    'change type': (table) => {
      const [column] = this.#shuffled(
        this.#others(table).filter(
          ({ name, type, attributes }) =>
            kindOf(type).becomes &&
            !attributes.sqlType &&
            !this.#isReferring(table, name) &&
            !this.#isTarget(table, name) &&
            name !== 'translated' &&
            name !== 'number',
        ),
      )
      if (!column) return false
      const isUsed = !this.#free(table).includes(column)
      this.#retyped.add(column.name)
      const before = { ...column, attributes: { ...column.attributes } }
      column.type = this.#pick(kindOf(column.type).becomes!.filter((type) => !isUsed || kindOf(type).isIndexable))
      if (column.type === undefined) {
        Object.assign(column, before)
        return false
      }
      this.#typed(column)
      // Rows keep their values, including nulls.
      if (!before.attributes.required) delete column.attributes.required
      const [old, now] = [before, column].map(({ attributes }) => Number(attributes.size ?? 0))
      if (now! < old! && before.type === column.type) Object.assign(column, before)
      if (/VARCHAR/.test(column.type) && now! < 30 && now! > 0) column.attributes.size = '30'
      return true
    },
    'change type of key': (table) => {
      const [key, ...more] = this.#keyOf(table)
      if (more.length > 0 || !/INT$|INTEGER/.test(key!.type)) return false
      const type = key!.type === 'SMALLINT' ? 'INTEGER' : 'BIGINT'
      key!.type = type
      for (const other of this.#tables) {
        const locals = other.keys
          .filter((each) => each.table === table.name)
          .flatMap(({ references }) => references.map(({ local }) => local))
        for (const column of other.columns) if (locals.includes(column.name)) column.type = type
      }
      return true
    },
    'change default': (table) => {
      const [column] = this.#shuffled(
        this.#others(table).filter(
          ({ name, type, attributes, vendor }) =>
            kindOf(type).defaults.length > 0 &&
            !attributes.sqlType &&
            !vendor &&
            !this.#isReferring(table, name) &&
            name !== 'translated' &&
            name !== 'number',
        ),
      )
      if (!column) return false
      delete column.attributes.defaultExpr
      if (column.attributes.required || this.#chance(0.7))
        column.attributes.defaultValue = this.#pick(kindOf(column.type).defaults)
      else delete column.attributes.defaultValue
      return true
    },
    'change required': (table) => {
      const [column] = this.#shuffled(
        this.#free(table).filter(({ attributes }) => attributes.defaultValue !== undefined),
      )
      if (!column) return false
      if (column.attributes.required) delete column.attributes.required
      else column.attributes.required = 'true'
      return true
    },
    'change description': (table) => {
      table.description = table.description ? undefined : 'Now described'
      return true
    },
    'change primary key': (table) => {
      if (this.#isReferenced(table)) return false
      const key = this.#keyOf(table)
      if (key.length === 2) {
        delete key[1]!.attributes.primaryKey
        return true
      }
      const [second] = this.#shuffled(
        this.#others(table).filter(
          ({ name, type, attributes }) =>
            type === 'INTEGER' &&
            !attributes.defaultValue &&
            !this.#isReferring(table, name) &&
            this.#existed(table, name),
        ),
      )
      if (second && table.behaviors.length === 0) {
        second.attributes.primaryKey = 'true'
        // SQLite supports AUTOINCREMENT only for a key of one column.
        delete key[0]!.attributes.autoIncrement
        return true
      }
      if (key[0]!.type === 'VARCHAR') return false
      if (key[0]!.attributes.autoIncrement) delete key[0]!.attributes.autoIncrement
      else key[0]!.attributes.autoIncrement = 'true'
      return true
    },
    'add table': () => {
      this.#tables.push(this.#table())
      return true
    },
    'drop table': (table) => {
      const isReferenced = this.#tables.some(
        (other) => other !== table && other.keys.some((key) => key.table === table.name),
      )
      if (this.#tables.length < 2 || isReferenced || this.#renamed.has(table)) return false
      this.#tables = this.#tables.filter((each) => each !== table)
      return true
    },
    'rename table': (table) => {
      if (!this.#oldNames.has(table) || this.#renamed.has(table)) return false
      const to = this.#freeName(tableNames, (each) => this.#used.has(each))
      this.#used.add(to.toLowerCase())
      this.#renameTable(table, to)
      this.#settleTargets()
      return true
    },
    'swap tables': (table) => {
      const [other] = this.#shuffled(this.#tables.filter((each) => each !== table))
      if (!other || [table, other].some((each) => !this.#oldNames.has(each) || this.#renamed.has(each))) return false
      const [first, second] = [table.name, other.name]
      this.#renameTable(table, second)
      this.#renameTable(other, first)
      this.#settleTargets()
      return true
    },
  }

  /** Removes the marks of renamed targets after all of them have been renamed. */
  #settleTargets(): void {
    for (const table of this.#tables)
      table.keys = table.keys.map((key) => ({ ...key, table: key.table.replace('\0', '') }))
  }

  #isNamed(table: RandomTable, column: RandomColumn): boolean {
    return (this.#renamedColumns.get(table) ?? []).some(([, to]) => to === column.name)
  }

  /**
   * Returns whether the table has or had a column of this name. A new column with the name of a dropped one would count as a
   * changed column.
   */
  #isTaken(table: RandomTable, name: string): boolean {
    const all = [...table.columns.map((column) => column.name), ...(this.#first.get(table) ?? [])]
    return all.some((each) => each.toLowerCase() === name)
  }

  #existed(table: RandomTable, column: string): boolean {
    return this.#first.get(table)?.has(column) ?? false
  }

  readonly #first = new Map<RandomTable, Set<string>>()

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => [this.#random(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  }

  #written(): string {
    for (const table of this.#tables) {
      if (!this.#first.has(table)) this.#first.set(table, new Set(table.columns.map(({ name }) => name)))
    }
    const { behavior, vendor, ...attributes } = this.#database
    return [
      `<database name="shop" defaultIdMethod="native" namespace="Shop"${attributesOf({ ...attributes })}>`,
      ...(behavior === undefined ? [] : [`<behavior name="${behavior}"/>`]),
      ...vendorOf(this.#vendor, vendor),
      ...this.#tables.map((table) => this.#writtenTable(table)),
      '</database>\n',
    ].join('\n')
  }

  /** Writes a table. Foreign key columns must have the same character set and engine as their target. */
  #writtenTable(table: RandomTable): string {
    const isText = (other: RandomTable): boolean => this.#keyOf(other).some(({ type }) => !/INT/.test(type))
    const refers = table.keys.some(({ references }) =>
      references.some(({ local }) => !/INT/.test(table.columns.find(({ name }) => name === local)!.type)),
    )
    const isTarget = table.columns.some(({ name, type }) => !/INT/.test(type) && this.#isTarget(table, name))
    const { Charset: _, Collate: __, ...others } = table.vendor ?? {}
    const options = { ...(isText(table) || refers || isTarget ? others : table.vendor) }
    // InnoDB can only reference InnoDB tables.
    const { Engine: ___, ...withoutEngine } = options
    const vendor = { ...(this.#isReferenced(table) ? withoutEngine : options) }
    // Indexes in this row format are too small for a slug.
    if (vendor.RowFormat === 'COMPACT' && table.behaviors.some((each) => each.name === 'sluggable'))
      delete vendor.RowFormat
    const schemas = new Map(this.#tables.map((each) => [each.name, each.schema ?? this.#database.schema]))
    return written({ ...table, vendor }, this.#vendor, (name) => schemas.get(name))
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const attributesOf = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(value)}"`]))
    .join('')

const phpName = (text: string): string => `P${text.replace(/[^a-z0-9]/gi, (found) => `x${found.charCodeAt(0)}`)}`

const vendorOf = (vendor: DatabaseName, parameters: Readonly<Record<string, string>> | undefined): string[] => {
  const list = Object.entries(parameters ?? {}).map(([name, value]) => `<parameter${attributesOf({ name, value })}/>`)
  return list.length === 0 ? [] : [`<vendor type="${vendor}">${list.join('')}</vendor>`]
}

function written(table: RandomTable, vendor: DatabaseName, schemaOf: (table: string) => string | undefined): string {
  const { name, description, schema, columns, indexes, uniques, keys } = table
  const element = (kind: string, attributes: string, inside: readonly string[]): string =>
    inside.length === 0 ? `  <${kind}${attributes}/>` : `  <${kind}${attributes}>${inside.join('')}</${kind}>`
  const lists = (kind: string, list: readonly RandomIndex[]) =>
    list.map(({ name: own, columns: parts, size, form, vendor: options }) => {
      const isNull = `${dialects[vendor].quote(parts[0]!)} IS NULL`
      const inside = parts.map((column, position) => {
        const isFirst = position === 0
        const shown =
          isFirst && form === 'expression'
            ? attributesOf({ expression: isNull })
            : attributesOf({
                name: column,
                size: isFirst ? size : undefined,
                order: isFirst && form === 'desc' ? 'desc' : undefined,
                nulls: isFirst && form === 'nulls' ? 'first' : undefined,
              })
        return `<${kind}-column${shown}/>`
      })
      const attributes = {
        name: own,
        where: form === 'where' ? `NOT (${isNull})` : undefined,
        method: form === 'btree' || form === 'brin' ? form : undefined,
      }
      return element(kind, attributesOf(attributes), [...inside, ...vendorOf(vendor, options)])
    })
  const heavyIndexing = table.heavyIndexing ? 'true' : undefined
  return [
    `<table${attributesOf({ name, schema, phpName: phpName(name), description, heavyIndexing })}>`,
    ...columns.map(({ name: own, type, attributes, vendor: options }) =>
      element(
        'column',
        attributesOf({ name: own, phpName: phpName(own), tableMapName: phpName(own), type, ...attributes }),
        vendorOf(vendor, options),
      ),
    ),
    ...lists('index', indexes),
    ...lists('unique', table.isNumbered ? [...uniques, { columns: ['number'] }] : uniques),
    ...keys.map(({ name: own, table: target, references, onDelete, onUpdate, vendor: options }, index) => {
      const shown = {
        name: own,
        foreignTable: target,
        foreignSchema: schemaOf(target) === schemaOf(name) ? undefined : (schemaOf(target) ?? 'public'),
        phpName: `Rel${index}`,
        refPhpName: `Back${phpName(name)}${index}`,
      }
      const parts = references.map((reference) => `<reference${attributesOf({ ...reference })}/>`)
      return element('foreign-key', attributesOf({ ...shown, onDelete, onUpdate }), [
        ...parts,
        ...vendorOf(vendor, options),
      ])
    }),
    ...(table.sequence && columns.some(({ attributes }) => attributes.autoIncrement)
      ? [element('id-method-parameter', attributesOf({ value: table.sequence }), [])]
      : []),
    ...table.behaviors.map(({ name: use, parameters }) =>
      element(
        'behavior',
        attributesOf({ name: use }),
        Object.entries(parameters).map(
          ([parameter, value]) => `<parameter${attributesOf({ name: parameter, value })}/>`,
        ),
      ),
    ),
    ...vendorOf(vendor, table.vendor),
    '</table>',
  ].join('\n')
}
