import type { ConfigEntry, ConfigNode } from '../config/node.js'
import { dialects, type SeedRules, type SqlSettings } from '../dialects/index.js'
import { type Diagnostic, type Mark, OrmError, sortDiagnostics } from '../errors/index.js'
import { nearest } from '../errors/nearest.js'
import {
  circularSeedRows,
  generatedSeedColumn,
  missingSeedKey,
  missingSeedValue,
  noSeedKey,
  phpOnlySeedColumn,
  readOnlySeedTable,
  seedLabelTwice,
  seedRowTwice,
  seedsNotSupported,
  seedValueTwice,
  unknownSeedColumn,
  unknownSeedRow,
  unknownSeedTable,
  wrongSeedValue,
} from '../errors/seed-errors.js'
import type { InputFile } from '../files.js'
import {
  type Column,
  type Database,
  isUniqueKey,
  namedColumns,
  primaryKeyOf,
  qualifiedName,
  type Relation,
  type Table,
  writtenType,
} from '../model/index.js'
import { readSeeds, type SeedRow, type SeedTable } from './read-seeds.js'
import { relationNamed, tablesInOrder } from './seed-relations.js'
import { seedText, valueHint } from './seed-value.js'

/** What seeds change in the database of one connection. */
export interface SeedPlan {
  readonly connection: string
  readonly rules: SeedRules
  /** Rows in the order in which they are written. */
  readonly rows: readonly PlannedRow[]
  /** Statements after the last row. */
  readonly after: readonly string[]
}

export interface PlannedRow {
  readonly table: string
  readonly mark: Mark
  /** Query for all rows with this key. Its column `orm_same` is 1 if nothing would change. */
  readonly find: string
  /** Absent if the row was already inserted without references to rows that did not exist yet. */
  readonly insert?: string
  /** The index of the row that was already inserted. */
  readonly completes?: number
  /** Absent if the row consists only of its key. */
  readonly update?: string
  /** Queries for database rows that the row refers to. Each must count one row, in the column `orm_rows`. */
  readonly lookups: readonly { readonly table: string; readonly mark: Mark; readonly count: string }[]
}

/** A value of a row: a string for `SeedRules.value`, NULL, or the column of another row. */
type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'null' }
  /** A wrong value, which was already reported. */
  | { readonly kind: 'wrong' }
  | Reference

interface Reference {
  readonly kind: 'reference'
  /** The row. Absent until all rows are read, and if the row does not exist. */
  target?: Target
  readonly column: Column
}

/** A row of the seeds, or a database row identified by values. */
interface Target {
  readonly home: Home
  readonly mark: Mark
  readonly values: Map<string, Value>
  /** The columns that identify the row. */
  key: readonly string[]
  readonly isLookup: boolean
}

interface Draft extends Target {
  readonly row: SeedRow
  isCircular?: true
  /** Columns that are written after all rows exist, because the rows they refer to also refer to this one. */
  readonly deferred: Set<string>
  /** Rows that it refers to by literal foreign key values. */
  readonly neighbours: { readonly columns: readonly string[]; readonly row: Draft }[]
}

/** A table with its database. */
interface Home {
  readonly table: Table
  readonly database: Database
  readonly rules: SeedRules
  readonly settings: SqlSettings
}

/** Converts seed files to statements. Throws an OrmError with all problems of all rows. */
export const planSeeds = (
  files: readonly InputFile[],
  databases: readonly Database[],
  settings: SqlSettings,
): readonly SeedPlan[] => new Planner(databases, settings).plan(files)

class Planner {
  readonly #databases: readonly Database[]
  readonly #settings: SqlSettings
  readonly #problems: Diagnostic[] = []
  readonly #homes = new Map<Table, Home>()
  readonly #drafts = new Map<Table, Draft[]>()
  readonly #labels = new Map<Table, Map<string, Draft>>()
  readonly #keys = new Map<Table, readonly string[]>()
  /** Resolves references after all rows are read. */
  readonly #waiting: (() => void)[] = []

