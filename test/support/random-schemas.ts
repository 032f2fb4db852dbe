import type { DatabaseName } from './databases.js'

/** A schema that can be changed at random and written as XML. */
interface RandomColumn {
  name: string
  type: string
  attributes: Record<string, string>
}

interface RandomKey {
  readonly column: string
  readonly table: string
  readonly foreign: string
  onDelete?: string | undefined
  onUpdate?: string | undefined
}

interface RandomTable {
  name: string
  description?: string | undefined
  /** Columns of the primary key, then the others. */
  columns: RandomColumn[]
  indexes: string[][]
  uniques: string[][]
  keys: RandomKey[]
  behaviors: string[]
}

/** Two schemas, and what to say of the way from one to the other. */
export interface SchemaPair {
  readonly before: string
  readonly after: string
  readonly renames: readonly string[]
  /** What was done, for messages. */
  readonly steps: readonly string[]
}

interface TypeRule {
  readonly attributes?: readonly Record<string, string>[]
  readonly defaults: readonly string[]
  readonly expressions?: readonly string[]
  readonly isIndexable?: true
  /** Types whose values this one can become, and keep. */
  readonly becomes?: readonly string[]
  readonly not?: readonly DatabaseName[]
}

const integers = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT']
const integer: TypeRule = {
  defaults: ['0', '7', '-3'],
  isIndexable: true,
  becomes: [...integers, 'VARCHAR', 'DECIMAL'],
}
const sizes = (...list: number[]) => list.map((size) => ({ size: String(size) }))
const digits = [{ size: '10', scale: '2' }, { size: '12', scale: '4' }, { size: '8' }]
const text: TypeRule = { defaults: ['', 'x', "it's", 'a\\b; --'], becomes: ['VARCHAR', 'LONGVARCHAR', 'CLOB'] }
const bytes: TypeRule = { defaults: [], becomes: ['VARBINARY', 'LONGVARBINARY', 'BLOB'] }
const moment: TypeRule = {
  defaults: ['2020-01-31 10:11:12'],
  expressions: ['CURRENT_TIMESTAMP'],
  isIndexable: true,
  becomes: ['DATETIME', 'TIMESTAMP'],
}
const values = [{ valueSet: 'a, b, c' }, { valueSet: 'a, b, c, d' }]

const types: Readonly<Record<string, TypeRule>> = {
  CHAR: { ...text, attributes: sizes(20, 40), isIndexable: true, becomes: ['CHAR'] },
  VARCHAR: { ...text, attributes: sizes(30, 60, 100), isIndexable: true },
  LONGVARCHAR: { ...text, defaults: [] },
  CLOB: { ...text, defaults: [] },
  NUMERIC: { defaults: ['1.5', '0'], attributes: digits, becomes: ['DECIMAL', 'NUMERIC'] },
  DECIMAL: {
    defaults: ['1.50', '-2'],
    attributes: digits,
    becomes: ['DECIMAL', 'NUMERIC', 'DOUBLE'],
    isIndexable: true,
  },
  TINYINT: integer,
  SMALLINT: integer,
  INTEGER: integer,
  BIGINT: integer,
  REAL: { defaults: ['1.5'], becomes: ['REAL', 'DOUBLE'] },
  FLOAT: { defaults: ['0.25'], becomes: ['FLOAT', 'DOUBLE'] },
  DOUBLE: { defaults: ['-1.5'], becomes: ['DOUBLE', 'FLOAT'] },
  BINARY: { defaults: ['ab'], attributes: sizes(20, 30), becomes: ['BINARY'] },
  VARBINARY: bytes,
  LONGVARBINARY: bytes,
  BLOB: bytes,
  DATE: { defaults: ['2020-01-31'], expressions: ['CURRENT_DATE'], isIndexable: true, becomes: ['DATE', 'TIMESTAMP'] },
  TIME: { defaults: ['10:11:12'], becomes: ['TIME'] },
  DATETIME: moment,
  TIMESTAMP: moment,
  BOOLEAN: { defaults: ['true', 'false'], becomes: ['BOOLEAN', 'INTEGER'] },
  BOOLEAN_EMU: { defaults: ['true'], becomes: ['BOOLEAN_EMU', 'INTEGER'] },
  ENUM: { defaults: ['b'], attributes: values, becomes: ['ENUM', 'SMALLINT'] },
  SET: { defaults: ['a, c'], attributes: values, becomes: ['SET', 'BIGINT'] },
  ARRAY: { defaults: [], becomes: ['ARRAY', 'LONGVARCHAR'] },
  OBJECT: { defaults: [], becomes: ['OBJECT', 'BLOB'] },
  JSON: { defaults: [], becomes: ['JSON'] },
  GEOMETRY: { defaults: [], not: ['pgsql'] },
  UUID: { defaults: ['6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d'], becomes: ['UUID'] },
  UUID_BINARY: { defaults: [], becomes: ['UUID_BINARY'] },
}

