import { createHash } from 'node:crypto'
import { type CrossRelation, type Database, type Relation, type Table, TableCache, textOf } from '../model/index.js'
import type { ModelSettings } from '../php/model-settings.js'
import type { BuiltFile } from './built-file.js'

/**
 * Caches the classes of tables between builds: unless the classes of a table may have changed, they are not rendered again.
 * For hosts that watch, as rendering takes nearly all the time of a build with many tables.
 */
export class TableFiles {
  #before = new Map<string, readonly BuiltFile[]>()
  #now = new Map<string, readonly BuiltFile[]>()
  #known = new TableCache<Rendered>()
  #settings = ''
  /** The list of all tables, cached as long as the databases are the same objects. */
  #loader: { readonly databases: readonly Database[]; readonly contents: string } | undefined
  /** What the classes of a table and of related tables depend on, by table. */
  readonly #parts = new TableCache<Part>()

  begin(settings: ModelSettings): void {
    const text = textOf(settings)
    if (text === this.#settings) return
    this.#settings = text
    this.#known = new TableCache()
    this.#loader = undefined
  }

  /** Returns the files of a table, from the last build or newly rendered. */
  filesOf(table: Table, database: Database, render: () => BuiltFile[]): readonly BuiltFile[] {
    // Code of behaviors may read anything, so these tables are always rendered.
    if (table.behaviors.length > 0) return render()
    const known = this.#known.get(table)
    const key = known?.key ?? this.#fingerprint(table, database)
    const files = known?.files ?? this.#before.get(key) ?? render()
    if (!known) this.#known.set(table, { key, files })
    this.#now.set(key, files)
    return files
  }

  loaderOf(databases: readonly Database[], render: () => string): string {
    const known = this.#loader
    const isSame =
      known?.databases.length === databases.length && known.databases.every((each, at) => each === databases[at])
    this.#loader = isSame ? known : { databases, contents: render() }
    return this.#loader.contents
  }

  /** Ends a build and drops the files that it did not use. */
  finish(): void {
    this.#before = this.#now
    this.#now = new Map()
  }

  /** Returns a key for everything that the classes of a table depend on: the table, its relations and the related tables. */
  #fingerprint(table: Table, { name, platform }: Database): string {
    const others = new Set(table.relations.map((relation) => relation.table))
    for (const { crossTable, outgoing } of table.crossRelations) {
      for (const other of [crossTable, ...outgoing.map((relation) => relation.table)]) others.add(other)
    }
    const parts = [table, ...others].map((each) => this.#part(each))
    return hashOf(textOf([name, platform, this.#settings, parts]))
  }

  #part(table: Table): Part {
    const known = this.#parts.get(table)
    if (known) return known
    const { relations, crossRelations, origin, revision, ...own } = table
    return this.#parts.set(table, {
      own: hashOf(`${origin.source.file} ${textOf(own)}`),
      relations: hashOf(JSON.stringify([relations.map(linksOf), crossRelations.map(crossLinksOf)])),
    })
  }
}

interface Rendered {
  readonly key: string
  readonly files: readonly BuiltFile[]
}

interface Part {
  readonly own: string
  readonly relations: string
}

/** Returns the names of a relation. Its columns and foreign key are already part of their tables. */
const linksOf = ({ kind, name, pluralName, isLocal, reverseName, reversePluralName, ...relation }: Relation) => [
  kind,
  name,
  pluralName,
  isLocal,
  reverseName,
  reversePluralName,
  relation.table.name,
  relation.foreignKey.name,
  relation.columns.map(({ own, other }) => [own.name, other.name]),
  relation.literals.map(({ column, value }) => [column.name, value]),
]

const crossLinksOf = ({ name, pluralName, crossTable, incoming, outgoing, extraColumns }: CrossRelation) => [
  name,
  pluralName,
  crossTable.name,
  linksOf(incoming),
  outgoing.map(linksOf),
  extraColumns.map((column) => column.name),
]

const hashOf = (data: string): string => createHash('sha1').update(data).digest('base64')