  constructor(databases: readonly Database[], settings: SqlSettings) {
    this.#databases = databases
    this.#settings = settings
  }

  plan(files: readonly InputFile[]): readonly SeedPlan[] {
    const seeds = readSeeds(files, (problem) => this.#problems.push(problem))
    const found = seeds.flatMap((seed) => {
      const home = this.#homeOf(seed)
      return home ? [{ seed, home }] : []
    })
    const groups = found.map(({ seed, home }) => ({
      seed,
      home,
      drafts: seed.rows.map((row) => this.#draft(row, home)),
    }))
    for (const { seed, home, drafts } of groups) {
      const key = this.#keyOf(seed, home, drafts, seeds)
      for (const draft of drafts) draft.key = key
      if (!this.#keys.has(home.table)) this.#keys.set(home.table, key)
    }
    for (const resolve of this.#waiting) resolve()
    for (const [table, drafts] of this.#drafts)
      for (const relation of table.relations) if (relation.isLocal) this.#findNeighbours(relation, drafts)
    const ordered = this.#ordered()
    this.#refuseDuplicates(ordered)
    if (this.#problems.length > 0)
      throw new OrmError(
        sortDiagnostics(
          this.#problems,
          files.map(({ path }) => path),
        ),
      )
    return this.#databases.flatMap((database): SeedPlan[] => {
      const drafts = ordered.filter(({ home }) => home.database === database)
      const [first] = drafts
      if (!first) return []
      return [
        {
          connection: database.name,
          rules: first.home.rules,
          rows: plannedRows(drafts),
          after: continuedKeys(drafts),
        },
      ]
    })
  }

  #homeOf({ name, mark }: SeedTable): Home | undefined {
    for (const database of this.#databases) {
      const table = database.tables.find(
        (each) => each.name === name || each.commonName === name || qualifiedName(each) === name,
      )
      if (!table) continue
      if (table.readOnly) {
        this.#problems.push(readOnlySeedTable(mark, name))
        return undefined
      }
      return this.#home(table, database)
    }
    const known = this.#databases.flatMap(({ tables }) => tables.filter(({ readOnly }) => !readOnly).map(qualifiedName))
    this.#problems.push(unknownSeedTable(mark, name, known))
    return undefined
  }

  #home(table: Table, database: Database): Home {
    const known = this.#homes.get(table)
    if (known) return known
    const { seeds } = dialects[database.platform]
    if (!seeds) throw new OrmError([seedsNotSupported(database.name, database.platform)])
    const home = { table, database, rules: seeds, settings: this.#settings }
    this.#homes.set(table, home)
    return home
  }

  #draft(row: SeedRow, home: Home): Draft {
    const { table } = home
    const draft: Draft = {
      row,
      home,
      mark: row.mark,
      values: new Map(),
      key: [],
      isLookup: false,
      deferred: new Set(),
      neighbours: [],
    }
    this.#readValues(draft, row.entries, row.isText)
    const drafts = this.#drafts.get(table) ?? []
    drafts.push(draft)
    this.#drafts.set(table, drafts)
    const labels = this.#labels.get(table) ?? new Map<string, Draft>()
    this.#labels.set(table, labels)
    const { label } = row
    const before = label === undefined ? undefined : labels.get(label)
    if (before) this.#problems.push(seedLabelTwice(row.mark, table.name, label!, placeText(before.mark)))
    else if (label !== undefined) labels.set(label, draft)
    // The check waits because references are not among the values yet.
    this.#waiting.push(() => this.#requireValues(draft))
    return draft
  }

  #requireValues({ home: { table }, mark, values }: Draft): void {
    for (const column of table.columns) {
      const isFilled = column.default !== undefined || column.autoIncrement || column.generated || column.sequence
      const value = values.get(column.name)
      if (column.required && (value ? value.kind === 'null' : !isFilled)) {
        this.#problems.push(missingSeedValue(mark, table.name, column.name))
      }
    }
  }

  #readValues(target: Target, entries: readonly ConfigEntry[], isText: boolean): void {
    const { home, values } = target
    const { table, database } = home
    const give = (column: Column, value: Value, mark: Mark): void => {
      if (values.has(column.name)) this.#problems.push(seedValueTwice(mark, table.name, column.name))
      values.set(column.name, value)
    }
    for (const { key, keyMark, value: node } of entries) {
      const column = table.columns.find(({ name }) => name === key)
      if (column) {
        const text = seedText(node, column, dialects[database.platform], isText)
        const type = writtenType(column.type).type
        if (column.generated) this.#problems.push(generatedSeedColumn(keyMark, table.name, key))
        else if (column.type === 'GEOMETRY' && !home.rules.geometryBytes) {
          this.#problems.push(phpOnlySeedColumn(node.mark, table.name, key, type))
        } else if (text === undefined) {
          this.#problems.push(wrongSeedValue(node.mark, table.name, key, type, valueHint(column, node)))
        }
        if (text === undefined) give(column, { kind: 'wrong' }, keyMark)
        else give(column, text === null ? { kind: 'null' } : { kind: 'text', text }, keyMark)
        continue
      }
      const relation = relationNamed(table, key)
      if (relation) this.#refer(relation, node, home, isText, (own, value) => give(own, value, keyMark))
      else {
        this.#problems.push(unknownSeedColumn(keyMark, table.name, key, namesIn(table)))
        // The column with the misspelled name must not be reported as missing, too.
        for (const name of columnsNamed(table, nearest(key, namesIn(table)) ?? '') ?? []) {
          if (!values.has(name)) values.set(name, { kind: 'wrong' })
        }
      }
    }
  }