const actions = [undefined, 'CASCADE', 'SET NULL', 'RESTRICT', 'NO ACTION']
const behaviors = ['timestampable', 'versionable', 'archivable', 'sortable', 'sluggable']
const names =
  'title|body|price|unit price|order|Group|count_of|a-b|ünï|key|state|first|last|born|colour|weight|notes'.split('|')
const tableNames = 'author|book|order|review|Shelf|line item|publisher|tag|user|loan'.split('|')

/** Two schemas of one project, the same for the same seed. */
export function randomSchemas(vendor: DatabaseName, seed: number): SchemaPair {
  return new Maker(vendor, seed).pair()
}

class Maker {
  readonly #vendor: DatabaseName
  #state: number
  #tables: RandomTable[] = []
  readonly #renamedTables: [string, string][] = []
  /** By table object, so that a rename of the table does not matter. */
  readonly #renamedColumns = new Map<RandomTable, [string, string][]>()
  readonly #oldNames = new Map<RandomTable, string>()
  readonly #used = new Set<string>()
  readonly #steps: string[] = []

  constructor(vendor: DatabaseName, seed: number) {
    this.#vendor = vendor
    this.#state = seed * 2654435761
    for (let warm = 0; warm < 5; warm++) this.#random()
  }

  pair(): SchemaPair {
    const count = 1 + this.#below(4)
    for (let index = 0; index < count; index++) this.#tables.push(this.#table())
    const before = this.#written()
    for (const table of this.#tables) this.#oldNames.set(table, table.name)
    const steps = 1 + this.#below(5)
    for (let step = 0; step < steps; step++) this.#change()
    const renames = [
      ...this.#renamedTables.map(([from, to]) => `${from}:${to}`),
      ...[...this.#renamedColumns].flatMap(([table, list]) =>
        this.#tables.includes(table) ? list.map(([from, to]) => `${this.#oldNames.get(table)}.${from}:${to}`) : [],
      ),
    ]
    return { before, after: this.#written(), renames, steps: this.#steps }
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
    if (this.#chance(0.2)) this.#addBehavior(table)
    return table
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
    const type = this.#pick(Object.keys(types).filter((each) => !types[each]!.not?.includes(this.#vendor)))
    return this.#typed({ name, type, attributes: {} })
  }

  /** The column with size, default and such of its type. */
  #typed(column: RandomColumn): RandomColumn {
    const { attributes = [{}], defaults, expressions = [] } = types[column.type]!
    column.attributes = { ...this.#pick(attributes) }
    const choices = [
      ...defaults.map((value) => ['defaultValue', value]),
      ...expressions.map((value) => ['defaultExpr', value]),
    ]
    if (choices.length > 0 && this.#chance(0.5)) {
      const [attribute, value] = this.#pick(choices) as [string, string]
      column.attributes[attribute] = value
      // Rows that exist take the default.
      if (this.#chance(0.5) && !this.#isGarbled(column)) column.attributes.required = 'true'
    }
    if (this.#chance(0.15)) column.attributes.description = `What ${column.name} is; it's "y"`
    return column
  }

  /** The catalog of MariaDB does not tell the default of required bytes. */
  #isGarbled({ type }: RandomColumn): boolean {
    return this.#vendor === 'mysql' && /^(?:BINARY|UUID)/.test(type)
  }

  #others({ columns }: RandomTable): RandomColumn[] {
    return columns.filter(({ attributes }) => !attributes.primaryKey)
  }

  /** Columns that nothing but their own definition depends on. */
  #free(table: RandomTable): RandomColumn[] {
    const used = new Set([...table.indexes.flat(), ...table.uniques.flat(), ...table.keys.map(({ column }) => column)])
    return this.#others(table).filter(({ name }) => !used.has(name))
  }

  #indexable(table: RandomTable): RandomColumn[] {
    return this.#others(table).filter(({ type }) => types[type]!.isIndexable)
  }

  #addIndex(table: RandomTable): void {
    const list = this.#indexable(table).map(({ name }) => name)
    if (list.length === 0) return
    const first = this.#pick(list)
    const second = this.#chance(0.3) ? this.#pick(list) : first
    const index = [...new Set([first, second])]
    if (![...table.indexes, ...table.uniques].some((each) => each.join() === index.join())) table.indexes.push(index)
  }

