import {
  type Aspect,
  type ColumnChange,
  type Dialect,
  dialects,
  onlyAddsValues,
  type SqlPart,
  significantTokens,
  type TableChange,
  unquotedName,
} from '../../dialects/index.js'
import {
  asciiLower,
  type Check,
  type Column,
  columnReferences,
  deferralOf,
  type Exclusion,
  type Extension,
  type ForeignKey,
  foreignTableOf,
  type Index,
  isUniqueIndex,
  nativeValueTypes,
  type Partition,
  qualifiedName,
  type Sequence,
  type Table,
} from '../../model/index.js'
import { missingOwnTables, uselessOwnTables } from '../own-tables.js'
import { noRenames, type Renames, readRenames, reversedRenames } from '../renames.js'
import type { Snapshot } from '../snapshot.js'
import { childrenFirst, foreignKeysOf, isDisturbed, targetId } from './foreign-keys.js'
import { differences, listChange } from './lists.js'
import { type LookAlike, LookAlikes } from './look-alikes.js'
import { type ColumnMove, type ColumnReturn, columnMoves, columnReturns } from './moves.js'
import { diffObjects, noObjectDiff, type ObjectDiff } from './objects.js'
import { inSpellingOf } from './spelling.js'

/** The changes from one set of tables to another, as data that a dialect writes as SQL. */
export interface DatabaseDiff {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly dropped: readonly Table[]
  readonly created: readonly Table[]
  /** Tables that exist before and after, and differ. */
  readonly changed: readonly TableChange[]
  /** Columns that move from changed tables to created ones, with their values. */
  readonly moves: readonly ColumnMove[]
  /** Columns that changed tables get back with the values of dropped tables. */
  readonly returns: readonly ColumnReturn[]
  /** Foreign keys that are dropped, either for good or because they prevent a change and are added again. */
  readonly dropForeignKeys: readonly OwnedKey[]
  readonly addForeignKeys: readonly OwnedKey[]
  /** Tables of the library that must be created, and columns missing in older ones. */
  readonly ownTables: readonly string[]
  /** Tables of the library that are no longer needed. */
  readonly uselessOwnTables: readonly string[]
  readonly objects: ObjectDiff
  /** Server extensions that must be created. */
  readonly extensions: readonly Extension[]
  readonly sequences: SequenceDiff
  /** New type names by old names, derived from the other renames. */
  readonly renamedTypes: ReadonlyMap<string, string>
  readonly renames: Renames
  /** Objects that may have been renamed without a `--rename`. */
  readonly lookAlikes: readonly LookAlike[]
}

/** A foreign key and its table: the old ones if it is dropped, the new ones if it is added. */
export interface OwnedKey {
  readonly table: Table
  readonly key: ForeignKey
}

/** Changes to shared sequences. */
export interface SequenceDiff {
  readonly created: readonly Sequence[]
  readonly changed: readonly (readonly [before: Sequence, after: Sequence])[]
  readonly dropped: readonly Sequence[]
}

export interface DiffOptions {
  /** Renames: `old:new` for a table, `table.old:new` for a column. */
  readonly renames?: readonly string[]
}

export const isEmpty = ({
  dropped,
  created,
  changed,
  ownTables,
  uselessOwnTables,
  objects,
  extensions,
  sequences,
  renamedTypes,
}: DatabaseDiff) =>
  renamedTypes.size === 0 &&
  [
    dropped,
    created,
    changed,
    ownTables,
    uselessOwnTables,
    objects.dropped,
    objects.created,
    extensions,
    ...Object.values(sequences),
  ].every(({ length }) => length === 0)

/** Compares two sets of tables of the same vendor. */
export function diffDatabases(before: Snapshot, after: Snapshot, { renames = [] }: DiffOptions = {}): DatabaseDiff {
  const spelled = inSpellingOf(after, before)
  return new Comparison(spelled, after, readRenames(renames, spelled, after)).diff()
}