  /** Sets the columns of a foreign key to those of the row that a node names. */
  #refer(
    relation: Relation,
    node: ConfigNode,
    { database }: Home,
    isText: boolean,
    give: (own: Column, value: Value) => void,
  ): void {
    if (node.kind === 'scalar' && node.value === null) {
      for (const { own } of relation.columns) give(own, { kind: 'null' })
      return
    }
    const home = this.#home(relation.table, database)
    const references = relation.columns.map(({ own, other }) => {
      const value: Reference = { kind: 'reference', column: other }
      give(own, value)
      return value
    })
    for (const { column, value } of relation.literals) give(column, { kind: 'text', text: value })
    this.#waiting.push(() => {
      const target = this.#targetOf(node, home, isText)
      for (const reference of references) if (target) reference.target = target
    })
  }

  #targetOf(node: ConfigNode, home: Home, isText: boolean): Target | undefined {
    const { table } = home
    if (node.kind === 'map') {
      const target: Target = { home, mark: node.mark, values: new Map(), key: [], isLookup: true }
      const waiting = this.#waiting.length
      this.#readValues(target, node.entries, isText)
      // Its own references are resolved immediately, as all rows are known now.
      for (const resolve of this.#waiting.splice(waiting)) resolve()
      target.key = [...target.values.keys()]
      return this.#seeded(target) ?? target
    }
    const name = node.kind === 'scalar' ? node.text : ''
    const labels = this.#labels.get(table)
    const labelled = labels?.get(name)
    if (labelled) return labelled
    const [column, ...others] = this.#keys.get(table) ?? soleKeyOf(table)
    if (column !== undefined && others.length === 0 && node.kind === 'scalar') {
      const target: Target = { home, mark: node.mark, values: new Map(), key: [column], isLookup: true }
      this.#readValues(target, [{ key: column, keyMark: node.mark, value: node }], isText)
      const seeded = this.#seeded(target)
      // If rows have names, an unknown one is more likely a typing error than a key.
      if (seeded || !labels || labels.size === 0) return seeded ?? target
    }
    this.#problems.push(unknownSeedRow(node.mark, table.name, name, [...(labels?.keys() ?? [])]))
    return undefined
  }

  /** Returns the row of the seeds with all these values. */
  #seeded({ home, values, key }: Target): Draft | undefined {
    const has = (draft: Draft, name: string): boolean => sameValue(draft.values.get(name), values.get(name))
    return key.length === 0
      ? undefined
      : this.#drafts.get(home.table)?.find((draft) => key.every((name) => has(draft, name)))
  }

  /** Returns the columns by which a second run finds the rows of a table in a file. */
  #keyOf(seed: SeedTable, home: Home, drafts: readonly Draft[], all: readonly SeedTable[]): readonly string[] {
    const { table } = home
    if (seed.key) return this.#writtenKey(seed.key, home, drafts)
    const areGiven = (names: readonly string[]): boolean =>
      names.length > 0 &&
      drafts.every(({ values }) => names.every((name) => (values.get(name)?.kind ?? 'null') !== 'null'))
    const primary = primaryKeyOf(table).map(({ name }) => name)
    if (areGiven(primary)) return primary
    const uniques = table.uniques.filter(isUniqueKey).map(namedColumns).filter(areGiven)
    if (uniques.length === 1 || drafts.length === 0) return uniques[0] ?? []
    const elsewhere = all.find(({ name, key }) => key && name === seed.name)?.key
    if (elsewhere) return this.#writtenKey(elsewhere, home, drafts)
    this.#problems.push(
      noSeedKey(
        seed.mark,
        table.name,
        uniques.map((names) => names.join(', ')),
      ),
    )
    return []
  }

  #writtenKey(key: NonNullable<SeedTable['key']>, { table }: Home, drafts: readonly Draft[]): readonly string[] {
    const columns = key.flatMap(({ name, mark }) => {
      const names = columnsNamed(table, name)
      if (!names) this.#problems.push(unknownSeedColumn(mark, table.name, name, namesIn(table)))
      return names ?? []
    })
    for (const { mark, values } of drafts) {
      const absent = columns.find((name) => !values.has(name))
      if (absent !== undefined) this.#problems.push(missingSeedKey(mark, table.name, absent))
    }
    return columns
  }

  /** Finds the rows that literal foreign key values refer to, as they affect the order like references by name. */
  #findNeighbours({ columns, table }: Relation, drafts: readonly Draft[]): void {
    const textOf = (draft: Draft, names: readonly string[]): string | undefined => {
      const texts = names.flatMap((name) => {
        const value = draft.values.get(name)
        return value?.kind === 'text' ? value.text : []
      })
      return texts.length === names.length ? JSON.stringify(texts) : undefined
    }
    const own = columns.map((pair) => pair.own.name)
    const other = columns.map((pair) => pair.other.name)
    const targets = new Map(this.#drafts.get(table)?.map((draft) => [textOf(draft, other), draft]))
    for (const draft of drafts) {
      const text = textOf(draft, own)
      const row = text === undefined ? undefined : targets.get(text)
      if (row) draft.neighbours.push({ columns: own, row })
    }
  }

  /** Returns the rows sorted after those they refer to, otherwise by table and in file order. */
  #ordered(): Draft[] {
    const done: Draft[] = []
    const states = new Map<Draft, 'begun' | 'done'>()
    const path: Draft[] = []
    let isStale = false
    const visit = (draft: Draft): void => {
      states.set(draft, 'begun')
      path.push(draft)
      for (const next of seededTargets(draft)) {
        const state = states.get(next)
        if (state === 'begun') isStale = this.#openCircle(path.slice(path.indexOf(next))) || isStale
        else if (!state) visit(next)
      }
      path.pop()
      states.set(draft, 'done')
      done.push(draft)
    }
    for (const table of tablesInOrder([...this.#drafts.keys()]))
      for (const draft of this.#drafts.get(table)!) if (!states.has(draft)) visit(draft)
    return isStale ? this.#ordered() : done
  }

  /**
   * Breaks a cycle of rows, each of which refers to the next, by deferring one of these references. Returns whether it is
   * not the last one, so that the rows have to be sorted again.
   */
  #openCircle(rows: readonly Draft[]): boolean {
    for (let index = rows.length - 1; index >= 0; index--) {
      const row = rows[index]!
      const next = rows[(index + 1) % rows.length]!
      const columns = [...row.values].flatMap(([name, value]) =>
        value.kind === 'reference' && rowsBehind(value).includes(next) ? name : [],
      )
      columns.push(...row.neighbours.flatMap((each) => (each.row === next ? each.columns : [])))
      const canWait = (name: string): boolean =>
        !row.key.includes(name) && !row.home.table.columns.some((column) => column.name === name && column.required)
      if (!columns.every(canWait)) continue
      for (const name of columns) row.deferred.add(name)
      return index < rows.length - 1
    }
    const [first] = rows
    if (!first!.isCircular) this.#problems.push(circularSeedRows(first!.mark, first!.home.table.name))
    first!.isCircular = true
    return false
  }

  #refuseDuplicates(drafts: readonly Draft[]): void {
    const known = new Map<string, Draft>()
    for (const draft of drafts.filter(isResolved)) {
      const key = `${draft.home.database.name} ${qualifiedName(draft.home.table)} ${conditionOf(draft)}`
      const first = known.get(key)
      if (first) this.#problems.push(seedRowTwice(draft.mark, draft.home.table.name, placeText(first.mark)))
      else known.set(key, draft)
    }
  }
}

