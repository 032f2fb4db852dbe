import type { Config } from '../config/index.js'
import type { ConfigNode } from '../config/node.js'
import { dialects } from '../dialects/index.js'
import { type Diagnostic, OrmError, Source } from '../errors/index.js'
import { noCsvName, noDumpKey, notDumped, tooMuchToDump } from '../errors/seed-errors.js'
import {
  arrayElements,
  booleanTypes,
  type Column,
  type Database,
  floatTypes,
  isUniqueKey,
  listTypes,
  lobTypes,
  namedColumns,
  numberTypes,
  primaryKeyOf,
  qualifiedName,
  type Relation,
  readList,
  type Table,
  writtenType,
} from '../model/index.js'
import { csvCell, type FileValue, jsonText, yamlText } from './dump-text.js'
import { holdsText, Inventions, type Mask, maskOf } from './masks.js'
import { tableOfCsv } from './read-seeds.js'
import { relationNamed, tablesInOrder } from './seed-relations.js'
import { seedText } from './seed-value.js'

export const dumpFormats = ['yaml', 'json', 'csv'] as const
export type DumpFormat = (typeof dumpFormats)[number]

/** The rows of a table by column name, with values as `SeedRules.value` accepts them. */
export interface DumpedTable {
  readonly table: Table
  readonly rows: readonly DumpedRow[]
}

export type DumpedRow = ReadonlyMap<string, string | null>

export interface Dump {
  /** Seed files by name. */
  readonly files: readonly { readonly path: string; readonly contents: string; readonly rows: number }[]
  /** Columns whose values are invented or omitted: `author.email`. */
  readonly masked: readonly string[]
  /** Columns with texts that neither a rule nor their name has masked. */
  readonly unmasked: readonly string[]
}

export interface DumpOptions {
  readonly database: Database
  readonly format: DumpFormat
  readonly masks: NonNullable<Config['seeds']['masks']>
}

/** Converts the rows of a database to seed files that give the same rows. Throws an OrmError with all problems. */
export const dumpSeeds = (tables: readonly DumpedTable[], options: DumpOptions): Dump =>
  new Dumper(tables, options).dump()

/** The maximum number of values in a YAML file. Larger files are not read. */
const mostValues = 90_000

/** Behaviors that store ids of a table only in foreign keys. */
const keepNoIds: ReadonlySet<string> = new Set([
  ...['aggregate_column', 'aggregate_multiple_columns', 'auto_add_pk', 'delegate', 'i18n', 'query_cache'],
  ...['sluggable', 'sortable', 'soft_delete', 'timestampable', 'validate'],
])

/** A relation, and its name in the files. */
interface WrittenRelation {
  readonly relation: Relation
  readonly name: string
}

class Dumper {
  readonly #problems: Diagnostic[] = []
  readonly #tables: ReadonlyMap<Table, readonly DumpedRow[]>
  readonly #database: Database
  readonly #format: DumpFormat
  readonly #rules: Readonly<Record<string, Mask>>
  readonly #inventions = new Inventions()
  readonly #masked = new Set<string>()
  readonly #unmasked = new Set<string>()
  /** Unique keys that replace the ids of tables: these ids are not in the files. */
  readonly #naturalKeys = new Map<Table, readonly string[]>()
  readonly #labels = new Map<DumpedRow, string>()
  readonly #names = new Map<Table, Set<string>>()
  /** Rows by the values of the columns that a foreign key refers to. */
  readonly #targets = new Map<Relation, ReadonlyMap<string, DumpedRow>>()

  constructor(tables: readonly DumpedTable[], { database, format, masks }: DumpOptions) {
    this.#tables = new Map(tables.map(({ table, rows }) => [table, rows]))
    this.#database = database
    this.#format = format
    this.#rules = masks
  }