/** Returns the diff for the down migration. */
export const reversedDiff = ({ before, after, renames, returns }: DatabaseDiff): DatabaseDiff =>
  new Comparison(after, before, reversedRenames(renames)).diff(returns.map(({ from }) => from))

/**
 * Splits a diff with returning columns into two steps: first the columns without constraints that rows could violate, then the
 * rest. The columns get their values between the steps.
 */
export function inTwoSteps({ before, after, renames, returns }: DatabaseDiff): readonly [DatabaseDiff, DatabaseDiff] {
  const between = {
    ...before,
    tables: before.tables.map((table) => ({
      ...table,
      columns: [
        ...table.columns,
        ...returns
          .filter(({ to }) => to === table)
          .flatMap(({ columns }) => columns.map((column) => ({ ...column, required: false }))),
      ],
    })),
  }
  return [new Comparison(before, between, noRenames).diff(), new Comparison(between, after, renames).diff()]
}

/** Returns an empty diff. */
export const noDiff = (snapshot: Snapshot): DatabaseDiff => ({
  before: snapshot,
  after: snapshot,
  dropped: [],
  created: [],
  changed: [],
  moves: [],
  returns: [],
  dropForeignKeys: [],
  addForeignKeys: [],
  ownTables: [],
  uselessOwnTables: [],
  objects: noObjectDiff,
  extensions: [],
  sequences: { created: [], changed: [], dropped: [] },
  renamedTypes: new Map(),
  renames: noRenames,
  lookAlikes: [],
})

class Comparison {
  readonly #before: Snapshot
  readonly #after: Snapshot
  readonly #dialect: Dialect
  /** Pairs of old and new tables. */
  readonly #pairs: (readonly [before: Table, after: Table])[] = []
  /** The same pairs by the old table's id in foreign keys. */
  readonly #pairOf = new Map<string, readonly [before: Table, after: Table]>()
  readonly #renames: Renames
  readonly #renamedTypes: ReadonlyMap<string, string>
  readonly #lookAlikes: LookAlikes

  constructor(before: Snapshot, after: Snapshot, renames: Renames) {
    this.#before = before
    this.#after = after
    this.#dialect = dialects[after.platform]
    this.#renames = renames
    this.#lookAlikes = new LookAlikes(before, after, this.#dialect)
    this.#pair(renames.tables)
    const columns = this.#pairs.flatMap(([old, now]) => this.#columnPairs(old, now))
    this.#renamedTypes = this.#dialect.alter.renamedTypes?.(columns, before.tables, after.tables) ?? new Map()
  }

