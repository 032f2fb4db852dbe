import { type Database, qualifiedName } from '../../model/index.js'
import type { ClassNames } from '../class-names.js'
import { phpString } from '../literal.js'

/** The table maps of all databases, by table and by model class; sorted, so that any order of files gives the same. */
export interface LoadDatabaseView {
  readonly databases: readonly {
    readonly name: string
    readonly byName: readonly string[]
    readonly byPhpName: readonly string[]
  }[]
}

export function loadDatabaseView(databases: readonly Database[], classes: ClassNames): LoadDatabaseView {
  const sorted = (entries: [string, string][]): string[] =>
    entries
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, map]) => `${phpString(key)} => ${phpString(`\\${map}`)}`)
  return {
    databases: [...databases]
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .map(({ name, tables }) => {
        const mapped = tables
          .filter(({ referenceOnly }) => !referenceOnly)
          .map((table) => ({ table, ...classes.of(table) }))
        return {
          name,
          byName: sorted(mapped.map(({ table, tableMap }) => [qualifiedName(table), tableMap.fqcn])),
          byPhpName: sorted(mapped.map(({ model, tableMap }) => [`\\${model.fqcn}`, tableMap.fqcn])),
        }
      }),
  }
}
