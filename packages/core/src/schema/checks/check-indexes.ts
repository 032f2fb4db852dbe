import type { Mark } from '../../errors/index.js'
import {
  indexColumnTwice,
  indexNeedsSize,
  nameMadeUnique,
  nameTwice,
  tooLongForIndex,
  typeWithoutIndex,
  unfitIndexSize,
  unknownIndexColumn,
} from '../../errors/schema/key-errors.js'
import { indexLacks, indexNeedsServer, notOneExpression, oneNullOnly } from '../../errors/schema/vendor-errors.js'
import { isQuotedPath } from '../../escape/index.js'
import {
  type BoundPlatform,
  type Check as CheckConstraint,
  type Column,
  columnTypes,
  type Exclusion,
  type ForeignKey,
  fittedName,
  hasConstraint,
  type Index,
  isCreated,
  isUniqueIndex,
  isWholeColumnIndex,
  type NameScope,
  type Origin,
  qualifiedName,
  shownType,
  type Table,
} from '../../model/index.js'
import { columnOf, namesOf } from '../by-name.js'
import { mutable } from '../mutable.js'
import { repeatedNames } from '../relation-names.js'
import type { Check, DatabaseDraft, SchemaState } from '../state.js'
import { checkMethod } from './check-index-methods.js'
import { reportName } from './check-sql-names.js'
import { checkSqlUse } from './check-sql-use.js'

/** Checks indexes, unique keys and the names of constraints. */
export const checkIndexes: Check = (draft, state) => {
  const names = new NameRegister(draft, state)
  names.takeTables()
  for (const table of draft.model.tables) {
    for (const index of [...table.uniques, ...table.indexes]) {
      if (state.broken.has(index)) continue
      checkIndexColumns(index, table, draft, state)
      if (isCreated(table)) {
        checkSupport(index, draft.platform, state.report)
        checkMethod(index, table, draft, state)
        checkIndexSql(index, table, draft, state)
      }
      names.note('index', table, index)
    }
    dropBroken(table, state)
    for (const key of table.foreignKeys) {
      if (hasConstraint(key)) names.note('foreign key', table, key)
    }
    for (const check of table.checks) names.note('check', table, check)
    // The server creates an index with the name of each exclusion constraint.
    for (const exclusion of table.exclusions) names.note('exclude', table, exclusion)
    if (isCreated(table)) checkConstraintNames(table, draft.platform, state.report)
  }
}

/** Removes indexes over missing columns if no SQL is generated, as these do not stop such a build. */
function dropBroken(table: Table, { broken, context }: SchemaState): void {
  if (context.makesSql) return
  for (const list of [table.uniques, table.indexes]) {
    const whole = list.filter((index) => !broken.has(index))
    if (whole.length < list.length) list.splice(0, list.length, ...whole)
  }
}

