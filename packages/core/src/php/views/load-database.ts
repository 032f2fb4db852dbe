import { dialects } from '../../dialects/index.js'
import { phpString } from '../../escape/php-literal.js'
import { type Database, serverName } from '../../model/index.js'
import type { ClassNames } from '../class-names.js'
import { noticeName } from '../notice.js'

/** The table maps of all databases, by table and by model class, sorted so that the order of files does not matter. */
export interface LoadDatabaseView {
  readonly databases: readonly {
    readonly name: string
    readonly byName: readonly { readonly entry: string; readonly source: string }[]
    readonly byPhpName: readonly string[]
  }[]
}

export function loadDatabaseView(
  databases: readonly Database[],
  classes: ClassNames,
  schemaDir: string,
): LoadDatabaseView {
  return {
    databases: [...databases].sort(by(({ name }) => name)).map(({ name, tables, platform }) => {
      const mapped = tables
        .filter(({ referenceOnly }) => !referenceOnly)
        .map((table) => {
          const { model, tableMap } = classes.ofTable(table)
          const source = noticeName(table.origin.source.file, schemaDir)
          return {
            table: serverName(table, dialects[platform]),
            model: `\\${model.fqcn}`,
            map: `\\${tableMap.fqcn}`,
            source,
          }
        })
      return {
        name,
        byName: mapped
          .sort(by(({ table }) => table))
          .map(({ table, map, source }) => ({ entry: entryOf(table, map), source })),
        byPhpName: mapped.sort(by(({ model }) => model)).map(({ model, map }) => entryOf(model, map)),
      }
    }),
  }
}

const entryOf = (key: string, map: string): string => `${phpString(key)} => ${phpString(map)}`

const by =
  <T>(keyOf: (item: T) => string) =>
  (a: T, b: T): number =>
    keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0
