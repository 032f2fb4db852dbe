import { renamed } from '../errors/schema/php-name-errors.js'
import type { ColumnPair, ForeignKey, Table } from '../model/index.js'
import { takenByRelation } from './runtime-methods.js'
import type { SchemaState } from './state.js'

interface RelationNames {
  /** The names on the table with the foreign key. */
  readonly name: string
  readonly pluralName: string
  /** The names on the target table. */
  readonly reverseName: string
  readonly reversePluralName: string
}

/** Counts the foreign keys between each pair of tables once: a table may have thousands. */
export class Links {
  readonly #keys = new Map<Table, Map<Table, Map<ForeignKey, number>>>()

  constructor(tables: readonly Table[], targets: ReadonlyMap<ForeignKey, Table>) {
    for (const table of tables) {
      const byTarget = new Map<Table, Map<ForeignKey, number>>()
      for (const key of table.foreignKeys) {
        const target = targets.get(key)
        if (!target) continue
        const keys = byTarget.get(target) ?? new Map<ForeignKey, number>()
        byTarget.set(target, keys.set(key, keys.size))
      }
      this.#keys.set(table, byTarget)
    }
  }

  /** Returns how many foreign keys link a table to another, and the position of one among them. */
  linksOf(table: Table, target: Table, key: ForeignKey): { readonly count: number; readonly position: number } {
    const keys = this.#keys.get(table)?.get(target)
    return { count: keys?.size ?? 0, position: keys?.get(key) ?? 0 }
  }

  has(table: Table, target: Table): boolean {
    return this.#keys.get(table)?.has(target) ?? false
  }
}

/** Returns the names of a relation on both of its tables. */
export function namesOfRelation(
  table: Table,
  key: ForeignKey,
  target: Table,
  pairs: readonly ColumnPair[],
  links: Links,
  pluralize: (name: string) => string,
  report: SchemaState['report'],
): RelationNames {
  const { count, position: place } = links.linksOf(table, target, key)
  const mutual = links.has(target, table)
  const byLocal = count > 1 || mutual ? `RelatedBy${pairs.map(({ own }) => own.phpName).join('')}` : ''
  const position = count > 1 ? place : ''
  const byForeign = `RelatedBy${pairs.map(({ other }) => `${other.phpName}${position}`).join('')}`
  const reverseSuffix = table === target ? byForeign : byLocal
  const own = freeName(
    key.phpName ?? target.phpName + byLocal,
    key.phpName ? pluralize(key.phpName) : pluralize(target.phpName) + byLocal,
    (method, name) => report(renamed(key.origin.at('phpName'), `the relation to "${target.name}"`, method, name)),
  )
  const back = freeName(
    key.refPhpName ?? table.phpName + reverseSuffix,
    key.refPhpName ? pluralize(key.refPhpName) : pluralize(table.phpName) + reverseSuffix,
    (method, name) => report(renamed(key.origin.at('refPhpName'), `the relation from "${table.name}"`, method, name)),
  )
  return { ...own, reverseName: back.name, reversePluralName: back.pluralName }
}

/** Returns a name whose methods do not override runtime methods. */
function freeName(
  name: string,
  pluralName: string,
  onRenamed: (method: string, name: string) => void,
): Pick<RelationNames, 'name' | 'pluralName'> {
  const method = takenByRelation(name, pluralName)
  if (method === undefined) return { name, pluralName }
  onRenamed(method, `${name}Relation`)
  return { name: `${name}Relation`, pluralName: `${name}Relations` }
}

/** Returns the foreign keys of a table whose relation has the name of an earlier one. Their names on the other side follow. */
export function repeatedNames({ relations }: Table): ForeignKey[] {
  const seen = new Set<string>()
  return relations.flatMap(({ name, isLocal, foreignKey }) => {
    if (!isLocal) return []
    const isTaken = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isTaken ? [foreignKey] : []
  })
}