  /** Returns the diff. `sources` are created tables, besides those of behaviors, that get the values of dropped columns. */
  diff(sources: readonly Table[] = []): DatabaseDiff {
    const paired = new Set(this.#pairs.flat())
    const dropped = this.#before.tables.filter((table) => !paired.has(table))
    const created = this.#after.tables.filter((table) => !paired.has(table))
    this.#lookAlikes.tables(dropped, created)
    const changes = this.#pairs.map(([old, now]) => this.#change(old, now))
    const { drop, add } = this.#foreignKeys(dropped, created, changes)
    // A recreated key already gets its new name.
    const gone = new Set(this.#dialect.alter.renamesForeignKeys ? drop.map(({ key }) => key) : [])
    const changed = changes.map((change) => ({
      ...change,
      foreignKeys: { ...change.foreignKeys, renamed: change.foreignKeys.renamed.filter(([key]) => !gone.has(key)) },
    }))
    return {
      before: this.#before,
      after: this.#after,
      dropped: childrenFirst(dropped, this.#dialect),
      created,
      changed: changed.filter(differs),
      moves: columnMoves(
        changed,
        created.filter((table) => table.origin.addedBy !== undefined || sources.includes(table)),
      ),
      returns: columnReturns(changed, dropped),
      dropForeignKeys: drop,
      addForeignKeys: add,
      ownTables: missingOwnTables(this.#before, this.#after),
      uselessOwnTables: uselessOwnTables(this.#before, this.#after),
      objects: diffObjects(this.#before, this.#after, changed, this.#dialect),
      extensions: this.#after.extensions.filter(
        ({ name }) => !this.#before.extensions.some((extension) => extension.name === name),
      ),
      sequences: this.#sequences(),
      renamedTypes: this.#renamedTypes,
      renames: this.#renames,
      lookAlikes: this.#lookAlikes.found,
    }
  }

  #sequences(): SequenceDiff {
    const before = new Map(this.#before.sequences.map((sequence) => [sequence.name, sequence]))
    const after = new Set(this.#after.sequences.map(({ name }) => name))
    const changes = this.#after.sequences.flatMap((now) => {
      const old = before.get(now.name)
      return old && this.#dialect.alter.sequences?.change(old, now).length ? [[old, now] as const] : []
    })
    return {
      created: this.#after.sequences.filter(({ name }) => !before.has(name)),
      changed: changes,
      dropped: this.#before.sequences.filter(({ name }) => !after.has(name)),
    }
  }

  #pair(renames: ReadonlyMap<string, string>): void {
    const fold = (id: string): string => this.#foldTable(id)
    const free = new Map(this.#after.tables.map((table) => [fold(idOf(table)), table]))
    const targets = new Set([...renames.values()].map(fold))
    for (const old of this.#before.tables) {
      const renamed = renames.get(idOf(old))
      const id = fold(renamed ?? idOf(old))
      const now = renamed === undefined && targets.has(id) ? undefined : free.get(id)
      if (!now) continue
      free.delete(id)
      this.#pairs.push([old, now])
      this.#pairOf.set(this.#targetId(old), [old, now])
    }
  }

  /** Normalizes the case of a name if names are never quoted, because case does not matter then. */
  #fold(name: string): string {
    return this.#dialect.neverQuotes ? name.toUpperCase() : name
  }

  /** Normalizes the case of a table if the server has no other one whose name differs only in case. */
  #foldTable(id: string): string {
    return this.#dialect.foldsTableNames ? foldedName(id, this.#dialect) : id
  }

  #change(before: Table, after: Table): TableChange {
    const { alter } = this.#dialect
    const columns = this.#columns(before, after)
    const newNames = new Map(columns.map((change) => [change.before.name, change.after.name]))
    const newName = (name: string): string => newNames.get(name) ?? `${name} (dropped)`
    const kept = new Set(columns.flatMap((change) => [change.before, change.after]))
    const [addedColumns, droppedColumns] = [after, before].map((table) =>
      table.columns.filter((column) => !kept.has(column)),
    ) as [Column[], Column[]]
    this.#lookAlikes.columns(before, after, droppedColumns, addedColumns)
    // The server drops SQL that reads a dropped column, and updates SQL when a column is renamed. So SQL that stays the same
    // means another column.
    const moved = new Set(before.columns.flatMap(({ name }) => (newName(name) === name ? [] : [name.toLowerCase()])))
    const movedMark = (texts: readonly (string | undefined)[]): string => {
      const tokens =
        moved.size === 0 ? [] : texts.flatMap((text = '') => significantTokens(text, this.#dialect.lexicon))
      return tokens.some((token) => moved.has(unquotedName(token).toLowerCase())) ? ' (of another column)' : ''
    }
    const textsOf = (index: Index) => [index.where, ...index.columns.map(({ expression }) => expression)]
    const indexFacts = (index: Index, name: (column: string) => string) =>
      JSON.stringify([
        index.columns.map((column) => [column.name === undefined ? null : name(column.name), column.size]),
        index.included?.map((column) => name(column.name)),
        alter.indexFacts(index),
      ])
    const indexes = (list: 'indexes' | 'uniques') =>
      listChange(before[list], after[list], {
        before: (index) => this.#fold(`${indexFacts(index, newName)}${movedMark(textsOf(index))}`),
        after: (index) => this.#fold(indexFacts(index, (name) => name)),
        hasName: (index) => list === 'indexes' || isUniqueIndex(index) || !alter.nameless.includes('unique'),
      })
    const plain = (text: string): string =>
      significantTokens(text, this.#dialect.lexicon)
        .map((token) => (token.startsWith("'") ? token : this.#fold(token)))
        .join(' ')
    const checkFacts = ({ expression }: Check) => plain(expression)
    const exclusionFacts = (exclusion: Exclusion, name: (column: string) => string) => {
      const parts = exclusion.parts.map(({ column, expression, operator }) => [
        column === undefined ? expression && plain(expression) : [name(column)],
        operator,
      ])
      return JSON.stringify([exclusion.method, parts, exclusion.where && plain(exclusion.where), exclusion.deferrable])
    }
    const own = foreignKeysOf(before, this.#before, this.#dialect)
    const foreignKeys = listChange(own, foreignKeysOf(after, this.#after, this.#dialect), {
      before: (key) => this.#keyFacts(before, key, newName),
      after: (key) => this.#keyFacts(after, key),
      hasName: () => !alter.nameless.includes('foreign key'),
    })
    const keyBefore = alter.primaryKey(before).map(newName)
    return {
      before,
      after,
      addedColumns,
      droppedColumns,
      columns,
      changesPrimaryKey: this.#fold(keyBefore.join('\0')) !== this.#fold(alter.primaryKey(after).join('\0')),
      indexes: indexes('indexes'),
      uniques: indexes('uniques'),
      checks: listChange(before.checks, after.checks, {
        before: (check) => `${checkFacts(check)}${movedMark([check.expression])}`,
        after: checkFacts,
      }),
      exclusions: listChange(before.exclusions, after.exclusions, {
        before: (exclusion) =>
          `${exclusionFacts(exclusion, newName)}${movedMark([exclusion.where, ...exclusion.parts.map(({ expression }) => expression)])}`,
        after: (exclusion) => exclusionFacts(exclusion, (name) => name),
      }),
      foreignKeys,
      ...this.#partition(before, after, newName),
      facts: differences(
        alter.tableFacts(before, this.#before.settings),
        alter.tableFacts(after, this.#after.settings),
      ),
    }
  }

  #partition(before: Table, after: Table, newName: (name: string) => string): Pick<TableChange, 'partition'> {
    const { alter, partitions } = this.#dialect
    const [from, to] = [before.partition, after.partition]
    const division = (partition: Partition | undefined, name: (column: string) => string): string =>
      partition ? JSON.stringify([partition.by, partition.columns.map(name), partition.count]) : ''
    const [old, now] = [
      alter.partsOf?.(before, this.#before.settings) ?? [],
      alter.partsOf?.(after, this.#after.settings) ?? [],
    ]
    const isSame = division(from, newName) === division(to, (name) => name)
    if (isSame && JSON.stringify(old) === JSON.stringify(now)) return {}
    const boundIn = (list: readonly SqlPart[], name: string) => list.find((part) => part.name === name)?.bound
    const added = now.filter(({ name }) => boundIn(old, name) === undefined)
    const changed = now.filter(({ name, bound }) => ![undefined, bound].includes(boundIn(old, name)))
    const dropped = old.filter(({ name }) => boundIn(now, name) === undefined)
    const kept = old.filter((part) => !dropped.includes(part))
    // Parts that are not tables are ordered, and new ones are added at the end.
    const isInOrder = [...kept, ...added].every(({ name }, at) => now[at]?.name === name)
    const isMoved = !partitions?.areTables && (kept.length === 0 || changed.length > 0 || !isInOrder)
    return {
      partition: {
        ...(from && { before: from }),
        ...(to && { after: to }),
        isOther: !isSame || isMoved,
        added,
        dropped,
        changed,
      },
    }
  }

  /** Returns the pairs of old and new columns. */
  #columnPairs(before: Table, after: Table): [before: Column, after: Column][] {
    // If the server ignores case, a name in another case is the same name.
    const fold = (name: string): string => (this.#dialect.lowersUnquotedNames ? name : foldedName(name, this.#dialect))
    const renames = this.#renames.columns.get(idOf(before)) ?? new Map<string, string>()
    const targets = new Set(renames.values())
    const byNewName = new Map<string, Column>()
    for (const column of before.columns) {
      const renamed = renames.get(column.name)
      if (renamed !== undefined) byNewName.set(fold(renamed), column)
      else if (!targets.has(column.name)) byNewName.set(fold(column.name), column)
    }
    return after.columns.flatMap((now): [Column, Column][] => {
      const old = byNewName.get(fold(now.name))
      return old ? [[old, now]] : []
    })
  }

  #columns(before: Table, after: Table): ColumnChange[] {
    const pairs = this.#columnPairs(before, after).map(([old, now]): ColumnChange => {
      const renamedValues = this.#renames.values.get(idOf(before))?.get(old.name) ?? new Map<string, string>()
      if (nativeValueTypes.has(old.type) && nativeValueTypes.has(now.type))
        this.#lookAlikes.values(before, old, now, renamedValues)
      const aspects = this.#aspects(before, old, after, now, renamedValues)
      return { before: old, after: now, aspects, renamedValues }
    })
    // A column that becomes generated or stops being generated is recreated. All generated columns are recreated if a column
    // that they may read changes its type.
    const isMoved = pairs.some(({ before: old, aspects }) => !old.generated && aspects.has('type'))
    const { keepsGeneratedValues } = this.#dialect.alter
    return pairs.filter(({ before: { generated: old }, after: { generated: now }, aspects }) =>
      now
        ? !(isMoved || aspects.has('generated') || aspects.has('type') || aspects.has('required'))
        : !old || (keepsGeneratedValues && old.stored),
    )
  }

  #aspects(
    before: Table,
    old: Column,
    after: Table,
    now: Column,
    renamedValues: ReadonlyMap<string, string>,
  ): ReadonlySet<Aspect> {
    const { alter } = this.#dialect
    const facts = alter.columnFacts(old, before, this.#before.settings)
    const was = { ...facts, type: this.#renamedTypes.get(facts.type) ?? facts.type }
    const is = alter.columnFacts(now, after, this.#after.settings)
    const aspects = new Set<Aspect>()
    if (this.#fold(old.name) !== this.#fold(now.name)) aspects.add('name')
    for (const aspect of [
      'type',
      'default',
      'required',
      'autoIncrement',
      'identity',
      'generated',
      'domain',
      'options',
      'comment',
    ] as const) {
      if (was[aspect] !== is[aspect]) aspects.add(aspect)
    }
    // Without a list of values, as in a database that was read, the values are unknown.
    if (old.valueSet.length > 0 && now.valueSet.length > 0 && old.valueSet.join('\0') !== now.valueSet.join('\0'))
      aspects.add('values')
    const areNative = nativeValueTypes.has(old.type) && old.type === now.type
    const kept = old.valueSet.map((value) => renamedValues.get(value) ?? value)
    if (aspects.has('values') && areNative && !onlyAddsValues(kept, now.valueSet)) aspects.add('type')
    return aspects
  }

  /** Returns the properties of a foreign key as a string, with new names. */
  #keyFacts(table: Table, key: ForeignKey, newName?: (column: string) => string): string {
    const { alter, onDelete, onUpdate } = this.#dialect
    const target = this.#targetId(foreignTableOf(table, key))
    const [old, renamed] = (newName && this.#pairOf.get(target)) ?? []
    const foreign = old && this.#renames.columns.get(idOf(old))
    const action = (asked: string | undefined): string | undefined =>
      asked === undefined || (alter.noAction as readonly string[]).includes(asked) ? undefined : asked
    return JSON.stringify([
      renamed ? this.#targetId(renamed) : target,
      columnReferences(key)
        .map(({ local, foreign: other }) => [newName?.(local) ?? local, foreign?.get(other) ?? other])
        .sort(([a], [b]) => (a! < b! ? -1 : 1)),
      action(key.onDelete && onDelete[key.onDelete]),
      action(key.onUpdate && onUpdate[key.onUpdate]),
      deferralOf(key),
      key.matchFull,
      [...key.vendor]
        .filter(([name]) => name !== 'deferrable' && name !== 'initiallyDeferred')
        .sort()
        .map(([name, value]) => [name, value.toLowerCase()]),
    ])
  }

  #targetId(table: Pick<Table, 'name' | 'schema'>): string {
    return this.#foldTable(targetId(table, this.#dialect))
  }

  #foreignKeys(dropped: readonly Table[], created: readonly Table[], changes: readonly TableChange[]) {
    const { alter } = this.#dialect
    const drop: OwnedKey[] = []
    const add: OwnedKey[] = []
    const changeOf = new Map(changes.map((change) => [this.#targetId(change.before), change]))
    // Referencing tables are dropped before the tables that they reference; keys in a cycle are dropped first.
    const ordered = childrenFirst(dropped, this.#dialect)
    const order = ordered.map((table) => this.#targetId(table))
    for (const [position, table] of ordered.entries()) {
      for (const key of foreignKeysOf(table, this.#before, this.#dialect)) {
        const at = order.indexOf(this.#targetId(foreignTableOf(table, key)))
        if (at >= 0 && at < position) drop.push({ table, key })
      }
    }
    for (const change of changes) {
      const { before, after, foreignKeys } = change
      const renamed = alter.renamesForeignKeys ? [] : foreignKeys.renamed
      for (const key of foreignKeys.dropped) drop.push({ table: before, key })
      for (const [key] of renamed) drop.push({ table: before, key })
      for (const key of foreignKeys.added) add.push({ table: after, key })
      for (const [, key] of renamed) add.push({ table: after, key })
      const touched = new Set([...foreignKeys.dropped, ...renamed.map(([key]) => key)])
      const facts = new Map(
        foreignKeysOf(after, this.#after, this.#dialect).map((key) => [this.#keyFacts(after, key), key]),
      )
      const names = new Map(change.columns.map((column) => [column.before.name, column.after.name]))
      for (const key of foreignKeysOf(before, this.#before, this.#dialect)) {
        const target = changeOf.get(this.#targetId(foreignTableOf(before, key)))
        if (touched.has(key) || !isDisturbed(key, change, target, alter)) continue
        const same = facts.get(this.#keyFacts(before, key, (name) => names.get(name) ?? name))
        drop.push({ table: before, key })
        if (same) add.push({ table: after, key: same })
      }
    }
    for (const table of created) {
      for (const key of foreignKeysOf(table, this.#after, this.#dialect)) add.push({ table, key })
    }
    return { drop, add }
  }
}

const idOf = qualifiedName

/** Returns a name in lower case as far as the server ignores case. */
const foldedName = (name: string, { foldsAllLetters }: Dialect): string =>
  foldsAllLetters ? name.toLowerCase() : asciiLower(name)

const differs = (change: TableChange): boolean =>
  idOf(change.before) !== idOf(change.after) ||
  change.addedColumns.length + change.droppedColumns.length + change.facts.size > 0 ||
  change.changesPrimaryKey ||
  change.partition !== undefined ||
  [change.indexes, change.uniques, change.checks, change.exclusions, change.foreignKeys].some(
    ({ added, dropped, renamed }) => added.length + dropped.length + renamed.length > 0,
  ) ||
  change.columns.some(({ aspects }) => aspects.size > 0)
