import type { ClosureTreeView, ListTable, ListView, NestedTreeView } from 'orm-core/internal'
import { numberLists } from '../lists/repair-lists.js'
import type { BrowseRules } from '../session/browse-rules.js'
import type { Query, Row, WriteAlone } from '../session/session.js'
import { BrowseError } from './browse-error.js'
import { type Cells, conflictOf } from './changes.js'
import { type Filter, isRow, shortText } from './page.js'
import type { Read } from './sessions.js'
import { columnOf, type TableAccess, whyFixed } from './tables.js'
import type { Cell, ColumnAccess } from './values.js'

export type OrderKind = 'list' | 'tree'

/** Move of a row to another position in its list or tree. */
export interface Move {
  readonly key: readonly string[]
  /**
   * `first` and `last` are the ends of a list, `root` makes a root of a closure tree, and the others are relative to the row
   * `anchor`.
   */
  readonly place: 'first' | 'last' | 'before' | 'after' | 'into' | 'root'
  readonly anchor?: readonly string[]
}

export interface MoveRequest {
  readonly table: string
  readonly of: OrderKind
  readonly moves: readonly Move[]
  /** The rows as the user saw them. */
  readonly seen: readonly { readonly key: readonly string[]; readonly old: Cells }[]
}

/** Lists or trees of a table. */
export interface Lists {
  readonly lists: readonly {
    /** Values of the scope columns. */
    readonly cells: readonly Cell[]
    /** Filters that select the rows of the list. */
    readonly filters: readonly Filter[]
    readonly rows: number
  }[]
  readonly isCut: boolean
}

/** Maximum number of lists that are returned for a table. */
const mostLists = 500

export async function listsOf(read: Read, table: TableAccess, of: OrderKind): Promise<Lists> {
  const { list, tree } = table.views
  const scopes = of === 'list' ? list?.scopes : tree?.kind === 'nested set' ? tree.scopes : []
  if (!scopes) throw new BrowseError(400, `the rows of "${table.name}" are not in a ${of}`)
  const accesses = scopes.map(({ name }) => columnOf(table, name))
  const placed = of === 'list' ? list!.rank : tree?.kind === 'nested set' ? tree.left : table.key[0]!.column
  const names = accesses.map((access) => access.name('t'))
  const selected = accesses.map((access, at) => `${access.exact('t')} AS c${at}`)
  const groups = names.length === 0 ? '' : ` GROUP BY ${names.join(', ')} ORDER BY ${names.join(', ')}`
  const { rows } = await read(
    `SELECT ${[...selected, 'COUNT(*)'].join(', ')} FROM ${table.written} t ` +
      `WHERE ${columnOf(table, placed.name).name('t')} IS NOT NULL${groups} LIMIT ${mostLists + 1}`,
  )
  const lists = rows.slice(0, mostLists).map((row) => {
    const cells = accesses.map((access, at) => access.cellOf(row[at], shortText))
    return { cells, filters: accesses.map((access, at) => scopeFilter(access, row[at])), rows: Number(row.at(-1)) }
  })
  return { lists, isCut: rows.length > mostLists }
}

function scopeFilter(access: ColumnAccess, value: unknown): Filter {
  const column = access.column.name
  const whole = access.wholeOf(value)
  if (whole === null) return { column, op: 'null' }
  return { column, op: 'eq', value: typeof whole === 'boolean' ? (whole ? '1' : '0') : whole }
}

/** Gap that the runtime leaves between fractional ranks, and the highest rank that it assigns. */
const step = 2n ** 32n
const highest = 2n ** 60n

const changedMeanwhile = (): BrowseError =>
  new BrowseError(409, 'somebody has changed this order meanwhile; look at it again')

/** Moves rows as the runtime does, in a transaction with the same locks. */
export class Mover {
  readonly #list: ListView | undefined
  readonly #tree: NestedTreeView | ClosureTreeView | undefined
  readonly #closure: TableAccess | undefined
  #read!: Read
  #statements: string[] = []

  constructor(
    readonly table: TableAccess,
    readonly of: OrderKind,
    tables: ReadonlyMap<string, TableAccess>,
    readonly rules: BrowseRules,
    readonly alone: WriteAlone,
  ) {
    const { list, tree } = table.views
    if (of === 'list' ? !list : !tree) throw new BrowseError(400, `the rows of "${table.name}" are not in a ${of}`)
    const fixed = whyFixed(table.table, table.views)[of]
    if (fixed !== undefined) throw new BrowseError(400, `rows of "${table.name}" cannot be moved here: ${fixed}`)
    this.#list = list
    this.#tree = tree
    if (tree?.kind === 'closure') this.#closure = [...tables.values()].find((each) => each.table === tree.closure)
  }