const placeText = ({ source, offset }: Mark): string => {
  const { file, line } = source.placeAt(offset)
  return `${file}:${line}`
}

/** Whether the key of a row is known, including the rows that the key refers to. */
const isResolved = ({ key, values, ...target }: Target & { readonly isCircular?: true }): boolean =>
  key.length > 0 &&
  !target.isCircular &&
  key.every((name) => {
    const value = values.get(name)
    if (value?.kind !== 'reference') return value?.kind !== 'wrong'
    return value.target !== undefined && isResolved(value.target)
  })

const isDraft = (target: Target): target is Draft => !target.isLookup

/** Returns the seed rows that must exist before a row. It may refer to them through values of a database row. */
function seededTargets(target: Target): Draft[] {
  const [deferred, neighbours] = isDraft(target) ? [target.deferred, target.neighbours] : [new Set<string>(), []]
  const named = [...target.values].flatMap(([name, value]) =>
    value.kind === 'reference' && !deferred.has(name) ? rowsBehind(value) : [],
  )
  return [
    ...named,
    ...neighbours.flatMap(({ columns, row }) => (columns.some((name) => deferred.has(name)) ? [] : row)),
  ]
}

const rowsBehind = ({ target }: Reference): Draft[] => {
  if (!target) return []
  return isDraft(target) ? [target] : seededTargets(target)
}