  dump(): Dump {
    const tables = tablesInOrder([...this.#tables.keys()])
    if (this.#format !== 'csv') {
      for (const table of tables) this.#chooseKey(table)
      for (const table of tables) this.#keepNeededIds(table)
    }
    for (const table of tables) for (const row of this.#rowsOf(table)) this.#label(table, row)
    const paths = this.#paths(tables)
    const files = tables.map((table, at) => ({
      path: paths[at]!,
      contents: this.#format === 'csv' ? this.#csv(table) : this.#document(table),
      rows: this.#rowsOf(table).length,
    }))
    if (this.#problems.length > 0) throw new OrmError(this.#problems)
    const unmasked = [...this.#unmasked].filter((name) => !this.#masked.has(name))
    return { files, masked: [...this.#masked], unmasked }
  }

  /** Returns a file name per table, unique even if table names differ only in case or in characters not allowed in file names. */
  #paths(tables: readonly Table[]): string[] {
    const taken = new Set<string>()
    return tables.map((table) => {
      const name = fileName(table)
      let free = name
      for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`
      taken.add(free.toLowerCase())
      const path = `${free}.${this.#format}`
      // A CSV file names its table only by its file name.
      if (this.#format === 'csv' && tableOfCsv(path) !== qualifiedName(table))
        this.#problems.push(noCsvName(qualifiedName(table), path))
      return path
    })
  }

  #rowsOf(table: Table): readonly DumpedRow[] {
    return this.#tables.get(table) ?? []
  }

  /** Replaces a generated id by a unique key if there is one, as the id has no meaning in another database. */
  #chooseKey(table: Table): void {
    const [id, ...others] = primaryKeyOf(table)
    if (!id?.autoIncrement || others.length > 0 || !table.behaviors.every(({ name }) => keepNoIds.has(name))) return
    const key = this.#uniques(table).find((names) => !names.includes(id.name))
    if (key) this.#naturalKeys.set(table, key)
  }

  /** Returns the unique keys whose values exist in all rows and can be compared exactly, so that they find the row again. */
  #uniques(table: Table): (readonly string[])[] {
    const isExact = (name: string): boolean =>
      table.columns.some((column) => column.name === name && !floatTypes.has(column.type) && !column.generated)
    return table.uniques
      .filter(isUniqueKey)
      .map(namedColumns)
      .filter(
        (names) =>
          names.length > 0 &&
          names.every(isExact) &&
          this.#rowsOf(table).every((row) => names.every((name) => this.#value(table, row, name) !== null)),
      )
  }

  /** Keeps the ids of a table if a foreign key to it cannot be written as a relation. */
  #keepNeededIds(table: Table): void {
    const written = this.#relations(table)
    for (const relation of table.relations)
      if (relation.isLocal && !written.some(({ relation: each }) => each === relation))
        this.#naturalKeys.delete(relation.table)
  }

  /** Returns the relations that are written by name. If several share a column, only the first is, the others by columns. */
  #relations(table: Table): WrittenRelation[] {
    if (this.#format === 'csv') return []
    const taken = new Set<Column>()
    return table.relations.flatMap((relation) => {
      const name = relation.isLocal && this.#tables.has(relation.table) ? relationKey(table, relation) : undefined
      const columns = [...relation.columns.map(({ own }) => own), ...relation.literals.map(({ column }) => column)]
      if (name === undefined || columns.some((column) => taken.has(column) || column.generated)) return []
      for (const column of columns) taken.add(column)
      return [{ relation, name }]
    })
  }

  #target(relation: Relation, row: DumpedRow): DumpedRow | undefined {
    const values = relation.columns.map(({ own }) => row.get(own.name) ?? null)
    const isMeant = relation.literals.every(({ column, value }) => row.get(column.name) === value)
    if (!isMeant || values.includes(null)) return undefined
    let targets = this.#targets.get(relation)
    if (!targets) {
      const textOf = (each: DumpedRow): string =>
        JSON.stringify(relation.columns.map(({ other }) => each.get(other.name) ?? null))
      targets = new Map(this.#rowsOf(relation.table).map((each) => [textOf(each), each]))
      this.#targets.set(relation, targets)
    }
    return targets.get(JSON.stringify(values))
  }

  /** Returns the name of a row, derived from its title or its key. */
  #label(table: Table, row: DumpedRow): string {
    const known = this.#labels.get(row)
    if (known !== undefined) return known
    const names = this.#names.get(table) ?? new Set<string>()
    this.#names.set(table, names)
    // Ends the recursion if rows in a cycle are named after each other.
    this.#labels.set(row, '')
    const key = this.#naturalKeys.get(table) ?? primaryKeyOf(table).map(({ name }) => name)
    const title = table.columns.find(({ primaryString }) => primaryString)?.name
    const prefix = slug(table.commonName) || 'row'
    const sources = title === undefined || (row.get(title) ?? null) === null ? key : [title]
    const words = slug(sources.map((name) => this.#words(table, row, name)).join(' '))
    const isName = /^[a-z]/.test(words) && !/^(?:key|rows)$/.test(words)
    const base = isName ? words : `${prefix}-${words || names.size + 1}`
    let name = base
    for (let number = 2; names.has(name); number++) name = `${base}-${number}`
    names.add(name)
    this.#labels.set(row, name)
    return name
  }

  /** Returns a value for the name of a row. For a reference, that is the name of the other row. */
  #words(table: Table, row: DumpedRow, name: string): string {
    const relation = table.relations.find(
      ({ isLocal, columns }) => isLocal && columns.some(({ own }) => own.name === name),
    )
    const target = relation && this.#target(relation, row)
    return target ? this.#label(relation.table, target) : (this.#value(table, row, name) ?? '')
  }

  /** Returns the value to write: the value in the database, or a masked one. */
  #value(table: Table, row: DumpedRow, name: string): string | null {
    const value = row.get(name) ?? null
    const { column, home } = rootOf(table, table.columns.find((each) => each.name === name)!)
    const mask = maskOf(column, home, this.#rules)
    if (mask === 'keep' || value === null) return value
    if (mask === undefined) return this.#withoutSecretMembers(table, name, column, value)
    this.#masked.add(`${table.name}.${name}`)
    if (mask === 'empty') {
      if (!column.required && !column.primaryKey) return null
      this.#report(notDumped(table.name, name, 'it is required, so it cannot be empty', 'use the mask text'))
      return value
    }
    const invented = this.#inventions.valueFor(mask, column, value)
    if (invented !== undefined) return invented
    if (column.required || column.primaryKey)
      this.#report(
        notDumped(table.name, name, `values of the type ${writtenType(column.type).type} cannot be invented`),
      )
    return null
  }

  /** Returns a text, in which members of JSON with secret names are masked. */
  #withoutSecretMembers(table: Table, name: string, column: Column, value: string): string {
    if (!holdsText(column)) return value
    const masked = column.array || lobTypes.has(column.type) ? undefined : this.#inventions.ofMembers(value)
    ;(masked === undefined ? this.#unmasked : this.#masked).add(`${table.name}.${name}`)
    const isTooLong = column.size !== undefined && [...(masked ?? '')].length > column.size
    return isTooLong ? '{}' : (masked ?? value)
  }

  #report(problem: Diagnostic): void {
    if (!this.#problems.some(({ message }) => message === problem.message)) this.#problems.push(problem)
  }

  #document(table: Table): string {
    const rows = this.#rowsOf(table)
    const relations = this.#relations(table)
    const written = rows.map((row) => this.#row(table, row, relations))
    const isNamed = rows.some((row) => this.#isReferred(table, row))
    const listed: FileValue = isNamed
      ? new Map(rows.map((row, index) => [this.#labels.get(row)!, written[index]!]))
      : written
    const key = this.#writtenKey(table)
    const keyed = key
      ? new Map<string, FileValue>([
          ['key', key],
          ['rows', listed],
        ])
      : listed
    const document = new Map([[qualifiedName(table), keyed]])
    const values = written.reduce((sum, row) => sum + row.size + 1, 0)
    if (this.#format === 'json') return `${jsonText(document)}\n`
    if (values > mostValues) this.#problems.push(tooMuchToDump(table.name, values))
    return yamlText(document).trimStart()
  }

  /** Returns the key columns that the file has to name. */
  #writtenKey(table: Table): readonly string[] | undefined {
    const uniques = this.#uniques(table)
    const natural = this.#naturalKeys.get(table)
    if (!natural && primaryKeyOf(table).length > 0) return undefined
    const key = natural ?? uniques[0]
    if (!key) this.#problems.push(noDumpKey(table.name))
    return uniques.length > 1 ? key : undefined
  }

  #isReferred(table: Table, row: DumpedRow): boolean {
    this.#referred ??= new Set(
      [...this.#tables].flatMap(([from, rows]) =>
        this.#relations(from).flatMap(({ relation }) => rows.flatMap((each) => this.#target(relation, each) ?? [])),
      ),
    )
    return this.#tables.has(table) && this.#referred.has(row)
  }

  #referred?: ReadonlySet<DumpedRow>

  #row(table: Table, row: DumpedRow, relations: readonly WrittenRelation[]): Map<string, FileValue> {
    const values = new Map<string, FileValue>()
    const byRelation = new Set<Column>()
    const references = new Map<string, FileValue>()
    for (const { relation, name } of relations) {
      const target = this.#target(relation, row)
      if (!target) continue
      references.set(name, this.#labels.get(target)!)
      for (const { own } of relation.columns) byRelation.add(own)
      for (const { column } of relation.literals) byRelation.add(column)
    }
    const omitted = this.#naturalKeys.has(table) ? primaryKeyOf(table) : []
    for (const column of table.columns) {
      if (column.generated || byRelation.has(column) || omitted.includes(column)) continue
      values.set(column.name, this.#fileValue(table, column, this.#value(table, row, column.name)))
    }
    return new Map([...values, ...references])
  }

  #fileValue(table: Table, column: Column, text: string | null): FileValue {
    if (text === null) return { token: 'null' }
    const value = fileValueOf(column, text)
    if (!this.#isReadable(column, text, value)) this.#reportUnreadable(table, column)
    return value
  }

  /** Whether a seed file with the value gives the same value when it is read. */
  #isReadable(column: Column, text: string, value: FileValue | undefined): boolean {
    const { seeds, ...platform } = dialects[this.#database.platform]
    if (column.type === 'GEOMETRY' && !seeds?.geometryBytes) return false
    if (column.type === 'JSON' && !column.array) return value === undefined || text.trim() !== 'null'
    const node = nodeOf(value ?? text)
    const read = seedText(node, column, platform, value === undefined)
    if (read === undefined || read === null) return false
    return !Array.isArray(value) || column.array || sameItems(readList(read), value as string[])
  }

  #reportUnreadable(table: Table, column: Column): void {
    const type = writtenType(column.type).type
    const hint = column.type === 'JSON' ? 'use --file-format=csv' : 'set its mask to empty'
    this.#report(
      notDumped(table.name, column.name, `seed files cannot have one of its values of the type ${type}`, hint),
    )
  }

  #csv(table: Table): string {
    const columns = table.columns.filter(({ generated }) => !generated)
    if (primaryKeyOf(table).length === 0 && this.#uniques(table).length !== 1)
      this.#problems.push(noDumpKey(table.name))
    const lines = this.#rowsOf(table).map((row) =>
      columns.map((column) => {
        const text = this.#value(table, row, column.name)
        if (text !== null && !this.#isReadable(column, text, undefined)) this.#reportUnreadable(table, column)
        return csvCell(text)
      }),
    )
    return [columns.map(({ name }) => csvCell(name)), ...lines].map((cells) => `${cells.join(',')}\n`).join('')
  }
}

/** Returns the column that a column's values come from: the target of its foreign key, or the column itself. */
function rootOf(home: Table, column: Column, seen: readonly Column[] = []): { column: Column; home: Table } {
  for (const { isLocal, columns, table } of home.relations) {
    const pair = isLocal ? columns.find(({ own }) => own === column) : undefined
    if (pair && !seen.includes(pair.other)) return rootOf(table, pair.other, [...seen, column])
  }
  return { column, home }
}

/** Returns the name of a relation in a seed file, or undefined if that name would mean something else. */
function relationKey(table: Table, relation: Relation): string | undefined {
  const snake = relation.name.replace(/([a-z\d])(?=[A-Z])/g, '$1_').toLowerCase()
  return [snake, relation.name].find(
    (name) => !table.columns.some((column) => column.name === name) && relationNamed(table, name) === relation,
  )
}

const fileName = (table: Table): string => qualifiedName(table).replace(/[^\p{L}\p{N}_. -]/gu, '-')

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')

function fileValueOf(column: Column, text: string): FileValue {
  const { type } = column
  if (column.array) {
    const elements = arrayElements(text)
    return elements?.every((element) => element !== null) ? (elements as string[]) : text
  }
  if (listTypes.has(type)) return text === '' ? [] : readList(text)
  // Whitespace between the parts is removed, as a line break would end the value.
  if (type === 'JSON') return { token: text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') }
  if (booleanTypes.has(type)) return { token: text }
  if (numberTypes.has(type)) return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? { token: text } : text
  return text
}

const nowhere = { source: new Source('', ''), offset: 0 }

/** Returns a value as the reader of seed files does. */
function nodeOf(value: FileValue): ConfigNode {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(nodeOf), mark: nowhere }
  const text = typeof value === 'string' ? value : (value as { readonly token: string }).token
  return { kind: 'scalar', value: text, text, mark: nowhere }
}

const sameItems = (one: readonly string[], other: readonly string[]): boolean =>
  other.length === 0 || (one.length === other.length && one.every((item, index) => item === other[index]))
