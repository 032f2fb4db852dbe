const families: Readonly<Record<string, readonly string[]>> = {
  integer: ['smallint', 'integer', 'bigint'],
  number: ['real', 'double precision', 'numeric'],
  text: ['char', 'varchar', 'text'],
  time: ['date', 'time', 'timetz', 'timestamp', 'timestamptz'],
  document: ['json', 'jsonb'],
}

function familyOf(type: string): string {
  const word = type.replace(/\(.*?\)/s, '')
  const known = Object.keys(families).find((family) => families[family]!.includes(word))
  return known ?? (['boolean', 'bytea', 'uuid'].includes(word) ? word : 'other')
}

const isNumber = (family: string): boolean => family === 'integer' || family === 'number'

/** How values of a column become values of another type; types are canonical, `sql` is the new one. */
export function usingClause(column: string, from: string, to: string, sql: string): string {
  const expression = conversion(column, familyOf(from), familyOf(to), sql)
  return expression === undefined ? '' : ` USING ${expression}`
}

function conversion(column: string, from: string, to: string, sql: string): string | undefined {
  if (from === to && (isNumber(from) || from === 'text')) return undefined
  if (isNumber(from) && (isNumber(to) || to === 'text')) return undefined
  if (from === 'text' && isNumber(to)) {
    const pattern = to === 'integer' ? '^[+-]?\\d+$' : '^[+-]?(\\d+(\\.\\d*)?|\\.\\d+)$'
    return `CASE WHEN trim(${column}) ~ '${pattern}' THEN trim(${column})::${sql} END`
  }
  if (from === 'boolean' && isNumber(to)) return `${column}::int::${sql}`
  if (isNumber(from) && to === 'boolean') return `${column} <> 0`
  if (isNumber(from) && to === 'bytea') return `decode(${column}::text, 'escape')`
  // Every type has its text form, which the server reads again.
  if (to === 'other') return `${column}::text::${sql}`
  if (from === 'text' || to === 'text' || from === to) return `${column}::${sql}`
  return undefined
}