  /** Tables that nobody else may write during the move. */
  get locked(): readonly string[] {
    return [this.table.written, ...(this.of === 'tree' && this.#closure ? [this.#closure.written] : [])]
  }

  async run(read: Read, { moves, seen }: MoveRequest): Promise<readonly string[]> {
    this.#read = read
    this.#statements = []
    for (const { key, old } of seen) {
      const change = { kind: 'update', table: this.table.name, key, old, values: {} } as const
      if (await conflictOf(read, this.table, change, this.rules, shortText)) throw changedMeanwhile()
    }
    for (const move of moves) {
      if (this.of === 'list') await this.#moveInList(this.#list!, move)
      else if (this.#tree!.kind === 'closure') await this.#moveInClosure(this.#tree as ClosureTreeView, move)
      else await this.#moveInTree(this.#tree as NestedTreeView, move)
    }
    return this.#statements
  }

  async #moveInList(list: ListView, { key, place, anchor }: Move): Promise<void> {
    const own = await this.#placeOf([list.rank.name], list.scopes, key)
    const other = anchor && (await this.#placeOf([list.rank.name], list.scopes, anchor))
    if (own.numbers[0] === undefined || (other && other.numbers[0] === undefined))
      throw new BrowseError(409, 'this row is not in a list')
    if (other && other.scope !== own.scope) throw new BrowseError(409, 'these rows are not in the same list')
    if (!other && (place === 'before' || place === 'after')) throw new BrowseError(400, '"anchor" is missing')
    await this.#refuseBrokenList(list, own.scope)
    if (anchor && other!.numbers[0] === own.numbers[0]) return
    if (list.isFractional) await this.#moveBetween(list, own.scope, key, place, anchor)
    else await this.#moveToRank(list, own, place, other?.numbers[0])
  }

  /** Throws if the list has gaps or duplicates, because its order is then ambiguous. */
  async #refuseBrokenList(list: ListView, scope: string): Promise<void> {
    const rank = columnOf(this.table, list.rank.name).quoted
    const [count, distinct, low, high] = await this.#numbers(
      `SELECT COUNT(*), COUNT(DISTINCT ${rank}), MIN(${rank}), MAX(${rank}) ` +
        `FROM ${this.table.written} t WHERE ${rank} IS NOT NULL AND ${scope}`,
    )
    const start = BigInt(list.start)
    const isWhole = list.isFractional || (low === start && high === start + count! - 1n)
    if (distinct !== count || !isWhole) throw this.#broken()
  }

  #broken(): BrowseError {
    return new BrowseError(
      409,
      `the ${this.of} has gaps or duplicates: run "orm list:repair ${this.table.name}" before you move its rows`,
    )
  }

