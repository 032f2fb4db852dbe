import { type ColumnKind, columnKinds } from './column-kinds.js'
import type { DatabaseName } from './databases.js'

/** A schema that can be changed at random and written as XML. */
interface RandomColumn {
  name: string
  type: string
  attributes: Record<string, string>
}

interface RandomKey {
  readonly name?: string | undefined
  readonly table: string
  readonly references: readonly { readonly local: string; readonly foreign: string }[]
  onDelete?: string | undefined
  onUpdate?: string | undefined
}

interface RandomIndex {
  name?: string | undefined
  columns: string[]
  /** How much of the first column counts, where the vendor asks. */
  size?: string | undefined
}

interface RandomTable {
  name: string
  description?: string | undefined
  /** Columns of the primary key, then the others. */
  columns: RandomColumn[]
  indexes: RandomIndex[]
  uniques: RandomIndex[]
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

const kindOf = (type: string): ColumnKind => columnKinds[type as keyof typeof columnKinds]

/** What columns of each type can have on this vendor. */
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
/** Behaviors with their parameters. */
const behaviors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  timestampable: {},
  sortable: {},
  sluggable: {},
  nested_set: {},
  versionable: {},
  archivable: {},
  i18n: { i18n_columns: 'translated' },
}
const names =
  'title|body|price|unit price|order|Group|count_of|a-b|ünï|key|state|first|last|born|colour|weight|notes'.split('|')
const tableNames = 'author|book|order|review|Shelf|line item|publisher|tag|user|loan'.split('|')

/** Changes that have many kinds, or often nothing to do. */
const likely = ['drop column', 'drop behavior', 'change default', 'change primary key', 'rename table']

/** Two schemas of one project, the same for the same seed. */
export function randomSchemas(vendor: DatabaseName, seed: number): SchemaPair {
  return new Maker(vendor, seed).pair()
}

class Maker {
  readonly #vendor: DatabaseName
  readonly #seed: number
  #state: number
  #tables: RandomTable[] = []
  readonly #renamed = new Set<RandomTable>()
  /** Names of columns whose values may be few, as they were of another type. */
  readonly #retyped = new Set<string>()
  /** By table object, so that a rename of the table does not matter. */
  readonly #renamedColumns = new Map<RandomTable, [string, string][]>()
  readonly #oldNames = new Map<RandomTable, string>()
  readonly #used = new Set<string>()
  readonly #steps: string[] = []

  constructor(vendor: DatabaseName, seed: number) {
    this.#vendor = vendor
    this.#seed = seed
    this.#state = seed * 2654435761
    for (let warm = 0; warm < 5; warm++) this.#random()
  }

