import type { Cell, Filter, ShownRelation, ShownTable } from 'orm-database'
import type { View } from './router.js'

type Values = Readonly<Record<string, Cell | undefined>>

/** Returns the view that a relation of a row leads to, or undefined if the row has no related rows. */
export function targetOf(
  relation: ShownRelation,
  owner: ShownTable,
  values: Values,
  key: readonly string[],
  tables: readonly ShownTable[],
): View | undefined {
  if (relation.kind === 'many-to-many')
    return { kind: 'grid', table: relation.table, link: { table: owner.name, relation: relation.name, key } }
  const { columns = [], literals = [], isOwn } = relation
  const texts = columns.map(([own]) => textOf(values[own]))
  if (texts.some((text) => text === undefined)) return undefined
  if (isOwn && literals.some(([column, value]) => textOf(values[column]) !== value)) return undefined
  const target = tables.find(({ name }) => name === relation.table)
  const named = new Map(columns.map(([, other], at) => [other, texts[at]!]))
  if (isOwn && target && target.key.length === named.size && target.key.every((name) => named.has(name)))
    return { kind: 'row', table: relation.table, key: target.key.map((name) => named.get(name)!) }
  const filters: Filter[] = [
    ...[...named].map(([column, value]): Filter => ({ column, op: 'eq', value })),
    ...(isOwn ? [] : literals.map(([column, value]): Filter => ({ column, op: 'eq', value }))),
  ]
  return { kind: 'grid', table: relation.table, filters }
}

export function textOf(cell: Cell | undefined): string | undefined {
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  return typeof cell === 'string' ? cell : undefined
}
