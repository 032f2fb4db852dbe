import { foreignKeyText, type ReadTable } from './catalog.js'

// https://www.sqlite.org/pragma.html
export const readTable: ReadTable = async (ask, table) => {
  const columns = await ask(`PRAGMA table_xinfo([${table}])`)
  const list = await ask(`PRAGMA index_list([${table}])`)
  const keys = await Promise.all(
    list.map(async ({ name, unique, origin }) => {
      const members = await ask(`PRAGMA index_info([${name}])`)
      return { name: String(name), unique: Number(unique) === 1, origin, columns: members.map((row) => row.name) }
    }),
  )
  const rows = await ask(`PRAGMA foreign_key_list([${table}])`)
  const ids = [...new Set(rows.map(({ id }) => id))]
  const keyColumns = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    columns: columns.map(({ name, type, notnull, dflt_value }) => ({
      name: String(name),
      type: String(type),
      required: Number(notnull) === 1,
      default: dflt_value as string | null,
      comment: '',
    })),
    primaryKey: keyColumns.map(({ name }) => String(name)),
    uniques: keys
      .filter(({ origin }) => origin === 'u')
      .map(({ columns: names }) => `(${names})`)
      .sort(),
    indexes: keys
      .filter(({ origin }) => origin === 'c')
      .map(({ name, columns: names }) => `${name} (${names})`)
      .sort(),
    foreignKeys: ids
      .map((id) => {
        const members = rows.filter((row) => row.id === id).sort((a, b) => Number(a.seq) - Number(b.seq))
        const [{ table: target, on_update, on_delete }] = members as [Record<string, unknown>]
        return foreignKeyText(
          '',
          members.map(({ from }) => String(from)),
          String(target),
          members.map(({ to }) => String(to)),
          String(on_update),
          String(on_delete),
        )
      })
      .sort(),
    comment: '',
  }
}
