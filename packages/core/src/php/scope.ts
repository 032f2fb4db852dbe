import {
  type Dialect,
  dialects,
  holdsUuidBytes,
  type LengthLimit,
  lengthLimit,
  swapsUuids,
  writtenName,
} from '../dialects/index.js'
import { phpIdentifier } from '../escape/index.js'
import {
  type Column,
  type CrossRelation,
  type Database,
  qualifiedName,
  type Relation,
  type SchemaType,
  serverName,
  type Table,
} from '../model/index.js'
import { type ClassName, ClassNames } from './class-names.js'
import type { ModelSettings } from './class-settings.js'
import { isInteger, kindOf, measuredKinds, type TypeList } from './column-kinds.js'
import { Imports } from './imports.js'
import type { RuntimeClass } from './runtime-names.js'

/** The part of a column in a foreign key: it equals another table's column, or a constant. */
export type ForeignPart = { readonly relation: Relation } & (
  | { readonly other: Column; readonly value?: undefined }
  | { readonly other?: undefined; readonly value: string }
)

/** What the views of all files of one table have in common. */
export class TableScope {
  /** Own foreign keys as the schema has them. */
  readonly localRelations: readonly Relation[]
  /** Own foreign keys, then those of other tables by name: the order of tables must not show. */
  readonly relations: readonly Relation[]
  readonly crossRelations: readonly CrossRelation[]
  /** Columns of foreign keys with their parts in these, one per key. */
  readonly foreignParts: ReadonlyMap<Column, readonly ForeignPart[]>

  constructor(
    readonly table: Table,
    readonly database: Database,
    readonly settings: ModelSettings,
    readonly classes = new ClassNames(settings),
  ) {
    // Templates and behaviors make methods, properties and classes of these.
    for (const { phpName } of [table, ...table.columns]) phpIdentifier(phpName)
    for (const { name } of [...table.relations, ...table.crossRelations]) phpIdentifier(name)
    const local = table.relations.filter(({ isLocal }) => isLocal)
    const foreign = table.relations.filter(({ isLocal }) => !isLocal)
    this.localRelations = local
    this.relations = [...local, ...byTable(foreign, (relation) => relation.table)]
    this.crossRelations = byTable(table.crossRelations, ({ crossTable }) => crossTable)
    this.foreignParts = foreignPartsOf(local)
  }
}

function foreignPartsOf(relations: readonly Relation[]): Map<Column, ForeignPart[]> {
  const parts = new Map<Column, ForeignPart[]>()
  const add = (column: Column, part: ForeignPart): void => {
    const known = parts.get(column)
    if (!known) parts.set(column, [part])
    else if (known.at(-1)!.relation !== part.relation) known.push(part)
  }
  for (const relation of relations) {
    for (const { own, other } of relation.columns) add(own, { relation, other })
    for (const { column, value } of relation.literals) add(column, { relation, value })
  }
  return parts
}

/** What the views of one file have in common: the table, the settings and the names that the file imports. */
export class Scope {
  readonly table: Table
  readonly database: Database
  readonly settings: ModelSettings
  readonly classes: ClassNames
  readonly localRelations: readonly Relation[]
  readonly relations: readonly Relation[]
  readonly crossRelations: readonly CrossRelation[]
  readonly foreignParts: TableScope['foreignParts']
  readonly imports: Imports
  /** Names of runtime classes as this file writes them. */
  readonly names: Readonly<Record<RuntimeClass, string>>
  /** Names of models and queries as this file writes them: it mentions few, but often. */
  readonly #children = new Map<ClassName, string>()
  #tableMap: string | undefined

  constructor(
    tableScope: TableScope,
    readonly own: ClassName,
    imports = new Imports(own.namespace, own.short),
  ) {
    this.table = tableScope.table
    this.database = tableScope.database
    this.settings = tableScope.settings
    this.classes = tableScope.classes
    this.localRelations = tableScope.localRelations
    this.relations = tableScope.relations
    this.crossRelations = tableScope.crossRelations
    this.foreignParts = tableScope.foreignParts
    this.imports = imports
    this.names = this.imports.names
  }