function checkIndexColumns(index: Index, table: Table, { platform }: DatabaseDraft, state: SchemaState): void {
  const { report, broken } = state
  const seen = new Set<string>()
  let nullable = false
  const unknown = (name: string, origin: Origin): void => {
    const known = namesOf(table.columns, (candidate) => candidate.name)
    const about = [`index "${index.name}"`, qualifiedName(table)] as const
    if (!broken.has(table)) report(unknownIndexColumn(origin.at('name'), ...about, name, known))
    broken.add(index)
  }
  for (const part of index.columns) {
    const { name, size, opclass, collate, origin } = part
    if (name === undefined) continue
    const column = columnOf(table, name)
    const unfit = column && size !== undefined ? prefixProblem(column, size, platform) : undefined
    if (unfit !== undefined && !isWholeColumnIndex(index)) {
      report(unfitIndexSize(origin.at('size'), index.name, name, unfit))
      delete mutable(part).size
    }
    // The same column may occur again with another operator class or collation.
    const id = (opclass ?? collate) === undefined ? name : `${name}\0${opclass}\0${collate}`
    if (!column) unknown(name, origin)
    else if (seen.has(id)) report(indexColumnTwice(origin.at('name'), index.name, name))
    else if (
      platform.longKeysNeedSize &&
      columnTypes[column.type].isLong &&
      size === undefined &&
      !isWholeColumnIndex(index)
    ) {
      report(indexNeedsSize(origin.at('name'), index.name, name, shownType(column.type), platform.name))
    } else if (platform.unindexedTypes.includes(column.type) && column.sqlType === undefined) {
      report(typeWithoutIndex(origin.at('name'), index.name, name, shownType(column.type), platform.name))
    } else if (platform.tooLongForIndexes?.includes(column.type) && column.sqlType === undefined) {
      report(tooLongForIndex(origin.at('name'), index.name, name, shownType(column.type), platform.name))
    }
    seen.add(id)
    nullable ||= column?.required === false
  }
  for (const { name, origin } of index.included ?? []) {
    if (!columnOf(table, name)) unknown(name, origin)
    else if (seen.has(name)) report(indexColumnTwice(origin.at('name'), index.name, name))
    seen.add(name)
  }
  const isMeant = index.where !== undefined || index.nullsNotDistinct
  if (index.unique && nullable && platform.nullsAreEqual && !isMeant && !broken.has(index)) {
    report(oneNullOnly(index.origin.at('name'), index.name, platform.name))
  }
}

/** Returns why the server would reject an index over a prefix of that size, or undefined. */
function prefixProblem({ type, sqlType, size }: Column, prefix: number, platform: BoundPlatform): string | undefined {
  if (sqlType !== undefined || !platform.prefixedTypes) return undefined
  if (!platform.prefixedTypes.has(type)) return `is of type ${shownType(type)}`
  const length = platform.prefixedTypes.get(type)
  const longest = length === undefined ? undefined : (size ?? length)
  return longest !== undefined && prefix > longest ? `is not longer than ${longest}` : undefined
}

/** Reports index features that the database does not support. */
function checkSupport(
  index: Index,
  { indexes, schemas, sqlExpression, name: vendor }: BoundPlatform,
  report: Report,
): void {
  const { name, where, method, included = [], origin } = index
  const lacks = (at: Mark, what: string, hint?: string): unknown => report(indexLacks(at, name, vendor, what, hint))
  const isWrong = (text: string | undefined, of: Origin, attribute: string): boolean =>
    text !== undefined &&
    sqlExpression(text) === undefined &&
    report(notOneExpression(of.at(attribute), `index "${name}"`, attribute, text, vendor))
  if (where !== undefined && !indexes.partial) lacks(origin.at('where'), 'partial indexes (where)')
  else isWrong(where, origin, 'where')
  if (method !== undefined && !indexes.methods.includes(method)) {
    lacks(origin.at('method'), `indexes of method ${method}`, `its methods are ${indexes.methods.join(', ')}`)
  }
  if (index.deferrable && isUniqueIndex(index)) {
    lacks(origin.at('deferrable'), 'deferrable unique indexes', 'a deferrable key has columns, and no other attribute')
  }
  if (included[0] && !indexes.covering) lacks(included[0].origin, 'covering indexes (index-include)')
  for (const { expression, nulls, opclass, collate, origin: part } of index.columns) {
    if (expression !== undefined && indexes.expressions === false) {
      lacks(part.at('expression'), 'indexes over expressions', 'a generated column can have an index')
    } else if (!isWrong(expression, part, 'expression') && typeof indexes.expressions === 'string') {
      if (expression !== undefined) report(indexNeedsServer(part.at('expression'), name, indexes.expressions))
    }
    if (nulls !== undefined && !indexes.nulls.movable) {
      lacks(part.at('nulls'), `indexes with nulls ${nulls} in this order`)
    }
    if (opclass !== undefined && !indexes.operatorClasses) lacks(part.at('opclass'), 'operator classes')
    if (collate !== undefined && !indexes.collations) lacks(part.at('collate'), 'collations of indexes')
    else if (collate !== undefined && schemas !== 'native' && isQuotedPath(collate)) {
      lacks(part.at('collate'), 'collations in schemas')
    }
  }
}

