import { dialects } from '../dialects/index.js'
import {
  type Column,
  type CrossRelation,
  type Database,
  qualifiedName,
  type Relation,
  type SchemaType,
  type Table,
} from '../model/index.js'
import { type ClassName, ClassNames } from './class-names.js'
import { Imports } from './imports.js'
import type { RuntimeClass } from './runtime-names.js'
import type { ModelSettings } from './settings.js'

/** What the views of one file have in common: the table, the settings and the names that the file imports. */
export class Scope {
  readonly imports: Imports
  #relations: readonly Relation[] | undefined
  #crossRelations: readonly CrossRelation[] | undefined

  constructor(
    readonly table: Table,
    readonly database: Database,
    readonly settings: ModelSettings,
    readonly own: ClassName,
    readonly classes = new ClassNames(settings),
  ) {
    this.imports = new Imports(own.namespace, own.short)
  }

  /** Own foreign keys as the schema has them, then those of other tables by name: the order of tables must not show. */
  get relations(): readonly Relation[] {
    const { relations } = this.table
    this.#relations ??= [
      ...relations.filter(({ isLocal }) => isLocal),
      ...byTable(
        relations.filter(({ isLocal }) => !isLocal),
        ({ table }) => table,
      ),
    ]
    return this.#relations
  }

  get crossRelations(): readonly CrossRelation[] {
    this.#crossRelations ??= byTable(this.table.crossRelations, ({ crossTable }) => crossTable)
    return this.#crossRelations
  }

  /** Names of runtime classes as this file writes them. */
  get names(): Readonly<Record<RuntimeClass, string>> {
    return this.imports.names
  }

  model(table: Table): string {
    const { fqcn, short } = this.classes.of(table).model
    return this.imports.use(fqcn, `Child${short}`)
  }

  query(table: Table): string {
    const { fqcn, short } = this.classes.of(table).query
    return this.imports.use(fqcn, `Child${short}`)
  }

  /** A name in SQL: quoted where the table asks for it. */
  readonly quote = (name: string): string =>
    this.table.identifierQuoting ? dialects[this.database.platform].quote(name) : name

  /** UUIDs are bytes where the vendor has no type for them. */
  typeOf(column: Column): SchemaType {
    if (column.type !== 'UUID') return column.type
    const sqlType = dialects[this.database.platform].typeOf(column, this.settings.sql)
    return /^(?:BINARY|RAW)\b/.test(sqlType) ? 'UUID_BINARY' : column.type
  }

  get tableMap(): string {
    return this.imports.use(this.classes.of(this.table).tableMap.fqcn)
  }

  /** A class that an attribute of the schema names. */
  mentioned(name: string): string {
    return this.imports.use(this.classes.mentioned(this.table, name).fqcn)
  }
}

/** Sorted by table; what is of one table stays in its order. */
function byTable<T>(items: readonly T[], tableOf: (item: T) => Table): T[] {
  if (items.length < 2) return [...items]
  const name = (item: T): string => qualifiedName(tableOf(item))
  return [...items].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
}
