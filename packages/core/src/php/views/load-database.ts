import type { Database } from '../../model/index.js'
import { tableClasses } from '../class-names.js'
import { phpString } from '../literal.js'

/** The table maps of all databases, by table and by model class; sorted, so that any order of files gives the same. */
export interface LoadDatabaseView {
  readonly databases: readonly {
    readonly name: string
    readonly byName: readonly string[]
    readonly byPhpName: readonly string[]
  }[]
}

export function loadDatabaseView(databases: readonly Database[]): LoadDatabaseView {
  const sorted = (entries: [string, string][]): string[] =>
    entries
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, map]) => `${phpString(key)} => ${phpString(`\\${map}`)}`)
  return {
    databases: [...databases]
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .map(({ name, tables }) => {
        const classes = tables.map((table) => ({ table, ...tableClasses(table) }))
        return {
          name,
          byName: sorted(classes.map(({ table, tableMap }) => [table.name, tableMap.fqcn])),
          byPhpName: sorted(classes.map(({ model, tableMap }) => [`\\${model.fqcn}`, tableMap.fqcn])),
        }
      }),
  }
}