const sameValue = (one: Value | undefined, other: Value | undefined): boolean => {
  if (one?.kind === 'text' && other?.kind === 'text') return one.text === other.text
  if (one?.kind === 'reference' && other?.kind === 'reference') return one.target === other.target
  return one?.kind === 'null' && other?.kind === 'null'
}

const namesIn = ({ columns, relations }: Table): string[] => [
  ...columns.map(({ name }) => name),
  ...relations.filter(({ isLocal }) => isLocal).map(({ name }) => name),
]

/** Returns the columns that a name in a seed means: a single one, or those of a relation. */
const columnsNamed = (table: Table, name: string): readonly string[] | undefined =>
  table.columns.some((column) => column.name === name)
    ? [name]
    : relationNamed(table, name)?.columns.map(({ own }) => own.name)

/** Returns the key of a table without seed rows: its only unique key, otherwise the primary key. */
function soleKeyOf(table: Table): readonly string[] {
  const uniques = table.uniques.filter(isUniqueKey).map(namedColumns)
  return uniques.length === 1 ? uniques[0]! : primaryKeyOf(table).map(({ name }) => name)
}

const quoted = ({ database }: Home, name: string): string => dialects[database.platform].quote(name)

function sqlOf({ table, rules, settings }: Home, name: string, value: Value): string {
  if (value.kind === 'null' || value.kind === 'wrong') return 'NULL'
  const column = table.columns.find((each) => each.name === name)!
  if (value.kind === 'text') return rules.value(column, value.text, table, settings)
  const target = value.target!
  const wanted = quoted(target.home, value.column.name)
  const from = `${target.home.rules.tableName(target.home.table)} WHERE ${conditionOf(target)}`
  // The inner query is needed because some servers cannot read from a table that the statement writes.
  return `(SELECT ${wanted} FROM (SELECT ${wanted} FROM ${from}) orm_row)`
}