  pair(): SchemaPair {
    const count = 1 + this.#below(4)
    for (let index = 0; index < count; index++) this.#tables.push(this.#table())
    const [first] = this.#tables as [RandomTable]
    this.#prepareTurn(first)
    const before = this.#written()
    for (const table of this.#tables) this.#oldNames.set(table, table.name)
    const steps = 2 + this.#below(8)
    this.#takeTurn(first)
    for (let step = 0; step < steps; step++) this.#change(step === 0 ? this.#seed : undefined)
    const renames = [
      ...[...this.#renamed].map((table) => `${this.#oldNames.get(table)}:${table.name}`),
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
    if (this.#chance(0.35)) this.#addBehavior(table)
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
    const { type } = this.#pick(columnTypes(this.#vendor))
    return this.#typed({ name, type, attributes: {} })
  }

  /** The column with size, default and such of its type. */
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
      // Rows that exist take the default.
      if (this.#chance(0.5)) column.attributes.required = 'true'
    }
    if (this.#chance(0.15)) column.attributes.description = `What ${column.name} is; it's "y"`
    return column
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

  /** Columns that nothing but their own definition depends on. */
  #free(table: RandomTable): RandomColumn[] {
    const used = new Set([...table.indexes, ...table.uniques].flatMap(({ columns }) => columns))
    return this.#others(table).filter(({ name }) => !used.has(name) && !this.#isReferring(table, name))
  }

  #indexable(table: RandomTable): RandomColumn[] {
    return this.#others(table).filter(({ type }) => kindOf(type).isIndexable)
  }

  #index(table: RandomTable, list: readonly RandomColumn[]): RandomIndex | undefined {
    if (list.length === 0) return undefined
    const [first, second] = [this.#pick(list), this.#pick(list)]
    const columns = [...new Set([first, this.#chance(0.4) ? second : first].map(({ name }) => name))]
    const isKnown = [...table.indexes, ...table.uniques].some((each) => each.columns.join() === columns.join())
    if (isKnown) return undefined
    const name = this.#chance(0.3) ? `own_${this.#below(100_000)}` : undefined
    return { columns, name, size: first.type === 'VARCHAR' && this.#chance(0.3) ? '12' : undefined }
  }

  #addIndex(table: RandomTable): boolean {
    const index = this.#index(table, this.#indexable(table))
    if (index) table.indexes.push(index)
    return index !== undefined
  }

  #addUnique(table: RandomTable): boolean {
    // Its values are different in every row.
    const list = this.#indexable(table).filter(
      ({ name, type, attributes }) =>
        /^(?:VARCHAR|INTEGER|BIGINT)$/.test(type) &&
        !this.#retyped.has(name) &&
        // A new column has its default in every row.
        (attributes.defaultValue === undefined || !this.#first.has(table) || this.#existed(table, name)),
    )
    const index = this.#index(table, list)
    if (index) table.uniques.push({ ...index, size: undefined })
    return index !== undefined
  }

  #addKey(table: RandomTable): boolean {
    const target = this.#chance(0.25) ? table : this.#pick([...this.#tables, table])
    const references = this.#keyOf(target).map(({ name, type, attributes }) => {
      const local = this.#freeName([`${target.name}_${name}`], (each) => this.#isTaken(table, each))
      table.columns.push({ name: local, type, attributes: attributes.size ? { size: attributes.size } : {} })
      return { local, foreign: name }
    })
    table.keys.push({
      ...(this.#chance(0.3) && { name: `key_${this.#below(100_000)}` }),
      table: target.name,
      references,
      onDelete: this.#pick(actions),
      onUpdate: this.#pick(actions),
    })
    return true
  }

  #addBehavior(table: RandomTable): boolean {
    const candidates = Object.keys(behaviors).filter(
      (name) => this.#keyOf(table).length === 1 || name === 'timestampable',
    )
    const behavior = this.#pick(candidates)
    if (table.behaviors.includes(behavior)) return false
    if (behavior === 'i18n' && !table.columns.some(({ name }) => name === 'translated'))
      table.columns.push({ name: 'translated', type: 'VARCHAR', attributes: { size: '50' } })
    table.behaviors.push(behavior)
    return true
  }

  /** Every change of a type and of a default, every type of a new column and of one that goes has its turn. */
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

  /** A change at random, or the one whose turn it is. */
  #change(turn?: number): void {
    const table = this.#pick(this.#tables)
    const all = Object.keys(this.#changes)
    const name = turn === undefined ? this.#pick([...all, ...likely]) : all[turn % all.length]!
    if (this.#changes[name]!(table)) this.#steps.push(`${name} in ${table.name}`)
  }

  /** A column has another name in its table, and in what refers to it. */
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

  /** Columns that can be given another name: known before, and not renamed yet. */
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
    'drop column': (table) => {
      const [column] = this.#shuffled(this.#free(table))
      if (!column || this.#isNamed(table, column) || column.name === 'translated') return false
      table.columns = table.columns.filter((each) => each !== column)
      return true
    },
    'drop index': (table) => table.indexes.pop() !== undefined,
    'drop unique': (table) => table.uniques.pop() !== undefined,
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
          ({ name, type }) => kindOf(type).becomes && !this.#isReferring(table, name) && name !== 'translated',
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
      // Rows keep their values, and their lack of one.
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
          ({ name, type }) =>
            kindOf(type).defaults.length > 0 && !this.#isReferring(table, name) && name !== 'translated',
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

  /** Targets that have their new names carry a mark until all of them have. */
  #settleTargets(): void {
    for (const table of this.#tables)
      table.keys = table.keys.map((key) => ({ ...key, table: key.table.replace('\0', '') }))
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
  const lists = (element: string, list: readonly RandomIndex[]) =>
    list.map(({ name: own, columns: parts, size }) => {
      const inside = parts.map((column, position) => {
        const shown = attributesOf({ name: column, size: position === 0 ? size : undefined })
        return `<${element}-column${shown}/>`
      })
      return `  <${element}${attributesOf({ name: own })}>${inside.join('')}</${element}>`
    })
  return [
    `<table${attributesOf({ name, phpName: phpName(name), description })}>`,
    ...columns.map(
      (column) =>
        `  <column${attributesOf({ name: column.name, phpName: phpName(column.name), tableMapName: phpName(column.name), type: column.type, ...column.attributes })}/>`,
    ),
    ...lists('index', indexes),
    ...lists('unique', uniques),
    ...keys.map(({ name: own, table, references, onDelete, onUpdate }, index) => {
      const shown = {
        name: own,
        foreignTable: table,
        phpName: `Rel${index}`,
        refPhpName: `Back${phpName(name)}${index}`,
      }
      const parts = references.map((reference) => `<reference${attributesOf({ ...reference })}/>`)
      return `  <foreign-key${attributesOf({ ...shown, onDelete, onUpdate })}>${parts.join('')}</foreign-key>`
    }),
    ...uses.map((use) => {
      const parameters = Object.entries(behaviors[use]!).map(
        ([parameter, value]) => `<parameter${attributesOf({ name: parameter, value })}/>`,
      )
      return `  <behavior name="${use}">${parameters.join('')}</behavior>`
    }),
    '</table>',
  ].join('\n')
}