/** Checks the expressions and the condition of an index. */
function checkIndexSql(
  { name, where, columns, origin }: Index,
  table: Table,
  { platform }: DatabaseDraft,
  state: SchemaState,
): void {
  const check = (text: string, at: Mark): void =>
    checkSqlUse({ text, use: 'index', at, place: `index "${name}"` }, platform, state, table)
  if (where !== undefined) check(where, origin.at('where'))
  for (const { expression, origin: part } of columns)
    if (expression !== undefined) check(expression, part.at('expression'))
}

/** Reports unique keys and exclusion constraints whose names are also those of other constraints of the table. */
function checkConstraintNames(table: Table, { uniqueNames }: BoundPlatform, report: Report): void {
  if (uniqueNames === undefined || uniqueNames === 'of no constraint of the schema') return
  const others = [
    ...table.checks,
    ...(uniqueNames === 'of no constraint' ? table.foreignKeys.filter(hasConstraint) : []),
  ]
  const named = [
    ...table.uniques.filter((unique) => !isUniqueIndex(unique)).map((unique) => ['unique', unique] as const),
    ...table.exclusions.map((exclusion) => ['exclude', exclusion] as const),
  ]
  for (const [kind, { name, origin }] of named) {
    const other = others.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (other) report(nameTwice(origin.at('name'), kind, name, other.origin.at('name')))
  }
}

type Report = SchemaState['report']

type NamedKind = 'index' | 'exclude' | 'foreign key' | 'check'

type Named = Index | ForeignKey | CheckConstraint | Exclusion

/** The first use of a name. */
interface Use {
  readonly kind: Parameters<typeof nameTwice>[1]
  /** The table that the named thing belongs to, if any. */
  readonly table?: Table
  readonly at: Mark
}

/** Registers names that must be unique within the scopes of the database. */
class NameRegister {
  readonly #draft: DatabaseDraft
  readonly #state: SchemaState
  readonly #used = new Map<string, Use>()

  constructor(draft: DatabaseDraft, state: SchemaState) {
    this.#draft = draft
    this.#state = state
  }

  /** Registers tables, views, sequences and partitions, which share one namespace. On some databases, indexes do too. */
  takeTables(): void {
    const { model, platform, sequenceOrigins } = this.#draft
    const views = model.tables.filter(({ view, referenceOnly }) => view && !referenceOnly)
    const tables = model.tables.filter((table) => this.#hasNames(table))
    for (const table of tables) this.#take('table', table.name, table.origin.at('name'), table)
    for (const view of views) this.#take('view', view.name, view.origin.at('name'), view)
    for (const [name, at] of sequenceOrigins) if (platform.nextValue) this.#take('sequence', name, at)
    if (platform.partitions?.areTables)
      for (const table of tables)
        for (const { name, origin } of table.partition?.parts ?? [])
          this.#take('part', `${table.name}_${name}`, origin.at('name'), table)
    for (const table of tables) {
      if (platform.primaryKeyName && table.columns.some(({ primaryKey }) => primaryKey)) {
        const use = { kind: 'index', table, at: table.origin.at('name') } as const
        this.#used.set(this.#key('foreign key', table, platform.primaryKeyName(table)), use)
      }
      for (const name of platform.impliedNames?.(table) ?? []) {
        const key = this.#relationKey(name, table)
        const first = this.#used.get(key)
        if (first) this.#state.report(nameTwice(first.at, first.kind, name, table.origin.at('name')))
        else this.#used.set(key, { kind: 'index', table, at: table.origin })
      }
    }
  }

  /** A table that is declared twice was reported as such, and so are its names. */
  #hasNames(table: Table): boolean {
    return isCreated(table) && !this.#state.broken.has(table)
  }