  /** Moves a row to another rank. One UPDATE shifts the rows in between. */
  async #moveToRank(list: ListView, own: Place, place: Move['place'], anchor: bigint | undefined): Promise<void> {
    const rank = columnOf(this.table, list.rank.name).quoted
    const from = own.numbers[0]!
    const [low, high] = await this.#numbers(
      `SELECT MIN(${rank}), MAX(${rank}) FROM ${this.table.written} t WHERE ${rank} IS NOT NULL AND ${own.scope}`,
    )
    const isDown = anchor !== undefined && anchor > from
    const to =
      place === 'first'
        ? low!
        : place === 'last'
          ? high!
          : place === 'before'
            ? anchor! - (isDown ? 1n : 0n)
            : anchor! + (isDown ? 0n : 1n)
    if (to === from) return
    const [first, last] = to > from ? [from, to] : [to, from]
    const moved = `CASE WHEN ${rank} = ${from} THEN ${to} ELSE ${rank} ${to > from ? '-' : '+'} 1 END`
    const update = `UPDATE ${this.table.written} SET ${rank} = `
    const where = ` WHERE ${own.scope} AND ${rank} BETWEEN ${first} AND ${last}`
    if (!list.isUnique) return this.#write(update + moved + where)
    // Ranks are unique, so the rows first get temporary ranks below all others.
    await this.#write(`${update}-1 - (${moved})${where}`)
    await this.#write(`${update}-1 - ${rank} WHERE ${own.scope} AND ${rank} < 0`)
  }

  /** Writes only the moved row: its new rank is between those of its new neighbors. */
  async #moveBetween(
    list: ListView,
    scope: string,
    key: readonly string[],
    place: Move['place'],
    anchor: readonly string[] | undefined,
  ): Promise<void> {
    const rank = columnOf(this.table, list.rank.name).quoted
    const isOther = `NOT (${isRow(this.table, key, 't')})`
    const bound = async (side: 'MIN' | 'MAX', beyond: string): Promise<bigint | undefined> =>
      (
        await this.#numbers(
          `SELECT ${side}(${rank}) FROM ${this.table.written} t WHERE ${scope} AND ${isOther}${beyond}`,
        )
      )[0]
    for (let attempt = 0; ; attempt++) {
      const at = anchor && (await this.#placeOf([list.rank.name], [], anchor)).numbers[0]
      const before =
        place === 'first' ? undefined : place === 'after' ? at : await bound('MAX', at ? ` AND ${rank} < ${at}` : '')
      const after =
        place === 'last' ? undefined : place === 'before' ? at : await bound('MIN', at ? ` AND ${rank} > ${at}` : '')
      const number = between(before, after)
      if (number === undefined && attempt === 0) {
        await this.#renumber(list, scope)
        continue
      }
      return this.#write(
        `UPDATE ${this.table.written} SET ${rank} = ${number} WHERE ${isRow(this.table, key, this.table.written)}`,
      )
    }
  }

  #renumber(list: ListView, scope: string): Promise<void> {
    const numbered: ListTable = {
      kind: 'list',
      name: this.table.name,
      table: this.table.written,
      keys: this.table.key.map(({ quoted }) => quoted),
      rank: columnOf(this.table, list.rank.name).quoted,
      scopes: list.scopes.map(({ name }) => columnOf(this.table, name).quoted),
      start: Number(step),
      step: Number(step),
      isUnique: list.isUnique,
    }
    const query: Query = async (sql) => {
      if (!/^SELECT\b/.test(sql)) this.#statements.push(sql)
      const { columns, rows } = await this.#read(sql)
      return rows.map((row): Row => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
    }
    return numberLists(numbered, query, this.alone, scope)
  }

  /** Moves a node with its subtree. One UPDATE changes all numbers in between. */
  async #moveInTree(tree: NestedTreeView, { key, place, anchor }: Move): Promise<void> {
    const columns = [tree.left, tree.right, tree.level]
    const [left, right, level] = columns.map(({ name }) => columnOf(this.table, name).quoted)
    const names = columns.map(({ name }) => name)
    const own = await this.#placeOf(names, tree.scopes, key)
    const other = anchor && (await this.#placeOf(names, tree.scopes, anchor))
    if (!other || (place !== 'into' && place !== 'before' && place !== 'after'))
      throw new BrowseError(400, 'a node goes into, before or after another one')
    if (own.scope !== other.scope) throw new BrowseError(409, 'these rows are not in the same tree')
    await this.#refuseBrokenTree(tree, own.scope)
    const [from, end, depth] = own.numbers as [bigint, bigint, bigint]
    const [start, stop, height] = other.numbers as [bigint, bigint, bigint]
    if (start >= from && stop <= end) throw new BrowseError(409, 'a node cannot go into its own branch')
    if (place !== 'into' && height === 0n) throw new BrowseError(409, 'a tree has one root only')
    const to = place === 'into' ? stop : place === 'before' ? start : stop + 1n
    const deeper = (place === 'into' ? height + 1n : height) - depth
    if (to === from || to === end + 1n) return
    const size = end - from + 1n
    const [between, by] = to > end ? [[end + 1n, to - 1n, -size], to - 1n - end] : [[to, from - 1n, size], to - from]
    const shifted = (column: string): string =>
      `${column} = CASE WHEN ${column} BETWEEN ${from} AND ${end} THEN ${column} + ${by} ` +
      `WHEN ${column} BETWEEN ${between[0]} AND ${between[1]} THEN ${column} + ${between[2]} ELSE ${column} END`
    const [first, last] = to > end ? [from, to - 1n] : [to, end]
    // The left number is assigned last, because MySQL uses values that the same UPDATE has already assigned.
    await this.#write(
      `UPDATE ${this.table.written} SET ${level} = CASE WHEN ${left} BETWEEN ${from} AND ${end} THEN ${level} + ${deeper} ` +
        `ELSE ${level} END, ${shifted(right!)}, ${shifted(left!)} WHERE ${own.scope} ` +
        `AND (${left} BETWEEN ${first} AND ${last} OR ${right} BETWEEN ${first} AND ${last})`,
    )
  }

  async #refuseBrokenTree(tree: NestedTreeView, scope: string): Promise<void> {
    const [left, right] = [tree.left, tree.right].map(({ name }) => columnOf(this.table, name).quoted)
    const [count, lefts, rights, low, high] = await this.#numbers(
      `SELECT COUNT(*), COUNT(DISTINCT ${left}), COUNT(DISTINCT ${right}), MIN(${left}), MAX(${right}) ` +
        `FROM ${this.table.written} t WHERE ${scope} AND ${left} <> 0`,
    )
    if (lefts !== count || rights !== count || low !== 1n || high !== 2n * count!) throw this.#broken()
  }

  /** Changes the parent of a row and replaces the closure pairs of its subtree. */
  async #moveInClosure(tree: ClosureTreeView, { key, place, anchor }: Move): Promise<void> {
    const closure = this.#closure!
    const [ancestor, descendant, depth] = ['ancestor_id', 'descendant_id', 'depth'].map(
      (name) => columnOf(closure, name).quoted,
    )
    if (place !== 'root' && (place !== 'into' || !anchor))
      throw new BrowseError(400, 'a node goes into another one, or becomes a root')
    const idOf = ([text]: readonly string[]): string => columnOf(this.table, tree.key.name).stored(String(text))
    const id = idOf(key)
    await this.#placeOf([], [], key)
    // The closure is the second locked table, hence the aliases with a 2.
    const [one, two] = ['t2', `${this.alone.alias}2`]
    if (place === 'into') {
      await this.#placeOf([], [], anchor!)
      const { rows } = await this.#read(
        `SELECT 1 FROM ${closure.written} ${one} WHERE ${one}.${ancestor} = ${id} AND ${one}.${descendant} = ${idOf(anchor!)}`,
      )
      if (rows.length > 0) throw new BrowseError(409, 'a node cannot go into its own branch')
    }
    const parent = place === 'root' ? 'NULL' : idOf(anchor!)
    await this.#write(
      `UPDATE ${this.table.written} SET ${columnOf(this.table, tree.parent.name).quoted} = ${parent} ` +
        `WHERE ${isRow(this.table, key, this.table.written)}`,
    )
    // Derived tables, because MySQL cannot select directly from the table that it deletes from.
    await this.#write(
      `DELETE FROM ${closure.written} ` +
        `WHERE ${descendant} IN (SELECT * FROM (SELECT ${one}.${descendant} FROM ${closure.written} ${one} WHERE ${one}.${ancestor} = ${id}) orm_below) ` +
        `AND ${ancestor} IN (SELECT * FROM (SELECT ${two}.${ancestor} FROM ${closure.written} ${two} ` +
        `WHERE ${two}.${depth} > 0 AND ${two}.${descendant} = ${id}) orm_above)`,
    )
    if (place === 'root') return
    await this.#write(
      `INSERT INTO ${closure.written} (${ancestor}, ${descendant}, ${depth}) ` +
        `SELECT ${one}.${ancestor}, ${two}.${descendant}, ${one}.${depth} + ${two}.${depth} + 1 ` +
        `FROM ${closure.written} ${one}, ${closure.written} ${two} WHERE ${one}.${descendant} = ${parent} AND ${two}.${ancestor} = ${id}`,
    )
  }

  /** Returns the numbers of a row, and a condition for all rows of its list. */
  async #placeOf(
    columns: readonly string[],
    scopes: readonly { readonly name: string }[],
    key: readonly string[],
  ): Promise<Place> {
    const numbers = columns.map((name) => columnOf(this.table, name).name('t'))
    const accesses = scopes.map(({ name }) => columnOf(this.table, name))
    const selected = [...numbers, ...accesses.map((access) => access.exact('t'))].map((sql, at) => `${sql} AS c${at}`)
    const { rows } = await this.#read(
      `SELECT ${selected.join(', ') || '1'} FROM ${this.table.written} t WHERE ${isRow(this.table, key, 't')}`,
    )
    const [row] = rows
    if (!row) throw changedMeanwhile()
    const conditions = accesses.map((access, at) => {
      const text = access.textOf(row[numbers.length + at])
      return text === null ? `${access.quoted} IS NULL` : `${access.quoted} = ${access.stored(text)}`
    })
    return {
      numbers: numbers.map((_, at) => numberOf(row[at])),
      scope: conditions.length === 0 ? '1 = 1' : conditions.join(' AND '),
    }
  }

  async #numbers(sql: string): Promise<(bigint | undefined)[]> {
    const { rows } = await this.#read(sql)
    return rows[0]!.map(numberOf)
  }

  async #write(sql: string): Promise<void> {
    this.#statements.push(sql)
    await this.#read(sql)
  }
}

interface Place {
  readonly numbers: readonly (bigint | undefined)[]
  readonly scope: string
}

const numberOf = (value: unknown): bigint | undefined =>
  value === null || value === undefined ? undefined : BigInt(String(value))

/** Returns a number between those of two rows, or undefined if there is none. */
function between(before: bigint | undefined, after: bigint | undefined): bigint | undefined {
  const number =
    before === undefined
      ? after === undefined
        ? step
        : after - step
      : after === undefined
        ? before + step
        : before + (after - before) / 2n
  const isFree = number > -highest && number < highest && number !== before && number !== after
  return isFree ? number : undefined
}