/** Returns the SQL condition for the row with a key. */
const conditionOf = ({ home, key, values }: Target): string =>
  key
    .map((name) => {
      const value = values.get(name) ?? { kind: 'null' as const }
      const column = quoted(home, name)
      return value.kind === 'null' ? `${column} IS NULL` : `${column} = ${sqlOf(home, name, value)}`
    })
    .join(' AND ')

/** Plans the rows. Those with deferred references are written a second time, after all rows exist. */
function plannedRows(drafts: readonly Draft[]): PlannedRow[] {
  const completed = drafts.flatMap((draft, index): PlannedRow[] => {
    if (draft.deferred.size === 0) return []
    const { insert: _, ...row } = plannedRow(draft, (name) => draft.deferred.has(name))
    return [{ ...row, completes: index }]
  })
  return [...drafts.map((draft) => plannedRow(draft, (name) => !draft.deferred.has(name))), ...completed]
}

function plannedRow(draft: Draft, isWritten: (name: string) => boolean): PlannedRow {
  const { home, key, values, mark } = draft
  const { table, rules } = home
  const name = rules.tableName(table)
  const condition = conditionOf(draft)
  const chosen = [...values].filter(([column]) => isWritten(column))
  const written = chosen.map(([column, value]) => ({
    column: table.columns.find((each) => each.name === column)!,
    name: quoted(home, column),
    value: sqlOf(home, column, value),
  }))
  const others = written.filter(({ column }) => !key.includes(column.name))
  const same = others.map(({ column, name: stored, value }) => rules.isSame(column, stored, value))
  return {
    table: qualifiedName(table),
    mark,
    find: `SELECT ${same.length === 0 ? '1' : `CASE WHEN ${same.join(' AND ')} THEN 1 ELSE 0 END`} AS orm_same FROM ${name} WHERE ${condition}`,
    insert: `INSERT INTO ${name} (${written.map((each) => each.name).join(', ')}) VALUES (${written.map(({ value }) => value).join(', ')})`,
    ...(others.length > 0 && {
      update: `UPDATE ${name} SET ${others.map((each) => `${each.name} = ${each.value}`).join(', ')} WHERE ${condition}`,
    }),
    lookups: lookupsOf(chosen),
  }
}

const lookupsOf = (values: readonly (readonly [string, Value])[]): PlannedRow['lookups'] =>
  values.flatMap(([, value]) => {
    if (value.kind !== 'reference' || isDraft(value.target!)) return []
    const target = value.target!
    const from = `${target.home.rules.tableName(target.home.table)} WHERE ${conditionOf(target)}`
    const own = {
      table: qualifiedName(target.home.table),
      mark: target.mark,
      count: `SELECT COUNT(*) AS orm_rows FROM ${from}`,
    }
    return [...lookupsOf([...target.values]), own]
  })

/** Returns statements that let the server continue counting after keys that the seeds set explicitly. */
function continuedKeys(drafts: readonly Draft[]): string[] {
  const tables = new Set(
    drafts.flatMap(({ home, values }) =>
      home.table.columns.some(({ autoIncrement, name }) => autoIncrement && values.has(name)) ? [home] : [],
    ),
  )
  return [...tables].flatMap(({ rules, table }) =>
    table.columns
      .filter(({ autoIncrement }) => autoIncrement)
      .flatMap((column) => rules.continueKeys?.(table, column) ?? []),
  )
}