  #addUnique(table: RandomTable): void {
    // Its values are different in every row.
    const list = this.#indexable(table).filter(
      ({ name, type, attributes }) =>
        /^(?:VARCHAR|INTEGER|BIGINT)$/.test(type) &&
        // A new column has its default in every row.
        (attributes.defaultValue === undefined || !this.#first.has(table) || this.#existed(table, name)),
    )
    if (list.length === 0) return
    const unique = [this.#pick(list).name]
    if (![...table.indexes, ...table.uniques].some((each) => each.join() === unique.join())) table.uniques.push(unique)
  }

  #addKey(table: RandomTable): void {
    const targets = [...this.#tables, table].filter(
      ({ columns }) => columns.filter(({ attributes }) => attributes.primaryKey).length === 1,
    )
    if (targets.length === 0) return
    const target = this.#pick(targets)
    const [{ name, type, attributes }] = target.columns as [RandomColumn]
    const column = this.#freeName([`${target.name}_${name}`], (each) =>
      table.columns.some((other) => other.name.toLowerCase() === each),
    )
    table.columns.push({ name: column, type, attributes: attributes.size ? { size: attributes.size } : {} })
    table.keys.push({
      column,
      table: target.name,
      foreign: name,
      onDelete: this.#pick(actions),
      onUpdate: this.#pick(actions),
    })
  }

  #addBehavior(table: RandomTable): void {
    const hasSimpleKey = table.columns.filter(({ attributes }) => attributes.primaryKey).length === 1
    const candidates = behaviors.filter((name) => hasSimpleKey || name === 'timestampable')
    const behavior = this.#pick(candidates)
    if (!table.behaviors.includes(behavior)) table.behaviors.push(behavior)
  }

  #change(): void {
    const table = this.#pick(this.#tables)
    const [name, change] = this.#pick(Object.entries(this.#changes))
    if (change(table)) this.#steps.push(`${name} in ${table.name}`)
  }

  readonly #changes: Readonly<Record<string, (table: RandomTable) => boolean>> = {
    'add column': (table) => {
      table.columns.push(this.#column(table))
      return true
    },
    'add index': (table) => {
      this.#addIndex(table)
      return true
    },
    'add unique': (table) => {
      this.#addUnique(table)
      return true
    },
    'add foreign key': (table) => {
      this.#addKey(table)
      return true
    },
    'add behavior': (table) => {
      this.#addBehavior(table)
      return true
    },
    'drop behavior': (table) => table.behaviors.pop() !== undefined,
    'drop column': (table) => {
      const [column] = this.#shuffled(this.#free(table))
      if (!column || this.#isNamed(table, column)) return false
      table.columns = table.columns.filter((each) => each !== column)
      return true
    },
    'drop index': (table) => table.indexes.pop() !== undefined,
    'drop unique': (table) => table.uniques.pop() !== undefined,
    'drop foreign key': (table) => table.keys.pop() !== undefined,
    'change actions': (table) => {
      const [key] = this.#shuffled(table.keys)
      if (!key) return false
      key.onDelete = this.#pick(actions)
      key.onUpdate = this.#pick(actions)
      return true
    },
    'rename column': (table) => {
      const [column] = this.#shuffled(this.#others(table))
      const old = this.#oldNames.get(table)
      if (!column || old === undefined || this.#isNamed(table, column)) return false
      const from = column.name
      const to = this.#freeName(names, (each) => this.#isTaken(table, each))
      if (!this.#existed(table, from)) return false
      column.name = to
      const renamed = (list: string[][]) => list.map((each) => each.map((name) => (name === from ? to : name)))
      table.indexes = renamed(table.indexes)
      table.uniques = renamed(table.uniques)
      table.keys = table.keys.map((key) => (key.column === from ? { ...key, column: to } : key))
      this.#renamedColumns.set(table, [...(this.#renamedColumns.get(table) ?? []), [from, to]])
      return true
    },
    'change type': (table) => {
      const [column] = this.#shuffled(this.#free(table).filter(({ type }) => types[type]!.becomes))
      if (!column || table.behaviors.length > 0) return false
      const before = { ...column, attributes: { ...column.attributes } }
      column.type = this.#pick(types[column.type]!.becomes!)
      this.#typed(column)
      // Rows keep their values, and their lack of one.
      if (!before.attributes.required) delete column.attributes.required
      const [old, now] = [before, column].map(({ attributes }) => Number(attributes.size ?? 0))
      if (now! < old! && before.type === column.type) Object.assign(column, before)
      if (/VARCHAR/.test(column.type) && now! < 30 && now! > 0) column.attributes.size = '30'
      return true
    },
    'change default': (table) => {
      const [column] = this.#shuffled(
        this.#others(table).filter(
          ({ name, type }) => types[type]!.defaults.length > 0 && !table.keys.some(({ column }) => column === name),
        ),
      )
      if (!column) return false
      delete column.attributes.defaultExpr
      if (column.attributes.required || this.#chance(0.7))
        column.attributes.defaultValue = this.#pick(types[column.type]!.defaults)
      else delete column.attributes.defaultValue
      return true
    },
    'change required': (table) => {
      const [column] = this.#shuffled(
        this.#free(table).filter(({ attributes }) => attributes.defaultValue !== undefined),
      )
      if (!column) return false
      if (column.attributes.required) delete column.attributes.required
      else if (!this.#isGarbled(column)) column.attributes.required = 'true'
      return true
    },
    'change description': (table) => {
      table.description = table.description ? undefined : 'Now described'
      return true
    },
    'change primary key': (table) => {
      const isReferenced = this.#tables.some(({ keys }) => keys.some((key) => key.table === table.name))
      if (isReferenced || table.behaviors.length > 0) return false
      const key = table.columns.filter(({ attributes }) => attributes.primaryKey)
      if (key.length === 2) {
        delete key[1]!.attributes.primaryKey
        return true
      }
      const [second] = this.#shuffled(
        this.#others(table).filter(
          ({ type, attributes }) =>
            type === 'INTEGER' && !attributes.defaultValue && !table.keys.some((k) => k.column === attributes.name),
        ),
      )
      if (second && !table.keys.some(({ column }) => column === second.name)) {
        second.attributes.primaryKey = 'true'
        // Numbering in SQLite is for a key of one column.
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
      if (this.#tables.length < 2 || isReferenced || this.#isRenamed(table)) return false
      this.#tables = this.#tables.filter((each) => each !== table)
      return true
    },
    'rename table': (table) => {
      const from = this.#oldNames.get(table)
      if (from === undefined || this.#isRenamed(table) || table.behaviors.length > 0) return false
      const old = table.name
      table.name = this.#freeName(tableNames, (each) => this.#used.has(each))
      this.#used.add(table.name.toLowerCase())
      for (const other of this.#tables)
        other.keys = other.keys.map((key) => (key.table === old ? { ...key, table: table.name } : key))
      this.#renamedTables.push([from, table.name])
      return true
    },
  }

  #isRenamed(table: RandomTable): boolean {
    return this.#renamedTables.some(([, to]) => to === table.name)
  }

  #isNamed(table: RandomTable, column: RandomColumn): boolean {
    return (this.#renamedColumns.get(table) ?? []).some(([, to]) => to === column.name)
  }

  /** Also by a column that is gone: under its name, a new one would be the old one changed. */
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
    return `<database name="shop" defaultIdMethod="native" namespace="Shop">\n${this.#tables.map(written).join('\n')}\n</database>\n`
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const attributesOf = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(value)}"`]))
    .join('')

const phpName = (text: string): string => `P${text.replace(/[^a-z0-9]/gi, (found) => `x${found.charCodeAt(0)}`)}`

function written({ name, description, columns, indexes, uniques, keys, behaviors: uses }: RandomTable): string {
  const lists = (element: string, list: readonly string[][]) =>
    list.map(
      (each) =>
        `  <${element}>${each.map((column) => `<${element}-column${attributesOf({ name: column })}/>`).join('')}</${element}>`,
    )
  return [
    `<table${attributesOf({ name, phpName: phpName(name), description })}>`,
    ...columns.map(
      (column) =>
        `  <column${attributesOf({ name: column.name, phpName: phpName(column.name), tableMapName: phpName(column.name), type: column.type, ...column.attributes })}/>`,
    ),
    ...lists('index', indexes),
    ...lists('unique', uniques),
    ...keys.map(
      ({ column, table, foreign, onDelete, onUpdate }, index) =>
        `  <foreign-key${attributesOf({ foreignTable: table, phpName: `Rel${index}`, refPhpName: `Back${phpName(name)}${index}`, onDelete, onUpdate })}><reference${attributesOf({ local: column, foreign })}/></foreign-key>`,
    ),
    ...uses.map((use) => `  <behavior name="${use}"/>`),
    '</table>',
  ].join('\n')
}
