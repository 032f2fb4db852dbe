import type { Mark } from '../../errors/index.js'
import { notPhpName } from '../../errors/schema/php-name-errors.js'
import {
  relationBackIsColumn,
  relationBackTwice,
  relationIsColumn,
  relationTwice,
} from '../../errors/schema/relation-errors.js'
import { isLongPhpIdentifier } from '../../escape/index.js'
import { type Column, type CrossRelation, qualifiedName, type Relation, type Table } from '../../model/index.js'
import type { Check, SchemaState } from '../state.js'

/** Relations become methods, so their names must differ, in any case, from each other and from columns. */
export const checkRelationNames: Check = ({ model }, state) => {
  for (const table of model.tables) {
    if (table.relations.length > 0 && !state.broken.has(table)) new Names(table, state).check()
  }
}

interface Taken {
  readonly what: string
  readonly mark: Mark
}

class Names {
  readonly #table: Table
  readonly #name: string
  readonly #report: SchemaState['report']
  readonly #columns: ReadonlyMap<string, Column>
  /** Names with get and set: those of one object, and plurals. */
  readonly #accessors = new Map<string, Taken>()
  /** Names with add, filterBy and join. */
  readonly #taken = new Map<string, Taken>()

  constructor(table: Table, { report }: SchemaState) {
    this.#table = table
    this.#name = qualifiedName(table)
    this.#report = report
    this.#columns = new Map(table.columns.map((column) => [column.phpName.toLowerCase(), column]))
  }

  check(): void {
    for (const relation of this.#table.relations) if (relation.isLocal) this.#checkOwn(relation)
    for (const relation of this.#table.relations) {
      if (!relation.isLocal) this.#checkBack(relation, qualifiedName(relation.table))
    }
    for (const relation of this.#table.crossRelations) this.#checkCross(relation)
  }

  #checkOwn({ name, table, foreignKey }: Relation): void {
    const mark = foreignKey.origin.at('phpName')
    const column = this.#columns.get(name.toLowerCase())
    const first = this.#taken.get(name.toLowerCase())
    if (column) this.#report(relationIsColumn(mark, this.#name, name, column.name))
    else if (first) this.#report(relationTwice(mark, this.#name, name, first.mark))
    else this.#take(name, name, `the foreign key to "${qualifiedName(table)}"`, mark)
  }

  #checkBack({ name, pluralName, kind, foreignKey }: Relation, from: string): void {
    const accessor = kind === 'one-to-one' ? name : pluralName
    this.#checkMade(name, accessor, from, `the relation from "${from}"`, foreignKey.origin.at('refPhpName'))
  }

  #checkCross({ name, pluralName, crossTable, outgoing }: CrossRelation): void {
    const from = qualifiedName(crossTable)
    const mark = outgoing[0]!.foreignKey.origin.at('phpName')
    this.#checkMade(name, pluralName, from, `the many-to-many relation through "${from}"`, mark)
  }

  #checkMade(name: string, accessor: string, from: string, what: string, mark: Mark): void {
    for (const [used, taken] of [[name, this.#taken] as const, [accessor, this.#accessors] as const]) {
      const column = this.#columns.get(used.toLowerCase())
      const first = taken.get(used.toLowerCase())
      if (column) this.#report(relationBackIsColumn(mark, this.#name, used, from, column.name))
      else if (first) this.#report(relationBackTwice(mark, this.#name, used, from, first.what, first.mark))
      if (column || first) return
    }
    this.#take(name, accessor, what, mark)
  }

  #take(name: string, accessor: string, what: string, mark: Mark): void {
    this.#taken.set(name.toLowerCase(), { what, mark })
    this.#accessors.set(accessor.toLowerCase(), { what, mark })
    // Names of tables and columns that are joined can be too long. Those that PHP cannot say are reported where they stand.
    const unusable = [name, accessor].find((name) => isLongPhpIdentifier(name) && !this.#isGiven(name))
    if (unusable !== undefined) this.#report(notPhpName(mark, unusable, `set the name of ${what} in the schema`))
  }

  /** A name in the schema is checked with the other names there. */
  #isGiven(name: string): boolean {
    return this.#table.relations.some(
      ({ foreignKey: { phpName, refPhpName } }) => name === phpName || name === refPhpName,
    )
  }
}
