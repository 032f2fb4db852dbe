import type { ColumnPair, ForeignKey, Table } from '../model/index.js'

interface RelationNames {
  /** On the table that has the foreign key. */
  readonly name: string
  readonly pluralName: string
  /** On the table that it points at. */
  readonly reverseName: string
  readonly reversePluralName: string
}

/** Which tables foreign keys link, counted once: a table may have thousands. */
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

  /** How many foreign keys of a table point at another, and the position of one among them. */
  of(table: Table, target: Table, key: ForeignKey): { readonly count: number; readonly position: number } {
    const keys = this.#keys.get(table)?.get(target)
    return { count: keys?.size ?? 0, position: keys?.get(key) ?? 0 }
  }

  has(table: Table, target: Table): boolean {
    return this.#keys.get(table)?.has(target) ?? false
  }
}

/** Names of a foreign key seen from both ends (schema-reference §5.4). */
export function namesOfRelation(
  table: Table,
  key: ForeignKey,
  target: Table,
  pairs: readonly ColumnPair[],
  links: Links,
  pluralize: (name: string) => string,
): RelationNames {
  const { count, position: own } = links.of(table, target, key)
  const mutual = links.has(target, table)
  const byLocal = count > 1 || mutual ? `RelatedBy${pairs.map(({ own }) => own.phpName).join('')}` : ''
  const position = count > 1 ? own : ''
  const byForeign = `RelatedBy${pairs.map(({ other }) => `${other.phpName}${position}`).join('')}`
  const reverseSuffix = table === target ? byForeign : byLocal
  return {
    name: key.phpName ?? target.phpName + byLocal,
    pluralName: key.phpName ? pluralize(key.phpName) : pluralize(target.phpName) + byLocal,
    reverseName: key.refPhpName ?? table.phpName + reverseSuffix,
    reversePluralName: key.refPhpName ? pluralize(key.refPhpName) : pluralize(table.phpName) + reverseSuffix,
  }
}
