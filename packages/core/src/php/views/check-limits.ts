import { asciiLower, type Table } from '../../model/index.js'

/** Limits for the values of a column that follow from simple checks of the table. */
export interface Limits {
  readonly least?: number
  readonly most?: number
  readonly shortest?: number
  readonly longest?: number
  /** The only allowed values. */
  readonly values?: readonly string[]
  /** Whether a check contains more than can be read here. */
  readonly isUnknown?: true
}

/** Returns the limits by column, read from ranges, value lists and lengths joined by AND. Other conditions are unknown. */
export function checkLimits(table: Table): ReadonlyMap<string, Limits> {
  const limits = new Map<string, Limits>()
  const names = new Map(table.columns.map(({ name }) => [asciiLower(name), name]))
  const note = (name: string, more: Limits): void => {
    limits.set(name, joined(limits.get(name) ?? {}, more))
  }
  const conditions = [
    ...table.checks.map(({ expression }) => expression),
    ...table.columns.flatMap(({ name, domain }) =>
      (domain?.checks ?? []).map(({ expression }) => expression.replace(/\bVALUE\b/gi, name)),
    ),
  ]
  for (const condition of conditions.flatMap(conjuncts)) {
    const found = limitOf(condition)
    const name = found && names.get(asciiLower(found.column))
    if (found && name !== undefined) note(name, found.limits)
    else {
      const words = new Set(asciiLower(condition).match(/[\p{L}\p{N}_$]+/gu) ?? [])
      for (const [lower, column] of names) if (words.has(lower)) note(column, { isUnknown: true })
    }
  }
  return limits
}

/** Returns the conditions that are joined by AND, with names unquoted. */
function conjuncts(expression: string): string[] {
  const plain = expression.replace(/"(\w+)"|`(\w+)`|\[(\w+)\]/g, '$1$2$3')
  // The AND of BETWEEN does not end a condition.
  const kept = plain.replace(/(\bBETWEEN\s+\S+)\s+AND\b/gi, '$1 \0')
  if (/\bOR\b|\bNOT\b|\bCASE\b/i.test(kept)) return [plain]
  return kept.split(/\bAND\b/i).map((part) =>
    part
      .replaceAll('\0', 'AND')
      .trim()
      .replace(/^\(+(.*?)\)+$/s, '$1')
      .trim(),
  )
}

const number = '([+-]?\\d+(?:\\.\\d+)?)'
const comparison = new RegExp(`^(\\w+)\\s*(>=|>|<=|<|=)\\s*${number}$`)
const between = new RegExp(`^(\\w+)\\s+BETWEEN\\s+${number}\\s+AND\\s+${number}$`, 'i')
const list = /^(\w+)\s+IN\s*\(((?:\s*(?:'(?:[^']|'')*'|[+-]?\d+(?:\.\d+)?)\s*,?)+)\)?$/i
const length = /^(?:char_|character_)?length\s*\(\s*(\w+)\s*\)\s*(>=|>|<=|<|=)\s*(\d+)$/i

function limitOf(condition: string): { readonly column: string; readonly limits: Limits } | undefined {
  const [, column, operator, value] = comparison.exec(condition) ?? []
  if (column !== undefined) {
    // The bound is exact for whole numbers and close enough for others.
    const bounds = boundsOf(operator!, Number(value))
    return { column, limits: bounds }
  }
  const [, ranged, least, most] = between.exec(condition) ?? []
  if (ranged !== undefined) return { column: ranged, limits: { least: Number(least), most: Number(most) } }
  const [, chosen, items = ''] = list.exec(condition) ?? []
  if (chosen !== undefined) {
    const values = items.match(/'(?:[^']|'')*'|[+-]?\d+(?:\.\d+)?/g) ?? []
    return {
      column: chosen,
      limits: { values: values.map((item) => item.replace(/^'|'$/g, '').replaceAll("''", "'")) },
    }
  }
  const [, measured, sign, size] = length.exec(condition) ?? []
  if (measured === undefined) return undefined
  const { least: shortest, most: longest } = boundsOf(sign!, Number(size))
  return {
    column: measured,
    limits: { ...(shortest !== undefined && { shortest }), ...(longest !== undefined && { longest }) },
  }
}

function boundsOf(operator: string, value: number): Limits {
  switch (operator) {
    case '>=':
      return { least: value }
    case '>':
      return { least: Math.floor(value) + 1 }
    case '<=':
      return { most: value }
    case '<':
      return { most: Math.ceil(value) - 1 }
    default:
      return { least: value, most: value }
  }
}

const joined = (one: Limits, other: Limits): Limits => ({
  ...one,
  ...other,
  ...bound('least', one, other, Math.max),
  ...bound('most', one, other, Math.min),
  ...bound('shortest', one, other, Math.max),
  ...bound('longest', one, other, Math.min),
})

function bound(
  name: 'least' | 'most' | 'shortest' | 'longest',
  one: Limits,
  other: Limits,
  choose: (...values: number[]) => number,
): Limits {
  const values = [one[name], other[name]].filter((value) => value !== undefined)
  return values.length > 0 ? { [name]: choose(...values) } : {}
}