  #take(kind: Use['kind'], name: string, at: Mark, table?: Table): void {
    const key = this.#relationKey(name, table)
    const first = this.#used.get(key)
    const isPartOfTable = kind === 'part' && (first?.kind !== 'part' || first.table === table)
    const isSaidElsewhere = kind === 'view' || kind === 'table' || (isPartOfTable && first?.kind !== 'sequence')
    if (!first) this.#used.set(key, { kind, ...(table && { table }), at })
    // Two tables with one name, and a table and a partition, are reported by the checks of tables.
    else if (!isSaidElsewhere) this.#state.report(nameTwice(at, kind, name, first.at))
  }

  #relationKey(name: string, table: Table | undefined): string {
    const { indexesAreLikeTables } = this.#draft.platform
    if (indexesAreLikeTables) return this.#key('index', table, name)
    return `relation ${table?.schema ?? ''} ${name.toLowerCase()}`
  }

  #key(kind: NamedKind, table: Table | undefined, name: string): string {
    const isIndex = kind === 'index' || kind === 'exclude'
    if (!isIndex && this.#draft.platform.constraintsAreLikeTables) return this.#relationKey(name, table)
    // Checks and foreign keys share one scope of constraints.
    return `${isIndex ? 'index' : 'constraint'} ${scopeKey(this.#scope(kind), table)} ${name.toLowerCase()}`
  }

  /** Returns the keys a name occupies. A unique key is also a constraint, whose scope on some databases is the schema. */
  #keys(kind: NamedKind, table: Table, named: Named, name: string): string[] {
    const isConstraint = 'unique' in named && named.unique && !isUniqueIndex(named)
    const isOfSchema = isConstraint && this.#draft.platform.uniqueNames === 'of no constraint of the schema'
    return [this.#key(kind, table, name), ...(isOfSchema ? [this.#key('foreign key', table, name)] : [])]
  }

  #scope(kind: NamedKind): NameScope {
    const { indexScope, foreignKeyScope } = this.#draft.platform
    if (kind === 'index' || kind === 'exclude') return indexScope
    return kind === 'check' && foreignKeyScope === 'none' ? 'table' : foreignKeyScope
  }

  /** Registers a name. If another table has it, the name gets its table as a prefix, as nothing refers to it by name. */
  note(kind: NamedKind, table: Table, named: Named): void {
    if (!this.#hasNames(table)) return
    const { platform } = this.#draft
    const { report } = this.#state
    const { name, explicitName } = named
    const at = named.origin.at('name')
    const scope = this.#scope(kind)
    if (explicitName && scope !== 'none') reportName(kind === 'exclude' ? 'index' : kind, name, at, platform, report)
    if (scope === 'none') return
    const keys = this.#keys(kind, table, named, name)
    const first = keys.map((key) => this.#used.get(key)).find((use) => use !== undefined)
    const use = { kind, table, at } as const
    if (!first) {
      for (const key of keys) this.#used.set(key, use)
      return
    }
    const unique = fittedName(`${table.name}_${name}`, platform)
    const uniqueKeys = this.#keys(kind, table, named, unique)
    const isOfTable = first.table === table && first.at !== table.origin.at('name')
    // A foreign key that is written twice also has the relation of the first one, which is reported.
    if (isOfTable && repeatedNames(table).some((key) => key === named)) return
    if (isOfTable || uniqueKeys.some((key) => this.#used.has(key))) {
      report(nameTwice(at, kind, name, first.at))
      return
    }
    report(nameMadeUnique(at, kind, name, platform.name, unique, first.at))
    mutable(named).name = unique
    for (const key of uniqueKeys) this.#used.set(key, use)
  }
}

function scopeKey(scope: NameScope, table: Table | undefined): string {
  if (scope === 'table' && table) return qualifiedName(table)
  return scope === 'schema' ? (table?.schema ?? '') : ''
}
