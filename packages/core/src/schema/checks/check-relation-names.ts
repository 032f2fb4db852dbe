import type { Mark } from '../../errors/index.js'
import { notPhpName } from '../../errors/schema/php-name-errors.js'
import {
  relationBackIsColumn,
  relationBackTwice,
  relationIsColumn,
  relationTwice,
} from '../../errors/schema/relation-errors.js'
import { isLongPhpIdentifier } from '../../escape/index.js'
import {
  type Column,
  type CrossRelation,
  type ForeignKey,
  qualifiedName,
  type Relation,
  type Table,
} from '../../model/index.js'
import { repeatedNames } from '../relation-names.js'
import type { Check, SchemaState } from '../state.js'

/** Checks relation names. They become methods, so they must differ from each other and from columns, ignoring case. */
export const checkRelationNames: Check = ({ model }, state) => {
  const twice = new Set(model.tables.flatMap(repeatedNames))
  for (const table of model.tables) {
    if (table.relations.length > 0 && !state.broken.has(table)) new Names(table, twice, state).check()
  }
}

interface Taken {
  readonly what: string
  readonly mark: Mark
}

class Names {
  readonly #table: Table
  readonly #twice: ReadonlySet<ForeignKey>
  readonly #name: string
  readonly #report: SchemaState['report']
  readonly #columns: ReadonlyMap<string, Column>
  /** Names used with get and set: singular and plural ones. */
  readonly #accessors = new Map<string, Taken>()
  /** Names used with add, filterBy and join. */
  readonly #taken = new Map<string, Taken>()

  constructor(table: Table, twice: ReadonlySet<ForeignKey>, { report }: SchemaState) {
    this.#table = table
    this.#twice = twice
    this.#name = qualifiedName(table)
    this.#report = report
    this.#columns = new Map(table.columns.map((column) => [column.phpName.toLowerCase(), column]))
  }

  check(): void {
    for (const relation of this.#table.relations) if (relation.isLocal) this.#checkOwn(relation)
    for (const relation of this.#table.relations) {
      if (!relation.isLocal && !this.#twice.has(relation.foreignKey))
        this.#checkBack(relation, qualifiedName(relation.table))
    }
    for (const relation of this.#table.crossRelations) {
      if (![relation.incoming, ...relation.outgoing].some(({ foreignKey }) => this.#twice.has(foreignKey)))
        this.#checkCross(relation)
    }
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
    // Names joined from tables and columns can be too long. Names that are no PHP identifiers are reported at their location.
    const unusable = [name, accessor].find((name) => isLongPhpIdentifier(name) && !this.#isGiven(name))
    if (unusable !== undefined) this.#report(notPhpName(mark, unusable, `set the name of ${what} in the schema`))
  }

  /** Whether the schema sets the name. Such names are checked by checkPhpNames(). */
  #isGiven(name: string): boolean {
    return this.#table.relations.some(
      ({ foreignKey: { phpName, refPhpName } }) => name === phpName || name === refPhpName,
    )
  }
}
