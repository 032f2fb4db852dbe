import { type Dialect, type PlainPartition, significantTokens } from 'orm-core/internal'

/** Returns the values of a bound as listed in SQL: none if it is open, undefined if a schema cannot express one of them. */
function boundValues(sql: string, { lexicon }: Dialect): string[] | undefined {
  const items = significantTokens(sql, lexicon).join(' ').split(' , ')
  if (items.every((item) => /^(?:MIN|MAX)VALUE$/i.test(item))) return []
  const values = significantTokens(sql, lexicon).filter((token) => token !== ',')
  const texts = values.map((value) => {
    const [, text] = /^'((?:[^'\\]|'')*)'$/s.exec(value) ?? []
    return text === undefined ? (/^-?[\d.]+$/.test(value) ? value : undefined) : text.replaceAll("''", "'")
  })
  return texts.includes(undefined) || texts.length !== items.length ? undefined : (texts as string[])
}

/** Returns partitions in the form of a schema, or undefined if a schema cannot express one of them. */
export function readParts(
  parts: readonly { readonly name: string; readonly from?: string; readonly to?: string; readonly values?: string }[],
  dialect: Dialect,
): PlainPartition['parts'] | undefined {
  const read = parts.map(({ name, ...bounds }) => {
    const [from, to, values] = [bounds.from, bounds.to, bounds.values].map((sql) =>
      sql === undefined ? [] : boundValues(sql, dialect),
    )
    return from && to && values ? { name, from, to, values } : undefined
  })
  return read.every((part) => part !== undefined) ? read : undefined
}