  model(table: Table): string {
    return this.child(this.classes.of(table).model)
  }

  query(table: Table): string {
    return this.child(this.classes.of(table).query)
  }

  /** The type of several objects: the collection class of their model, or the general one. */
  collection(table: Table): string {
    const classes = this.classes.collectionOf(table)
    return classes
      ? this.imports.use(classes.collection.fqcn, `Child${classes.collection.short}`)
      : `${this.names.ObjectCollection}<int, ${this.model(table)}>`
  }

  /** A class of the user's, which extends one that is made. */
  child(child: ClassName): string {
    const known = this.#children.get(child)
    if (known !== undefined) return known
    const name = this.imports.use(child.fqcn, `Child${child.short}`)
    this.#children.set(child, name)
    return name
  }

  get dialect(): Dialect {
    return dialects[this.database.platform]
  }

  /** A table as statements of the runtime name it. */
  readonly tableName = (table: Table): string => serverName(table, this.dialect)

  /** A name in SQL: quoted where the table or the name asks for it. */
  readonly quote = (name: string): string => {
    return this.table.identifierQuoting ? this.dialect.quote(name) : writtenName(name, this.dialect)
  }

  /** The type as the runtime knows it. */
  mappedType(column: Column): string {
    const type = this.typeOf(column)
    if (type === 'SET_NATIVE' && this.hasSetArrays) return 'SET_ARRAY'
    if (column.array) return `${type}[]`
    return type === 'UUID_BINARY' && !swapsUuids(this.table) ? 'UUID_BINARY_UNSWAPPED' : type
  }

  /** Whether native SET columns store arrays. */
  get hasSetArrays(): boolean {
    return this.dialect.nativeEnums?.sets === 'array'
  }

  /** UUIDs are bytes where the vendor has no type for them. */
  typeOf(column: Column): SchemaType {
    if (column.type !== 'UUID' || column.array) return column.type
    const sqlType = this.dialect.typeOf(column, this.settings.sql)
    return holdsUuidBytes(column, sqlType) ? 'UUID_BINARY' : column.type
  }

  /** The most that a column holds, if setters check it. */
  lengthLimit(column: Column): LengthLimit | undefined {
    if (!this.settings.checkLengths || !measuredKinds.has(kindOf(column, this.typeOf(column)))) return undefined
    return lengthLimit(column, this.dialect.typeOf(column, this.settings.sql), this.dialect)
  }

  /**
   * Whether a value of a row goes into the property of an integer as it is: some drivers give text, and a property
   * without type would take it.
   */
  hasIntegerInRows(column: Column): boolean {
    if (!this.settings.nativeReturnTypes) return false
    return !column.lazyLoad && !this.dialect.integersAreText && isInteger(column)
  }

  get tableMap(): string {
    this.#tableMap ??= this.imports.use(this.classes.of(this.table).tableMap.fqcn)
    return this.#tableMap
  }

  /** A list of types with its classes of the runtime as this file writes them. */
  typeList({ types, classes }: TypeList): string {
    let list = types
    for (const name of classes) {
      const written = this.names[name]
      if (written !== name) list = list.replace(name, written)
    }
    return list
  }

  /** The backed enum of a column, if it has one. */
  enumClass(column: Column): string | undefined {
    const name = this.classes.enumOf(this.table, column)
    return name && this.imports.use(name.fqcn)
  }

  /** A class that an attribute of the schema names. */
  mentioned(name: string): string {
    return this.imports.use(this.classes.mentioned(this.table, name).fqcn)
  }
}

/** Sorted by table; what is of one table stays in its order. */
function byTable<T>(items: readonly T[], tableOf: (item: T) => Table): readonly T[] {
  if (items.length < 2) return items
  const name = (item: T): string => qualifiedName(tableOf(item))
  return [...items].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
}
