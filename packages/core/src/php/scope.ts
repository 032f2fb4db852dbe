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
import { isInteger, kindOf, measuredKinds, type TypeList } from './column-kinds.js'
import { Imports } from './imports.js'
import type { ModelSettings } from './model-settings.js'
import type { RuntimeClass } from './runtime-names.js'

/** A column's part in a foreign key: it equals another table's column, or a constant. */
export type ForeignPart = { readonly relation: Relation } & (
  | { readonly other: Column; readonly value?: undefined }
  | { readonly other?: undefined; readonly value: string }
)

/** What the views of all files of one table share. */
export class TableScope {
  /** The table's own foreign keys, in schema order. */
  readonly localRelations: readonly Relation[]
  /** Own foreign keys, then those of other tables sorted by name, so that the output does not depend on table order. */
  readonly relations: readonly Relation[]
  readonly crossRelations: readonly CrossRelation[]
  /** Foreign key columns with their parts, one per key. */
  readonly foreignParts: ReadonlyMap<Column, readonly ForeignPart[]>

  constructor(
    readonly table: Table,
    readonly database: Database,
    readonly settings: ModelSettings,
    readonly classes = new ClassNames(settings),
  ) {
    // Templates and behaviors derive names of methods, properties and classes from these.
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

/** What the views of one file share: the table, the settings and the imported names. */
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
  /** Names of runtime classes in this file. */
  readonly names: Readonly<Record<RuntimeClass, string>>
  /** Cached names of models and queries in this file: it mentions few of them, but often. */
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
    return this.child(this.classes.ofTable(table).model)
  }

  query(table: Table): string {
    return this.child(this.classes.ofTable(table).query)
  }

  /** Returns the type of several objects: the collection class of their model, or the general one. */
  collection(table: Table): string {
    const classes = this.classes.collectionOf(table)
    return classes
      ? this.imports.use(classes.collection.fqcn, `Child${classes.collection.short}`)
      : `${this.names.ObjectCollection}<int, ${this.model(table)}>`
  }

  /** Returns the name of a stub class, which extends a generated one. */
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

  /** Returns the name of a table in runtime SQL. */
  readonly tableName = (table: Table): string => serverName(table, this.dialect)

  /** Returns a name in SQL, quoted if the table or the name requires it. */
  readonly quote = (name: string): string => {
    return this.table.identifierQuoting ? this.dialect.quote(name) : writtenName(name, this.dialect)
  }

  /** Returns the type of a column in the table map. */
  mappedType(column: Column): string {
    const type = this.storedType(column)
    if (type === 'SET_NATIVE' && this.hasSetArrays) return 'SET_ARRAY'
    if (column.array) return `${type}[]`
    return type === 'UUID_BINARY' && !swapsUuids(this.table) ? 'UUID_BINARY_UNSWAPPED' : type
  }

  /** Whether native SET columns store arrays. */
  get hasSetArrays(): boolean {
    return this.dialect.nativeEnums?.sets === 'array'
  }

  /** Returns the type that the database stores. A UUID is stored as bytes if the database has no type for it. */
  storedType(column: Column): SchemaType {
    if (column.type !== 'UUID' || column.array) return column.type
    const sqlType = this.dialect.typeOf(column, this.settings.sql)
    return holdsUuidBytes(column, sqlType) ? 'UUID_BINARY' : column.type
  }

  /** Returns the maximum length of a column, if setters check it. */
  lengthLimit(column: Column): LengthLimit | undefined {
    if (!this.settings.checkLengths || !measuredKinds.has(kindOf(column, this.storedType(column)))) return undefined
    return lengthLimit(column, this.dialect.typeOf(column, this.settings.sql), this.dialect)
  }

  /**
   * Whether an integer property can be assigned the value of a row without a cast: some drivers return strings, which an
   * untyped property would keep.
   */
  hasIntegerInRows(column: Column): boolean {
    if (!this.settings.nativeReturnTypes) return false
    return !column.lazyLoad && !this.dialect.integersAreText && isInteger(column)
  }

  get tableMap(): string {
    this.#tableMap ??= this.imports.use(this.classes.ofTable(this.table).tableMap.fqcn)
    return this.#tableMap
  }

  /** Returns a list of types with the names of its runtime classes in this file. */
  typeList({ types, classes }: TypeList): string {
    let list = types
    for (const name of classes) {
      const written = this.names[name]
      if (written !== name) list = list.replace(name, written)
    }
    return list
  }

  /** Returns the backed enum of a column, if it has one. */
  enumClass(column: Column): string | undefined {
    const name = this.classes.enumOf(this.table, column)
    return name && this.imports.use(name.fqcn)
  }

  /** Returns the name of a class that an attribute of the schema mentions. */
  mentioned(name: string): string {
    return this.imports.use(this.classes.mentioned(this.table, name).fqcn)
  }
}

/** Sorts items by table. Items of the same table stay in their order. */
function byTable<T>(items: readonly T[], tableOf: (item: T) => Table): readonly T[] {
  if (items.length < 2) return items
  const name = (item: T): string => qualifiedName(tableOf(item))
  return [...items].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
}
