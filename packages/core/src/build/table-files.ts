import { createHash } from 'node:crypto'
import type { CrossRelation, Database, Relation, Table } from '../model/index.js'
import type { ModelSettings } from '../php/settings.js'
import type { BuiltFile } from './built-file.js'

/**
 * The classes of tables from one build to the next: those of a table whose classes cannot have changed are not
 * rendered again. For hosts that watch; rendering is nearly all that a build of many tables takes.
 */
export class TableFiles {
  #before = new Map<string, readonly BuiltFile[]>()
  #now = new Map<string, readonly BuiltFile[]>()
  /** What classes show of a table, by itself and of its relations. */
  readonly #parts = new WeakMap<Table, { readonly own: string; readonly relations: string }>()

  /** What the last build rendered for the table, or what it renders now. */
  of(table: Table, database: Database, settings: ModelSettings, render: () => BuiltFile[]): readonly BuiltFile[] {
    // Nobody knows what the code of a behavior looks at.
    if (table.behaviors.length > 0) return render()
    const key = this.#fingerprint(table, database, settings)
    const files = this.#before.get(key) ?? render()
    this.#now.set(key, files)
    return files
  }

  /** Forgets what the build that ends did not ask for. */
  finish(): void {
    this.#before = this.#now
    this.#now = new Map()
  }

  /** Everything that the classes of a table show: itself, and its relations with the tables at their other ends. */
  #fingerprint(table: Table, { name, platform }: Database, settings: ModelSettings): string {
    const others = new Set(table.relations.map((relation) => relation.table))
    for (const { crossTable, outgoing } of table.crossRelations) {
      for (const other of [crossTable, ...outgoing.map((relation) => relation.table)]) others.add(other)
    }
    const parts = [table, ...others].map((each) => this.#part(each))
    return hashOf(text([name, platform, settings, parts]))
  }

  #part(table: Table): { readonly own: string; readonly relations: string } {
    const known = this.#parts.get(table)
    if (known) return known
    const { relations, crossRelations, origin, ...own } = table
    const part = {
      own: hashOf(`${origin.source.file} ${text(own)}`),
      relations: hashOf(JSON.stringify([relations.map(linksOf), crossRelations.map(crossLinksOf)])),
    }
    this.#parts.set(table, part)
    return part
  }
}

/** A relation by its names: the columns and the foreign key stand with their tables. */
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

/** Data without its places. */
const text = (data: unknown): string =>
  JSON.stringify(data, (key, value) => (places.has(key) ? undefined : value instanceof Map ? [...value] : value))

const places: ReadonlySet<string> = new Set(['origin', 'localOrigin', 'foreignOrigin'])
