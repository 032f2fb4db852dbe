import type { Mark } from '../../errors/index.js'
import {
  indexColumnTwice,
  indexNeedsSize,
  nameMadeUnique,
  nameTwice,
  typeWithoutIndex,
  unknownIndexColumn,
} from '../../errors/schema/key-errors.js'
import { oneNullOnly } from '../../errors/schema/vendor-errors.js'
import {
  type Check as CheckConstraint,
  type Exclusion,
  type ForeignKey,
  fittedName,
  hasConstraint,
  type Index,
  isCreated,
  isWholeColumnIndex,
  lobTypes,
  type NameScope,
  qualifiedName,
  type SchemaType,
  type Table,
} from '../../model/index.js'
import { columnOf, namesOf } from '../by-name.js'
import { mutable } from '../mutable.js'
import type { Check, DatabaseDraft, SchemaState } from '../state.js'
import { reportName } from './check-sql-names.js'

const long: ReadonlySet<SchemaType> = new Set<SchemaType>([...lobTypes, 'LONGVARCHAR', 'CLOB', 'ARRAY'])

/** Indexes, unique keys and the names of constraints. */
export const checkIndexes: Check = (draft, state) => {
  const names = new NameRegister(draft, state)
  if (draft.platform.indexesAreLikeTables) for (const table of draft.model.tables) names.take(table)
  for (const table of draft.model.tables) {
    for (const index of [...table.uniques, ...table.indexes]) {
      if (state.broken.has(index)) continue
      checkIndexColumns(index, table, draft, state)
      names.note('index', table, index)
    }
    dropBroken(table, state)
    for (const key of table.foreignKeys) {
      if (hasConstraint(key)) names.note('foreign key', table, key)
    }
    for (const check of table.checks) names.note('check', table, check)
    // Behind an exclusion there is an index of its name.
    for (const exclusion of table.exclusions) names.note('index', table, exclusion)
  }
}

/** Where no SQL is made, an index over a column that does not exist does not stop the build; it is not there then. */
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
  for (const { name, size, origin } of index.columns) {
    const at = origin.at('name')
    const column = columnOf(table, name)
    if (!column) {
      const known = namesOf(table.columns, (candidate) => candidate.name)
      if (!broken.has(table)) report(unknownIndexColumn(at, index.name, qualifiedName(table), name, known))
      broken.add(index)
    } else if (seen.has(name)) report(indexColumnTwice(at, index.name, name))
    else if (platform.longKeysNeedSize && long.has(column.type) && size === undefined && !isWholeColumnIndex(index)) {
      report(indexNeedsSize(at, index.name, name, column.type, platform.name))
    } else if (platform.unindexedTypes.includes(column.type) && column.sqlType === undefined) {
      report(typeWithoutIndex(at, index.name, name, column.type, platform.name))
    }
    seen.add(name)
    nullable ||= column?.required === false
  }
  if (index.unique && nullable && platform.nullsAreEqual && !broken.has(index)) {
    report(oneNullOnly(index.origin.at('name'), index.name, platform.name))
  }
}

type NamedKind = 'index' | 'foreign key' | 'check'

/** Where a name was used first. */
interface Use {
  readonly table: Table
  readonly at: Mark
}

/** Names that must differ within what the vendor says. */
class NameRegister {
  readonly #draft: DatabaseDraft
  readonly #state: SchemaState
  readonly #used = new Map<string, Use>()

  constructor(draft: DatabaseDraft, state: SchemaState) {
    this.#draft = draft
    this.#state = state
  }

  /** No index can have the name of the table. */
  take(table: Table): void {
    if (isCreated(table)) this.#used.set(this.#key('index', table, table.name), { table, at: table.origin.at('name') })
  }

  #key(kind: NamedKind, table: Table, name: string): string {
    // Checks and foreign keys are constraints of one scope.
    const space = kind === 'index' ? 'index' : 'constraint'
    return `${space} ${scopeKey(this.#scope(kind), table)} ${name.toLowerCase()}`
  }

  #scope(kind: NamedKind): NameScope {
    const { indexScope, foreignKeyScope } = this.#draft.platform
    if (kind === 'index') return indexScope
    return kind === 'check' && foreignKeyScope === 'none' ? 'table' : foreignKeyScope
  }

  /** Notes a name; one that another table has gets its own table in front, as nothing refers to it. */
  note(kind: NamedKind, table: Table, named: Index | ForeignKey | CheckConstraint | Exclusion): void {
    if (!isCreated(table)) return
    const { platform } = this.#draft
    const { report } = this.#state
    const { name, explicitName } = named
    const at = named.origin.at('name')
    const scope = this.#scope(kind)
    if (explicitName && scope !== 'none') reportName(kind, name, at, platform, report)
    const key = this.#key(kind, table, name)
    const first = this.#used.get(key)
    if (scope === 'none') return
    if (!first) {
      this.#used.set(key, { table, at })
      return
    }
    const unique = fittedName(`${table.name}_${name}`, platform)
    const uniqueKey = this.#key(kind, table, unique)
    if ((first.table === table && first.at !== table.origin.at('name')) || this.#used.has(uniqueKey)) {
      report(nameTwice(at, kind, name, first.at))
      return
    }
    report(nameMadeUnique(at, kind, name, platform.name, unique, first.at))
    mutable(named).name = unique
    this.#used.set(uniqueKey, { table, at })
  }
}

function scopeKey(scope: NameScope, table: Table): string {
  if (scope === 'table') return qualifiedName(table)
  return scope === 'schema' ? (table.schema ?? '') : ''
}
