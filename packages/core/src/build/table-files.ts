import type { Database, Relation, Table } from '../model/index.js'
import type { ModelSettings } from '../php/settings.js'
import type { BuiltFile } from './built-file.js'

/**
 * The classes of tables from one build to the next: those of a table whose classes cannot have changed are not
 * rendered again. For hosts that watch; rendering is nearly all that a build of many tables takes.
 */
export class TableFiles {
  #before = new Map<string, readonly BuiltFile[]>()
  #now = new Map<string, readonly BuiltFile[]>()
  readonly #parts = new WeakMap<Table, string>()

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
    const seen = (relation: Relation) => [text(relation), this.#part(relation.table), text(relation.table.relations)]
    const crossed = table.crossRelations.map((cross) => [
      text(cross),
      this.#part(cross.crossTable),
      ...[cross.incoming, ...cross.outgoing].map(seen),
    ])
    return text([name, platform, settings, this.#part(table), table.relations.map(seen), crossed])
  }

  #part(table: Table): string {
    const known = this.#parts.get(table)
    if (known !== undefined) return known
    const part = `${table.origin.source.file} ${text({ ...table, relations: [], crossRelations: [] })}`
    this.#parts.set(table, part)
    return part
  }
}

/** Data without its places, with tables by their names. */
const text = (data: unknown): string =>
  JSON.stringify(data, (key, value) => {
    if (places.has(key)) return undefined
    if (key === 'table' || key === 'crossTable') return (value as Table).name
    return value instanceof Map ? [...value] : value
  })

const places: ReadonlySet<string> = new Set(['origin', 'localOrigin', 'foreignOrigin'])
